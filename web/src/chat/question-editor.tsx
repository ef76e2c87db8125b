import { Paperclip } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { Draft } from "../conversation/draft.ts";
import type { Turn } from "../conversation/turn.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { areaLook } from "../design/controls.ts";
import { Form } from "../design/form.tsx";
import { attachFiles, FileChooser } from "./attach-files.tsx";

/** An edited question, with its attachments. */
export type Edited = Pick<Draft, "text" | "files" | "images">;

interface QuestionEditorProps {
	readonly turn: Turn;
	/** Null cancels the edit. */
	readonly onEdited: (edited: Edited | null) => void;
}

export function QuestionEditor({ turn: { asked, lost }, onEdited }: QuestionEditorProps) {
	const [edited, setEdited] = useState<Draft>(asked);
	const [refusal, setRefusal] = useState<string | null>(null);
	const text = edited.text.trim();
	const attached = [...edited.files, ...edited.images].map(({ name }) => name);

	function finish() {
		if (text !== "") onEdited({ text, files: edited.files, images: edited.images });
	}

	function onKeyDown(event: KeyboardEvent) {
		if (event.nativeEvent.isComposing) return;
		if (event.key === "Escape") onEdited(null);
		if (event.key !== "Enter" || event.shiftKey) return;
		event.preventDefault();
		finish();
	}

	async function attach(chosen: readonly File[]) {
		const { files, images, refused } = await attachFiles(edited, chosen);
		setEdited((current) => ({ ...current, files, images }));
		setRefusal(refused);
	}

	return (
		<Form aria-label="Edit the question" onSubmit={finish} className="flex max-w-[72ch] flex-col gap-2">
			<textarea
				// The person pressed a button to open this field, so it takes the keyboard.
				ref={(field) => field?.focus()}
				aria-label="Question in other words"
				value={edited.text}
				onChange={(event) => setEdited({ ...edited, text: event.target.value })}
				onKeyDown={onKeyDown}
				className={areaLook}
			/>
			{lost.length > 0 && attached.length === 0 && (
				<p className="text-13 text-ink-soft">
					Asked with {lost.join(", ")}, which is not kept. Attach it again, or ask without it.
				</p>
			)}
			{attached.length > 0 && <p className="text-13 text-ink-soft">With {attached.join(", ")}.</p>}
			<p aria-live="polite" className="text-12 text-bad-ink empty:hidden">
				{refusal}
			</p>
			<div className="flex flex-wrap items-center gap-2">
				<PrimaryButton type="submit" disabled={text === ""}>
					Ask this instead
				</PrimaryButton>
				<TextButton className="h-8" onClick={() => onEdited(null)}>
					Cancel
				</TextButton>
				<FileChooser onChosen={(files) => void attach(files)}>
					{(open) => (
						<TextButton className="h-8" onClick={open}>
							<Paperclip aria-hidden size={14} /> Attach
						</TextButton>
					)}
				</FileChooser>
				<span className="text-12 text-ink-faint">The first version is kept.</span>
			</div>
		</Form>
	);
}
