import { Modal } from "../design/dialogs.tsx";
import { nameShortcut } from "../design/use-shortcut.ts";

const shortcuts: readonly (readonly [string, string])[] = [
	[nameShortcut("k"), "Find, go to, create, link or ask: the palette"],
	[nameShortcut("j"), "New question"],
	[nameShortcut("b"), "Show or hide the navigation"],
	[
		nameShortcut("i"),
		"Show or hide the side panel: the context inspector, or on an entity the chat about it",
	],
	[nameShortcut("s"), "Save the text being edited"],
	["?", "This list"],
	["Enter", "Send the question; open what is chosen"],
	["Shift Enter", "A new line in the question"],
	["@", "In a question: name something"],
	["[[", "In a question: pin a note. In a text: link to something"],
	["↑ ↓", "Walk a list"],
	["Escape", "Close what is open"],
	[`${nameShortcut("").trim()} click`, "Open an entity on a page of its own"],
];

interface ShortcutsSheetProps {
	readonly open: boolean;
	readonly onClose: () => void;
}

export function ShortcutsSheet({ open, onClose }: ShortcutsSheetProps) {
	return (
		<Modal open={open} onClose={onClose} title="Keyboard shortcuts">
			<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-13">
				{shortcuts.map(([keys, what]) => (
					<div key={keys} className="contents">
						<dt>
							<kbd className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-sans text-12 text-ink-soft">
								{keys}
							</kbd>
						</dt>
						<dd className="text-ink-soft">{what}</dd>
					</div>
				))}
			</dl>
		</Modal>
	);
}
