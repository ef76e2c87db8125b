import { Bookmark } from "lucide-react";
import { useState } from "react";
import { skein } from "../api/skein.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { fieldLook } from "../design/controls.ts";
import { Form } from "../design/form.tsx";
import { useAttempt } from "../design/notice.tsx";

const longestName = 200;

interface SaveQueryProps {
	readonly wql: string;
	/** The suggested name. */
	readonly name: string;
}

/** Saves a query under a name, for the reader alone. */
export function SaveQuery({ wql, name }: SaveQueryProps) {
	const [asked, setAsked] = useState(false);
	const [typed, setTyped] = useState(name.slice(0, longestName));
	const { busy, attempt } = useAttempt();

	async function save() {
		const saved = await attempt(
			() => skein.queries.save({ name: typed, wql }),
			"Saved. It is listed on the page “Search”.",
			["queries"],
		);
		if (saved !== null) setAsked(false);
	}

	if (!asked) {
		return (
			<TextButton
				onClick={() => {
					setTyped(name.slice(0, longestName));
					setAsked(true);
				}}
			>
				<Bookmark aria-hidden size={14} /> Save
			</TextButton>
		);
	}
	return (
		<Form onSubmit={save} className="flex w-full gap-2">
			<input
				aria-label="Name of the query"
				// The reader pressed "Save", and the only thing left is to name the query.
				ref={(field) => field?.focus()}
				value={typed}
				maxLength={longestName}
				onChange={(event) => setTyped(event.target.value)}
				className={fieldLook}
			/>
			<PrimaryButton type="submit" disabled={busy || typed.trim() === ""}>
				Save
			</PrimaryButton>
			<TextButton className="max-md:h-10" onClick={() => setAsked(false)}>
				Cancel
			</TextButton>
		</Form>
	);
}
