import type { NewEntity } from "../model/entity.ts";
import { ConflictError, InvalidInputError } from "../model/errors.ts";
import { newId } from "../model/ids.ts";
import type { Operation } from "../model/operation.ts";
import type { ImportedEntity, ImportRecord, Imports } from "../store/imports.ts";
import type { ImportProgress, ImportReport, Loss } from "./import-report.ts";
import { countOf } from "./import-report.ts";

/** A thing ready to be written. Props that an earlier import may have set and this one does not are null. */
export interface LoadedItem {
	readonly entity: NewEntity;
	readonly hash: string;
}

/**
 * One thing of a source, as a survey found it. Its content is loaded when its turn comes, so that a source may be
 * larger than memory.
 */
export interface ImportItem {
	readonly externalId: string;
	/** Decides whether it has changed since it was last imported. */
	readonly hash: string;
	load(): Promise<LoadedItem | { readonly loss: Loss }>;
}

export interface ImportItemsOptions {
	readonly imports: Imports;
	/** Names the folder, account or file that the external ids belong to. */
	readonly source: string;
	readonly items: readonly ImportItem[];
	readonly via: string;
	/** Judges every item and writes nothing. */
	readonly dryRun?: boolean;
	readonly onProgress?: ImportProgress;
	readonly signal?: AbortSignal;
}

export type ImportOutcome = Pick<ImportReport, "entities" | "edges" | "losses">;

interface Tally {
	readonly created: number;
	readonly updated: number;
	readonly skipped: number;
	readonly losses: readonly Loss[];
}

/** One transaction each: small enough to be lost in a crash, large enough that its fixed cost does not show. */
const BATCH = 200;
const ATTEMPTS = 3;
/** So few new rows do not change how the database finds them. */
const FEW = 100;

const NOTHING: Tally = { created: 0, updated: 0, skipped: 0, losses: [] };

const addTallies = (a: Tally, b: Tally): Tally => ({
	created: a.created + b.created,
	updated: a.updated + b.updated,
	skipped: a.skipped + b.skipped,
	losses: [...a.losses, ...b.losses],
});

/**
 * Brings items in, in batches that each commit with the record of where they came from. A run that was cut off is
 * taken up by running it again; what has not changed is skipped, and what was changed here is never overwritten.
 */
export async function importItems(options: ImportItemsOptions): Promise<ImportOutcome> {
	const { imports, source, items, dryRun, onProgress, signal } = options;
	const edgesBefore = await imports.listLinkEdges(source);
	let tally = NOTHING;
	let analysedAt = 0;
	for (let start = 0; start < items.length; start += BATCH) {
		signal?.throwIfAborted();
		onProgress?.({ stage: "writing", done: start, total: items.length });
		const batch = items.slice(start, start + BATCH);
		tally = addTallies(tally, dryRun ? await planBatch(options, batch) : await importBatch(options, batch));
		if (dryRun || tally.created < Math.max(2 * analysedAt, FEW)) continue;
		await imports.refreshStatistics();
		analysedAt = tally.created;
	}
	onProgress?.({ stage: "writing", done: items.length, total: items.length });

	const { losses, ...entities } = tally;
	const edgesAfter = await imports.listLinkEdges(source);
	const { missing, ...links } = await imports.countLinks(source);
	const created = [...edgesAfter].filter((edge) => !edgesBefore.has(edge)).length;
	const unresolved: Loss = {
		what: `${countOf(links.unresolved, "link")} to names that nothing here answers to`,
		where: missing.map(({ name, links: times }) => `[[${name}]] (${times})`).join(", "),
		why: "They stay in the text and become edges once something of that name exists.",
	};
	return {
		entities,
		edges: { created, ...links },
		losses: links.unresolved > 0 ? [...losses, unresolved] : losses,
	};
}

type Verdict = "create" | "update" | "skip" | { readonly keep: string };

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

interface JudgedItem {
	readonly item: ImportItem;
	readonly known: ImportedEntity | undefined;
	readonly verdict: Verdict;
}

async function judgeBatch(
	{ imports, source }: ImportItemsOptions,
	batch: readonly ImportItem[],
): Promise<{ readonly pending: readonly JudgedItem[]; readonly tally: Tally }> {
	const found = await imports.find(
		source,
		batch.map((item) => item.externalId),
	);
	const judged = batch.map((item) => {
		const known = found.get(item.externalId);
		return { item, known, verdict: judge(item, known) };
	});
	const pending = judged.filter(({ verdict }) => verdict === "create" || verdict === "update");
	const losses = judged.flatMap(({ item, verdict }) =>
		typeof verdict === "object"
			? [{ what: "changes at the source", where: item.externalId, why: verdict.keep }]
			: [],
	);
	return { pending, tally: { ...NOTHING, skipped: judged.length - pending.length, losses } };
}

async function planBatch(options: ImportItemsOptions, batch: readonly ImportItem[]): Promise<Tally> {
	const { pending, tally } = await judgeBatch(options, batch);
	const created = pending.filter(({ verdict }) => verdict === "create").length;
	return { ...tally, created, updated: pending.length - created };
}

/** Judged anew at every attempt: what conflicts is a write that came between the judging and the commit. */
async function importBatch(
	options: ImportItemsOptions,
	batch: readonly ImportItem[],
	attempt = 1,
): Promise<Tally> {
	const { pending, tally } = await judgeBatch(options, batch);
	if (pending.length === 0) return tally;
	try {
		return addTallies(tally, await writeItems(options, pending));
	} catch (error) {
		if (error instanceof ConflictError && attempt < ATTEMPTS) return importBatch(options, batch, attempt + 1);
		if (!(error instanceof InvalidInputError)) throw error;
		return isolateRefused(options, batch, error);
	}
}

/** One item that the store refuses must not keep the rest of its batch out. */
async function isolateRefused(
	options: ImportItemsOptions,
	batch: readonly ImportItem[],
	error: InvalidInputError,
): Promise<Tally> {
	const [only] = batch;
	if (batch.length === 1 && only !== undefined) {
		return { ...NOTHING, losses: [{ what: "an item", where: only.externalId, why: error.message }] };
	}
	const middle = Math.ceil(batch.length / 2);
	const first = await importBatch(options, batch.slice(0, middle));
	return addTallies(first, await importBatch(options, batch.slice(middle)));
}

async function writeItems(options: ImportItemsOptions, pending: readonly JudgedItem[]): Promise<Tally> {
	const { imports, source, via } = options;
	const operations: Operation[] = [];
	const records: ImportRecord[] = [];
	const losses: Loss[] = [];
	for (const { item, known } of pending) {
		const loaded = await item.load();
		if ("loss" in loaded) {
			losses.push(loaded.loss);
			continue;
		}
		const id = known?.entity_id ?? newId();
		operations.push(toOperation(loaded.entity, id, known));
		records.push({ external_id: item.externalId, entity_id: id, content_hash: loaded.hash });
	}
	if (operations.length > 0) await imports.commit({ source, operations, records, via });
	const created = operations.filter(({ op }) => op === "create").length;
	return { created, updated: operations.length - created, skipped: 0, losses };
}

/** An update leaves alone what says where an entity lives and who may read it: that is decided here, not at the source. */
function toOperation(entity: NewEntity, id: string, known: ImportedEntity | undefined): Operation {
	if (known === undefined) return { op: "create", entity: { ...entity, id } };
	const { title, aliases, body, props } = entity;
	const patch = {
		title,
		...(aliases && { aliases }),
		...(body !== undefined && { body }),
		...(props && { props }),
	};
	return { op: "update", id, version: known.version, patch };
}
