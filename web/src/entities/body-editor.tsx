import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { useDebounced } from "../design/use-debounced.ts";
import { nameShortcut } from "../design/use-shortcut.ts";
import { openEditor } from "../text/open-editor.ts";
import { useEdits } from "./edits.tsx";
import { type Naming, TextMarkdown } from "./text-markdown.tsx";

interface BodyEditorProps {
	/**
	 * The entity as it was when editing began: its version is sent with the change, so that nobody else's work is
	 * overwritten.
	 */
	readonly entity: Entity;
	readonly naming: Naming;
	readonly onClose: () => void;
}

const previewAfter = 200;

/** Edits the Markdown of a text, with a preview next to it. */
export function BodyEditor({ entity, naming, onClose }: BodyEditorProps) {
	const edits = useEdits();
	const host = useRef<HTMLDivElement>(null);
	const [text, setText] = useState(entity.body);
	const preview = useDebounced(text, previewAfter);
	const [saving, setSaving] = useState(false);

	async function save() {
		if (text === entity.body) return onClose();
		setSaving(true);
		const saved = await edits.change(entity, { body: text }, "Text saved.");
		setSaving(false);
		if (saved !== null) onClose();
	}

	const saveNow = useEffectEvent(() => void save());
	const begin = useEffectEvent((element: HTMLElement) =>
		openEditor({
			host: element,
			text: entity.body,
			label: `Text of ${entity.title}`,
			onChange: setText,
			onSave: () => saveNow(),
		}),
	);
	useEffect(() => {
		const element = host.current;
		return element === null ? undefined : begin(element);
	}, []);

	return (
		<section aria-label="Edit the text" className="flex flex-col gap-2">
			<div className="grid gap-3 @3xl:grid-cols-2">
				<div ref={host} className="min-w-0 overflow-hidden rounded-md border border-line-strong bg-surface" />
				<section aria-label="Preview" className="min-w-0 rounded-md border border-line bg-sunken p-3">
					<div className="prose">
						<TextMarkdown text={preview} {...naming} />
					</div>
				</section>
			</div>
			<div className="flex flex-wrap items-center gap-2">
				<PrimaryButton disabled={saving} onClick={() => void save()}>
					{saving ? "Saving" : "Save"}
				</PrimaryButton>
				<TextButton className="h-8" onClick={onClose}>
					Leave without saving
				</TextButton>
				<span className="text-12 text-ink-faint">
					{nameShortcut("s")} saves. [[ links to something by name.
				</span>
			</div>
		</section>
	);
}
