import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useMemo, useRef, useState } from "react";
import { ProblemError, type Written } from "../../../src/client/connection.ts";
import type { Entity, EntityPatch, NewEdge, NewEntity } from "../../../src/client/entity-calls.ts";
import { skein } from "../api/skein.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { Modal } from "../design/dialogs.tsx";
import { spellKey } from "../design/format.tsx";
import { say } from "../design/notice.tsx";
import { forgetReadings, replaceEntity } from "./entity-cache.ts";

export interface Edits {
	/**
	 * Shows the change at once and writes it afterwards; asks when somebody else has changed the entity since, and never
	 * overwrites it.
	 */
	readonly change: (entity: Entity, patch: EntityPatch, notice: string) => Promise<Entity | null>;
	readonly create: (entity: NewEntity) => Promise<Entity | null>;
	readonly remove: (entity: Pick<Entity, "id" | "title">) => Promise<boolean>;
	readonly restore: (entity: Pick<Entity, "id" | "title">) => Promise<boolean>;
	readonly link: (edge: NewEdge, notice: string) => Promise<boolean>;
	readonly unlink: (edgeId: string, notice: string) => Promise<boolean>;
	/** Any other write: a suggestion accepted, a file attached. */
	readonly act: (work: () => Promise<Written<unknown>>, notice: string) => Promise<boolean>;
	/** Undoes a change, or the part of it that is about one entity, and says what became of it. */
	readonly undo: (changeId: string, part?: Pick<Entity, "id" | "title">) => Promise<boolean>;
}

const EditsContext = createContext<Edits | null>(null);

export function useEdits(): Edits {
	const edits = use(EditsContext);
	if (edits === null) throw new Error("An entity was edited outside the shell.");
	return edits;
}

/** Runs every write a person makes to the graph, and shows a notice with an undo button. */
export function EditsProvider({ children }: { readonly children: ReactNode }) {
	const queries = useQueryClient();
	const [conflict, setConflict] = useState<Conflict | null>(null);
	/** Edits of one entity go one after the other: sent together, the second would name an outdated version. */
	const lastEdit = useRef(new Map<string, Promise<Entity | null>>());

	/** The entities an undo changes are known only when it is done, so that an edit in the meantime waits for it. */
	const lastUndo = useRef<Promise<unknown>>(Promise.resolve());
	const undone = useRef(new Map<string, Entity>());

	const edits = useMemo((): Edits => {
		const refresh = () => forgetReadings(queries);

		async function takeBack(changeId: string, part?: Pick<Entity, "id">) {
			const about = part && { entityId: part.id };
			const done = await attempt(() => skein.changes.undo(changeId, about));
			for (const entity of done?.answer.entities ?? []) {
				replaceEntity(queries, entity.id, () => entity);
				undone.current.set(entity.id, entity);
			}
			return done;
		}

		async function undo(changeId: string, part?: Pick<Entity, "id" | "title">): Promise<boolean> {
			const work = takeBack(changeId, part);
			lastUndo.current = work;
			const done = await work;
			await refresh();
			if (done !== null) announce(done, describeUndone(done.answer.entities, part));
			return done !== null;
		}

		function announce<T>({ changeId }: Written<T>, text: string, unchanged?: string): void {
			if (changeId !== null) say({ text, action: { label: "Undo", onAct: () => void undo(changeId) } });
			else if (unchanged !== undefined) say({ text: unchanged });
		}

		async function send(entity: Entity, patch: EntityPatch, notice: string): Promise<Entity | null> {
			try {
				const written = await skein.entities.change(entity.id, entity.version, patch);
				replaceEntity(queries, entity.id, () => written.answer);
				announce(written, notice);
				return written.answer;
			} catch (error) {
				const current =
					error instanceof ProblemError ? (error.details.current as Entity | undefined) : undefined;
				replaceEntity(queries, entity.id, () => current ?? entity);
				if (current === undefined) complain(error);
				else setConflict({ current, patch, keepMine: () => void change(current, patch, notice) });
				return null;
			} finally {
				void forgetReadings(queries, { keep: "rows" });
			}
		}

		async function change(entity: Entity, patch: EntityPatch, notice: string): Promise<Entity | null> {
			replaceEntity(queries, entity.id, (shown) => applyPatch(shown, patch));
			const before = lastEdit.current.get(entity.id);
			const edit = Promise.all([before, lastUndo.current]).then(([latest]) =>
				send(newestOf(entity, latest, undone.current.get(entity.id)), patch, notice),
			);
			lastEdit.current.set(entity.id, edit);
			return edit;
		}

		async function act(work: () => Promise<Written<unknown>>, notice: string, unchanged?: string) {
			const written = await attempt(work);
			if (written !== null) announce(written, notice, unchanged);
			await refresh();
			return written !== null;
		}

		return {
			change,
			undo,
			act,
			create: async (entity) => {
				const written = await attempt(() => skein.entities.create(entity));
				if (written !== null) announce(written, `Made “${written.answer.title}”.`);
				await refresh();
				return written?.answer ?? null;
			},
			remove: ({ id, title }) => act(() => skein.entities.remove(id), `“${title}” is in the trash.`),
			restore: ({ id, title }) => act(() => skein.entities.restore(id), `“${title}” is out of the trash.`),
			link: (edge, notice) =>
				act(() => skein.links.create(edge), notice, "They were already linked this way."),
			unlink: (edgeId, notice) => act(() => skein.links.remove(edgeId), notice),
		};
	}, [queries]);

	return (
		<EditsContext value={edits}>
			{children}
			<ConflictDialog conflict={conflict} onClose={() => setConflict(null)} />
		</EditsContext>
	);
}

function describeUndone(entities: readonly Entity[], part: Pick<Entity, "id" | "title"> | undefined): string {
	const trashed = entities.filter(({ deleted_at: deletedAt }) => deletedAt !== null);
	if (trashed.length === 1) return `Undone: “${trashed[0]?.title}” is in the trash.`;
	if (trashed.length > 1) return `Undone: ${trashed.length} things are in the trash.`;
	return part === undefined ? "Undone." : `Undone, for “${part.title}” alone.`;
}

const newestOf = (entity: Entity, ...others: readonly (Entity | null | undefined)[]): Entity =>
	others.reduce<Entity>(
		(newest, other) => (other && other.version > newest.version ? other : newest),
		entity,
	);

function applyPatch(entity: Entity, { props, archived: _, ...columns }: EntityPatch): Entity {
	return { ...entity, ...columns, props: { ...entity.props, ...props } };
}

async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
	try {
		return await work();
	} catch (error) {
		complain(error);
		return null;
	}
}

function complain(error: unknown): void {
	const message = error instanceof Error ? error.message : "Something went wrong.";
	say({ text: `Not saved. ${message}`, tone: "bad" });
}

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
function ConflictDialog({ conflict, onClose }: ConflictDialogProps) {
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
