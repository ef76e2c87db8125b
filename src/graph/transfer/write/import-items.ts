import { isDeepStrictEqual } from "node:util";
import type { Field } from "../../model/field.ts";
import { newId } from "../../model/ids.ts";
import type { Operation } from "../../model/operation.ts";
import type { OwnKindDefinition } from "../../model/own-kind.ts";
import type { Imports, NamedLinks } from "../../store/archive/imports.ts";
import type { ImportItem, Survey } from "../source/import-item.ts";
import { countOf, type ImportProgress, type ImportReport, type Loss } from "../source/import-report.ts";
import { describeSteps } from "./describe-steps.ts";
import { importLinks } from "./import-links.ts";
import { addTallies, NOTHING, type PlannedStep, type Tally, WriteBatch } from "./write-batch.ts";

export interface ImportItemsOptions {
	readonly imports: Imports;
	readonly survey: Survey;
	readonly via: string;
	readonly dryRun?: boolean;
	readonly onProgress?: ImportProgress;
	readonly signal?: AbortSignal;
}

export type ImportOutcome = Pick<
	ImportReport,
	"entities" | "edges" | "files" | "losses" | "plan" | "plan_total"
>;

/** One transaction each: small enough to be lost in a crash, large enough that most links find their target at once. */
const BATCH = 500;
/** The engine knows nothing of tables that were empty; what it then does for each row is to read them whole. */
const FIRST_BATCH = 100;
/** Rows change how the database finds them once there are so many times more of them. */
const GROWTH = 4;
const MOST_FILE_BYTES = 32_000_000;
const STEPS_NAMED = 300;
/** With the embedded engine everybody waits for a trial: this many take about ten seconds. */
const MOST_TRIED = 10_000;

/** Small at first, and never with more bytes of files than a transaction should hold. */
function* cutBatches(items: readonly ImportItem[]): Generator<readonly ImportItem[]> {
	let batch: ImportItem[] = [];
	let bytes = 0;
	let most = FIRST_BATCH;
	for (const item of items) {
		batch.push(item);
		bytes += item.fileBytes ?? 0;
		if (batch.length < most && bytes < MOST_FILE_BYTES) continue;
		yield batch;
		batch = [];
		bytes = 0;
		most = BATCH;
	}
	if (batch.length > 0) yield batch;
}

const tellOpen = (
	count: number,
	names: readonly NamedLinks[],
	{ what, why }: Pick<Loss, "what" | "why">,
): readonly Loss[] => {
	const where = names.map(({ name, links }) => `[[${name}]] (${links})`).join(", ");
	return count === 0 ? [] : [{ what: `${countOf(count, "link")} ${what}`, where, why }];
};

/** A trial is the import itself, taken back: what it says of links and losses is no forecast. */
export function importItems(options: ImportItemsOptions): Promise<ImportOutcome> {
	if (!options.dryRun) return writeItems(options);
	return options.imports.rehearse((imports) => writeItems({ ...options, imports }));
}

