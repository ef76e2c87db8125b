import { MOST_ALIASES } from "../../../contract/limits.ts";
import { convertFieldValue } from "../../model/convert-field.ts";
import { type NewEntity, tidyAliases } from "../../model/entity.ts";
import { ConflictError, InvalidInputError } from "../../model/errors.ts";
import { groupBy } from "../../model/group-by.ts";
import { newId } from "../../model/ids.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import type { Operation } from "../../model/operation.ts";
import { withoutUndefined } from "../../model/without-undefined.ts";
import { type AttachedFile, listHeldFiles } from "../../store/archive/attachments.ts";
import type { ImportedEntity, ImportRecord, Imports } from "../../store/archive/imports.ts";
import {
	contentOf,
	fillReferences,
	hashOf,
	type ImportItem,
	isInternalRecord,
	type LoadedItem,
	REFERENCE_RECORD,
	type Survey,
} from "../source/import-item.ts";
import type { Loss, PlannedItem } from "../source/import-report.ts";

export interface Tally {
	readonly created: number;
	readonly updated: number;
	readonly skipped: number;
	readonly files: number;
	readonly losses: readonly Loss[];
	/** What was done with each that is not skipped, where somebody asked for it. */
	readonly steps: readonly PlannedStep[];
}

/** With the entity that was there before. */
export type PlannedStep = PlannedItem & { readonly updatedId?: string };

export const NOTHING: Tally = { created: 0, updated: 0, skipped: 0, files: 0, losses: [], steps: [] };

export const addTallies = (a: Tally, b: Tally): Tally => ({
	created: a.created + b.created,
	updated: a.updated + b.updated,
	skipped: a.skipped + b.skipped,
	files: a.files + b.files,
	losses: [...a.losses, ...b.losses],
	steps: [...a.steps, ...b.steps],
});

type Verdict = "create" | "update" | "skip" | { readonly keep: string };

interface JudgedItem {
	readonly item: ImportItem;
	readonly known: ImportedEntity | undefined;
	readonly verdict: Verdict;
	/** Its id at the last import, if it has moved since. */
	readonly formerId?: string;
}

const ATTEMPTS = 3;

function judge(item: ImportItem, known: ImportedEntity | undefined): Verdict {
	if (known === undefined) return "create";
	if (known.deleted)
		return { keep: "It was deleted here after an earlier import. Restore it to have it back." };
	if (known.content_hash === item.hash) return "skip";
	if (!known.writable) return { keep: "You may read what an earlier import made of it but not change it." };
	if (known.version !== known.entity_version) {
		return {
			keep: "It was changed both here and at its source since the last import. What is here was kept.",
		};
	}
	return "update";
}

const isPending = ({ verdict }: JudgedItem): boolean => verdict === "create" || verdict === "update";

export class WriteBatch {
	readonly #imports: Imports;
	readonly #source: string;
	readonly #via: string;
	readonly #kinds: KindRegistry;
	readonly #listsSteps: boolean;
	/** Every id the source has now; a record of another may be of something that has moved. */
	readonly #present: ReadonlySet<string>;
	readonly #projectNames: ReadonlySet<string>;
	#gone: ReadonlyMap<string, readonly string[]> | undefined;
	/** The entities that items name as their project, as far as they are there. */
	readonly #projects = new Map<string, string>();
	readonly #referencedNames: ReadonlySet<string>;
	/** The entities that reference fields name, as far as they are there: an item written after them needs no second write. */
	readonly #referenced = new Map<string, string>();

