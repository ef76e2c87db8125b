import type { Entity } from "../api/api.ts";
import type { EntityPatch } from "../api/entity-calls.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { Modal } from "../design/dialogs.tsx";
import { spellKey } from "../design/format.tsx";

export interface Conflict {
	/** The entity as somebody else has changed it. */
	readonly current: Entity;
	/** The change that was refused. */
	readonly patch: EntityPatch;
	readonly keepMine: () => void;
}

interface ConflictDialogProps {
	readonly conflict: Conflict | null;
	readonly onClose: () => void;
}

/** Another person saved first: shows both versions side by side, and asks which one to keep. */
export function ConflictDialog({ conflict, onClose }: ConflictDialogProps) {
	return (
		<Modal open={conflict !== null} onClose={onClose} title="Somebody changed this meanwhile">
			{conflict !== null && (
				<div className="flex flex-col gap-4 text-13">
					<p className="text-ink-soft">
						“{conflict.current.title}” was saved by somebody else while you were editing. Nothing of theirs
						was overwritten, and what you wrote is here.
					</p>
					{comparePatch(conflict).map(({ name, mine, theirs }) => (
						<section key={name} aria-label={name} className="grid gap-2 sm:grid-cols-2">
							<Version title={`${name}, yours`} text={mine} />
							<Version title={`${name}, now`} text={theirs} />
						</section>
					))}
					<div className="flex flex-wrap justify-end gap-2">
						<TextButton className="h-8" onClick={onClose}>
							Leave it as it is now
						</TextButton>
						<PrimaryButton
							onClick={() => {
								conflict.keepMine();
								onClose();
							}}
						>
							Write mine over it
						</PrimaryButton>
					</div>
				</div>
			)}
		</Modal>
	);
}

function Version({ title, text }: { readonly title: string; readonly text: string }) {
	return (
		<div className="min-w-0">
			<h3 className="pb-1 text-12 font-medium text-ink-faint">{title}</h3>
			<pre className="max-h-56 overflow-auto rounded-md border border-line bg-sunken p-2 font-sans text-13 whitespace-pre-wrap">
				{text === "" ? "Empty" : text}
			</pre>
		</div>
	);
}

function comparePatch({ current, patch }: Conflict) {
	const { props = {}, ...columns } = patch;
	const stored: Readonly<Record<string, unknown>> = { ...current };
	return [
		...Object.entries(columns).map(([key, mine]) => compare(key, mine, stored[key])),
		...Object.entries(props).map(([key, mine]) => compare(key, mine, current.props[key])),
	];
}

function compare(key: string, mine: unknown, theirs: unknown) {
	return { name: spellKey(key), mine: print(mine), theirs: print(theirs) };
}

function print(value: unknown): string {
	if (value === null || value === undefined) return "";
	return typeof value === "string" ? value : JSON.stringify(value);
}