/** A run that was cut off is run again: what has not changed is skipped, and what was changed here is never overwritten. */
async function writeItems(options: ImportItemsOptions): Promise<ImportOutcome> {
	const { imports, survey, dryRun = false, onProgress, signal } = options;
	const { items, source } = survey;
	// Nobody must wait for documents that are read again.
	const isJudgedOnly = dryRun && (items.length > MOST_TRIED || items.some(({ isReadAgain }) => isReadAgain));
	// Ids rise, so that this one separates the edges made from here on from the existing ones.
	const start = newId();
	const kindLosses = await defineImportedKinds(options);
	const batches = new WriteBatch({ ...options, kinds: await imports.kinds(), listsSteps: dryRun });
	let tally: Tally = { ...NOTHING, losses: kindLosses };
	let analysedAt = 0;
	let done = 0;
	for (const batch of cutBatches(items)) {
		signal?.throwIfAborted();
		onProgress?.({ stage: "writing", done, total: items.length });
		done += batch.length;
		tally = addTallies(tally, await (isJudgedOnly ? batches.judgeOnly(batch) : batches.write(batch)));
		if (isJudgedOnly || tally.created < Math.max(GROWTH * analysedAt, FIRST_BATCH)) continue;
		await imports.refreshStatistics();
		analysedAt = tally.created;
	}
	onProgress?.({ stage: "writing", done: items.length, total: items.length });
	const linkLosses = isJudgedOnly ? [tellJudgedOnly(items.length)] : await importLinks(options);

	const { losses, files, steps, ...entities } = tally;
	const { missing, doubtful, ...links } = await imports.countLinks(source);
	return {
		entities,
		files: { kept: files },
		edges: { created: await imports.countEdgesSince(source, start), ...links },
		losses: [
			...losses,
			...linkLosses,
			...tellOpen(links.unresolved, missing, {
				what: "to names that nothing here answers to",
				why: "They stay in the text and become edges once something of that name exists.",
			}),
			...tellOpen(links.ambiguous, doubtful, {
				what: "to names that several things here answer to",
				why: "They stay in the text. Write the folder in front, [[folder/Name]], to say which is meant.",
			}),
		],
		...(dryRun && {
			plan: await describeSteps(imports, listFirst(steps), start),
			plan_total: steps.length,
		}),
	};
}

const RANKS = { update: 0, keep: 1, create: 2 } as const;

/** Of a new thing there is nothing to say but its name, so that it waits behind those that are here already. */
const listFirst = (steps: readonly PlannedStep[]): readonly PlannedStep[] =>
	[...steps].sort((a, b) => RANKS[a.action] - RANKS[b.action]).slice(0, STEPS_NAMED);

const tellJudgedOnly = (items: number): Loss => ({
	what: "links and refusals of this trial",
	where: countOf(items, "thing"),
	why: `A trial of more than ${MOST_TRIED}, or of documents too large to be held together, says what it would write and does not try it. The import itself counts them.`,
});

/** A kind that exists only gains the fields it lacks: what a person has shaped since is not shaped back. */
async function defineImportedKinds(options: ImportItemsOptions): Promise<Loss[]> {
	const { imports, survey, via } = options;
	const existing = new Map((await imports.ownKinds()).map((definition) => [definition.kind, definition]));
	const losses: Loss[] = [];
	const definitions = survey.kinds.flatMap((wanted): OwnKindDefinition[] => {
		const known = existing.get(wanted.kind);
		if (known === undefined) return [wanted];
		losses.push(...listTypeDifferences(known, wanted));
		const fields = mergeFields(known.fields, wanted.fields);
		if (isDeepStrictEqual(fields, known.fields)) return [];
		return [{ ...known, fields }];
	});
	for (const definition of definitions) {
		const operations: Operation[] = [{ op: "define_kind", definition }];
		await imports.commit({ source: survey.source, operations, records: [], via });
	}
	return losses;
}

/** A choice gains the options it lacks, as a kind gains fields. */
function mergeFields(known: readonly Field[], wanted: readonly Field[]): readonly Field[] {
	const merged = known.map((field): Field => {
		const other = wanted.find(({ name }) => name === field.name);
		if (field.type !== "select" || other?.type !== "select") return field;
		return { ...field, options: [...new Set([...field.options, ...other.options])] };
	});
	return [...merged, ...wanted.filter((field) => !known.some(({ name }) => name === field.name))];
}

const listTypeDifferences = (known: OwnKindDefinition, wanted: OwnKindDefinition): Loss[] =>
	wanted.fields.flatMap((field) => {
		const type = known.fields.find(({ name }) => name === field.name)?.type;
		if (type === undefined || type === field.type) return [];
		return [
			{
				what: `the type of ${known.kind}.${field.name}`,
				where: field.type,
				why: `The kind has this field already, as ${type}. Values are converted where they can be.`,
			},
		];
	});