	constructor(input: {
		readonly imports: Imports;
		readonly survey: Survey;
		readonly via: string;
		readonly kinds: KindRegistry;
		readonly listsSteps: boolean;
	}) {
		const { items, source } = input.survey;
		this.#imports = input.imports;
		this.#source = source;
		this.#via = input.via;
		this.#kinds = input.kinds;
		this.#listsSteps = input.listsSteps;
		this.#present = new Set(items.map((item) => item.externalId));
		this.#projectNames = new Set(items.flatMap((item) => item.project ?? []));
		this.#referencedNames = new Set(
			items.flatMap((item) => (item.references ?? []).flatMap((reference) => reference.to)),
		);
	}

	/** Says what would be done, without trying it. */
	async judgeOnly(batch: readonly ImportItem[]): Promise<Tally> {
		const judged = await this.#judge(batch);
		const pending = judged.filter(isPending);
		const created = pending.filter(({ verdict }) => verdict === "create").length;
		return { ...tellKept(judged), created, updated: pending.length - created, steps: judged.flatMap(toStep) };
	}

	/** Judged again at every attempt: a conflict is a write that came between the judging and the commit. */
	async write(batch: readonly ImportItem[], attempt = 1): Promise<Tally> {
		const judged = await this.#judge(batch);
		const kept = tellKept(judged);
		const pending = judged.filter(isPending);
		if (pending.length === 0) return { ...kept, steps: this.#listSteps(judged, new Set()) };
		try {
			return addTallies(kept, await this.#commit(pending, judged));
		} catch (error) {
			if (error instanceof ConflictError && attempt < ATTEMPTS) return this.write(batch, attempt + 1);
			if (!(error instanceof InvalidInputError)) throw error;
			return this.#isolateRefused(batch, error);
		}
	}

	/** One item that the store refuses must not keep the rest of its batch out. */
	async #isolateRefused(batch: readonly ImportItem[], error: InvalidInputError): Promise<Tally> {
		const [only] = batch;
		if (batch.length === 1 && only !== undefined) {
			return { ...NOTHING, losses: [{ what: "an item", where: only.externalId, why: error.message }] };
		}
		const middle = Math.ceil(batch.length / 2);
		const first = await this.write(batch.slice(0, middle));
		return addTallies(first, await this.write(batch.slice(middle)));
	}

	async #judge(batch: readonly ImportItem[]): Promise<readonly JudgedItem[]> {
		const found = await this.#imports.find(
			this.#source,
			batch.map((item) => item.externalId),
		);
		const moved = await this.#findMoved(batch.filter((item) => !found.has(item.externalId)));
		return batch.map((item) => {
			const formerly = moved.get(item.externalId);
			const known = formerly ?? found.get(item.externalId);
			const verdict = judge(item, known);
			if (known !== undefined && !known.deleted) this.#noteId(item.externalId, known.entity_id);
			// A new place makes new names, so that what moved is written even if its content is the same.
			if (formerly === undefined) return { item, known, verdict };
			return {
				item,
				known,
				verdict: verdict === "skip" ? "update" : verdict,
				formerId: formerly.external_id,
			};
		});
	}

	/** The same content under another id, while the id it had is gone from the source: it was renamed. */
	async #findMoved(
		unknown: readonly ImportItem[],
	): Promise<ReadonlyMap<string, ImportedEntity & { readonly external_id: string }>> {
		const moved = new Map<string, ImportedEntity & { readonly external_id: string }>();
		const left = await this.#loadGone();
		if (left.size === 0) return moved;
		for (const item of unknown) {
			const [former, ...others] = left.get(contentOf(item.hash)) ?? [];
			if (former === undefined) continue;
			const known = (await this.#imports.find(this.#source, [former])).get(former);
			if (known === undefined || known.deleted || !known.writable) continue;
			left.set(contentOf(item.hash), others);
			moved.set(item.externalId, { ...known, external_id: former });
		}
		return moved;
	}

	/** Loads the things that an earlier import made and the source no longer has, by content. */
	async #loadGone(): Promise<Map<string, readonly string[]>> {
		if (this.#gone !== undefined) return new Map(this.#gone);
		const records = await this.#imports.listRecords(this.#source, "");
		const gone = records.filter(
			({ external_id }) => !this.#present.has(external_id) && !isInternalRecord(external_id),
		);
		this.#gone = new Map(
			[...groupBy(gone, ({ content_hash }) => contentOf(content_hash))].map(([hash, found]) => [
				hash,
				found.map((record) => record.external_id),
			]),
		);
		return new Map(this.#gone);
	}

	#noteId(externalId: string, entityId: string): void {
		if (this.#projectNames.has(externalId)) this.#projects.set(externalId, entityId);
		if (this.#referencedNames.has(externalId)) this.#referenced.set(externalId, entityId);
	}

	/** Reference fields of which every target is there already; others are filled when all items are. */
	#readReferences({ references = [] }: ImportItem): JsonObject | undefined {
		const isHere = references.every(({ to }) => to.every((name) => this.#referenced.has(name)));
		if (references.length === 0 || !isHere) return undefined;
		return fillReferences(references, (name) => this.#referenced.get(name));
	}

	/** Those that were kept or written, in the order of the source. */
	#listSteps(judged: readonly JudgedItem[], written: ReadonlySet<string>): readonly PlannedStep[] {
		if (!this.#listsSteps) return [];
		return judged.filter((entry) => !isPending(entry) || written.has(entry.item.externalId)).flatMap(toStep);
	}

	async #commit(pending: readonly JudgedItem[], judged: readonly JudgedItem[]): Promise<Tally> {
		const operations: Operation[] = [];
		const records: ImportRecord[] = [];
		const files: AttachedFile[] = [];
		const losses: Loss[] = [];
		let created = 0;
		for (const { item, known, formerId } of pending) {
			const loaded = await item.load();
			const loss = "loss" in loaded ? loaded.loss : this.#findObstacle(item);
			if (loss !== undefined || "loss" in loaded) {
				if (loss !== undefined) losses.push(loss);
				continue;
			}
			const id = known?.entity_id ?? newId();
			this.#noteId(item.externalId, id);
			const held = (loaded.files ?? []).map((file) => ({ ...file, entity_id: id }));
			for (const file of held) files.push(file);
			const referenced = this.#readReferences(item);
			const props = { ...loaded.entity.props, ...referenced };
			const entity = this.#fit(item, { ...loaded.entity, props }, losses);
			for (const operation of toOperations({ ...loaded, entity }, id, known)) operations.push(operation);
			if (known === undefined) created += 1;
			const record = { external_id: item.externalId, entity_id: id, content_hash: loaded.hash };
			records.push({ ...record, ...(formerId !== undefined && { former_id: formerId }) });
			if (referenced)
				records.push({
					external_id: REFERENCE_RECORD + item.externalId,
					entity_id: id,
					content_hash: hashOf(referenced),
				});
		}
		if (operations.length > 0)
			await this.#imports.commit({ source: this.#source, operations, records, files, via: this.#via });
		const written = new Set(
			records.flatMap(({ external_id }) => (isInternalRecord(external_id) ? [] : [external_id])),
		);
		const counts = { created, updated: written.size - created, skipped: 0, files: files.length };
		return { ...counts, losses, steps: this.#listSteps(judged, written) };
	}

	#findObstacle({ project, externalId }: ImportItem): Loss | undefined {
		if (project === undefined || this.#projects.has(project)) return undefined;
		return {
			what: "an item",
			where: externalId,
			why: `Its project (${project}) could not be imported, or was deleted here.`,
		};
	}

	/** Places it in its project, and gives every value the form that its field asks for. */
	#fit({ externalId, project }: ImportItem, entity: NewEntity, losses: Loss[]): NewEntity {
		const projectId = project === undefined ? undefined : this.#projects.get(project);
		const fields = this.#kinds.find(entity.kind)?.fields ?? [];
		const props: Record<string, Json | undefined> = { ...entity.props };
		for (const field of fields) {
			const value = props[field.name];
			if (value === undefined || value === null) continue;
			const converted = convertFieldValue(entity.kind, field, value);
			props[field.name] = converted ?? null;
			if (converted !== undefined) continue;
			props[`${field.name}_as_imported`] = value;
			losses.push({
				what: `the value of ${field.name}`,
				where: externalId,
				why: `${field.type} cannot hold it; it is kept as ${field.name}_as_imported.`,
			});
		}
		// Duplicates go first: they would otherwise take the places of names that are lost.
		const aliases = tidyAliases(entity.aliases ?? [], entity.title);
		if (aliases.length > MOST_ALIASES) {
			losses.push({
				what: `${aliases.length - MOST_ALIASES} other names`,
				where: externalId,
				why: `An entity has at most ${MOST_ALIASES}; the first ones were taken.`,
			});
		}
		const names = entity.aliases && { aliases: aliases.slice(0, MOST_ALIASES) };
		return { ...entity, props, ...names, ...(projectId !== undefined && { project_id: projectId }) };
	}
}

function toStep({ item, known, verdict }: JudgedItem): PlannedStep[] {
	if (verdict === "skip") return [];
	const action = typeof verdict === "object" ? "keep" : verdict;
	const { kind, title, externalId: where } = item;
	const isUpdate = action === "update" && known !== undefined;
	return [{ action, kind, title, where, ...(isUpdate && { updatedId: known.entity_id }) }];
}

function tellKept(judged: readonly JudgedItem[]): Tally {
	const losses = judged.flatMap(({ item, verdict }) =>
		typeof verdict === "object"
			? [{ what: "changes at the source", where: item.externalId, why: verdict.keep }]
			: [],
	);
	return { ...NOTHING, skipped: judged.filter((entry) => !isPending(entry)).length, losses };
}

/** An update leaves alone what says where an entity lives and who may read it: that is decided here, not at the source. */
function toOperations(
	{ entity, archived = false, files }: LoadedItem,
	id: string,
	known: ImportedEntity | undefined,
): Operation[] {
	const held = files && { heldFiles: listHeldFiles(files) };
	if (known === undefined) {
		const create: Operation = { op: "create", entity: { ...entity, id }, ...held };
		return archived ? [create, { op: "update", id, version: 1, patch: { archived } }] : [create];
	}
	const { title, aliases, body, description, props } = entity;
	// A note that an earlier import made stays one, whatever its frontmatter says now.
	const state_key = known.kind === entity.kind ? entity.state_key : undefined;
	const patch = withoutUndefined({ title, aliases, body, description, props, state_key });
	return [{ op: "update", id, version: known.version, patch, ...held }];
}
