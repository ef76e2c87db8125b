import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { createKind } from "../api/workspace-calls.ts";
import { Modal } from "../design/modal.tsx";
import { PrimaryButton } from "../design/text-button.tsx";
import { TextField } from "../design/text-field.tsx";
import { useAttempt } from "../design/use-attempt.ts";
import { makeKindName } from "../entities/make-name.ts";

/** Creates a type with its name; its fields are added on its page. */
export function NewKindDialog({ onClose }: { readonly onClose: () => void }) {
	const navigate = useNavigate();
	const { busy, attempt } = useAttempt();
	const [label, setLabel] = useState("");
	const [plural, setPlural] = useState("");

	async function make(event: FormEvent) {
		event.preventDefault();
		const kind = makeKindName(label);
		const definition = {
			label: label.trim(),
			fields: [],
			...(plural.trim() !== "" && { plural: plural.trim() }),
		};
		const made = await attempt(() => createKind(kind, definition), `The type ${label.trim()} was made.`, [
			"kinds",
		]);
		if (made === null) return;
		onClose();
		void navigate({ to: "/kinds/$kind", params: { kind }, search: {} });
	}

	return (
		<Modal open onClose={onClose} title="Make a type">
			<form onSubmit={(event) => void make(event)} className="flex flex-col gap-3">
				<TextField
					label="What one of them is called"
					required
					value={label}
					onChange={setLabel}
					placeholder="Supplier"
				/>
				<TextField
					label="What many of them are called"
					value={plural}
					onChange={setPlural}
					placeholder="Suppliers"
				/>
				<PrimaryButton type="submit" disabled={busy || makeKindName(label) === ""} className="self-end">
					Make it
				</PrimaryButton>
			</form>
		</Modal>
	);
}
