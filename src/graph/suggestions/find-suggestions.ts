import { crc32 } from "node:zlib";
import type { Answer } from "../../contract/frozen.ts";
import { MOST_ALIASES, USUAL_PAGE } from "../../contract/limits.ts";
import type { suggestionListSchema } from "../../contract/suggestion.ts";
import { attachmentsOf } from "../model/attachment.ts";
import { type Entity, foldTitle } from "../model/entity.ts";
import { EntityNotFoundError, InvalidInputError } from "../model/errors.ts";
import { addTo } from "../model/group-by.ts";
import type { Operation } from "../model/operation.ts";
import { replaceRanges } from "../model/replace-ranges.ts";
import { WorkLimit } from "../model/work-limit.ts";
import { findNamedInText } from "../search/find-unlinked-mentions.ts";
import type { GraphView } from "../search/view/graph-view.ts";
import type { Dismissals } from "../store/people/dismissals.ts";
import type { Rows } from "../store/rows.ts";
import type { Committed, Writer } from "../store/write/writer.ts";

/** Something that a person may want to set right, for them to accept or dismiss. */
export type Suggestion = Answer<typeof suggestionListSchema>["suggestions"][number];

export type SuggestedEntity = Suggestion["entities"][number];

/** The rows a person may see, to suggest from. */
export interface SuggestionScope {
	readonly graph: GraphView;
	readonly rows: Rows;
}

const describeEntity = ({ id, ref, kind, title }: SuggestedEntity): SuggestedEntity => ({
	id,
	ref,
	kind,
	title,
});

export interface SuggestionsRequest {
	readonly scope: SuggestionScope;
	readonly dismissals: Dismissals;
	/** In whose texts to look for names; the newest otherwise. */
	readonly ids?: readonly string[];
	readonly limit?: number;
}

export type Suggestions = Answer<typeof suggestionListSchema>;

/** Each text is searched for every name there is; looking at all of them would take minutes. */
const TEXTS_SEARCHED = 50;

/** Finds repairs, for example after an import: things named but not linked, things that exist twice, things alone. */
export async function findSuggestions(request: SuggestionsRequest): Promise<Suggestions> {
	const { scope, dismissals, limit = USUAL_PAGE } = request;
	const work = new WorkLimit();
	const dismissed = await dismissals.list();
	const all = [
		...(await findDuplicates({ ...scope, work })),
		...(await suggestMentions(request, work)),
		...findOrphans(scope),
	].filter(({ key }) => !dismissed.has(key));
	return { suggestions: all.slice(0, limit), total: all.length };
}

async function suggestMentions(
	{ scope, ids }: SuggestionsRequest,
	work: WorkLimit,
): Promise<readonly Suggestion[]> {
	const sources = (ids ?? scope.graph.newest(TEXTS_SEARCHED).map(({ id }) => id)).slice(0, TEXTS_SEARCHED);
	const found = new Map<string, Suggestion>();
	for (const id of sources) {
		if (scope.graph.node(id) === undefined) continue;
		const outgoing = await findNamedInText({ ...scope, work }, id);
		const linked = new Set(scope.graph.linksOf(id).map(({ other }) => other.id));
		for (const { source, target, excerpt } of outgoing) {
			const key = `mention ${source.id} ${target.id}`;
			if (found.has(key) || linked.has(target.id)) continue;
			found.set(key, {
				key,
				type: "mention",
				entities: [describeEntity(source), describeEntity(target)],
				why: `It is named there without a link: ${excerpt}`,
				accept: "The first place that names it becomes a link.",
			});
		}
	}
	return [...found.values()];
}

/** Finds entities that nothing leads to or from. A project is rightly alone, and so is an archived entity. */
function findOrphans({ graph }: SuggestionScope): readonly Suggestion[] {
	const suggestions: Suggestion[] = [];
	for (const node of graph.nodes()) {
		if (node.project_id === node.id || node.archived_at !== null || graph.linksOf(node.id).length > 0)
			continue;
		suggestions.push({
			key: `orphan ${node.id}`,
			type: "orphan",
			entities: [describeEntity(node)],
			why: "Nothing is linked to it, and it links to nothing.",
			accept: "It is archived: readable, and out of the way.",
		});
	}
	return suggestions.sort((a, b) => (a.key < b.key ? 1 : -1));
}

/** Texts are compared among the newest: what was imported last is where copies come from. */
const MOST_TEXTS = 2_000;
/** Copies begin alike; a book is not read to the end for it. */
const LONGEST_TEXT = 10_000;
const TEXTS_AT_ONCE = 50;
const NEARLY_EQUAL = 0.8;
/** A name that many share is no copy but a habit, such as "Index". */
const MOST_ALIKE = 4;

interface Compared extends SuggestedEntity {
	readonly project_id: string | null;
	readonly aliases: readonly string[];
}

interface Sketched {
	readonly node: Compared;
	readonly sketch: readonly number[];
}

const groupOf = ({ kind, project_id }: Compared): string => `${kind} ${project_id ?? ""}`;

/** Pairs of one kind in one place that bear the same name, or say nearly the same. */
async function findDuplicates(
	scope: SuggestionScope & { readonly work: WorkLimit },
): Promise<readonly Suggestion[]> {
	const found = new Map<string, Suggestion>();
	const add = (a: Compared, b: Compared, why: string): void => {
		// The older one is kept: more refers to it.
		const [first, second] = a.id < b.id ? [a, b] : [b, a];
		const key = `duplicate ${first.id} ${second.id}`;
		if (found.has(key)) return;
		found.set(key, {
			key,
			type: "duplicate",
			entities: [describeEntity(first), describeEntity(second)],
			why,
			accept:
				"The second is merged into the first, with its text, names, fields and relations, and goes to the trash.",
		});
	};
	for (const alike of groupByName(scope)) {
		for (const [index, one] of alike.entries())
			for (const other of alike.slice(index + 1)) add(one, other, `Both are called "${one.title}".`);
	}
	for (const [one, other] of await findAlikeTexts(scope)) add(one, other, "Their texts are nearly the same.");
	return [...found.values()];
}

function groupByName({ graph }: SuggestionScope): readonly (readonly Compared[])[] {
	const byName = new Map<string, Map<string, Compared>>();
	for (const node of graph.nodes()) {
		for (const name of [node.title, ...node.aliases]) {
			const key = `${groupOf(node)} ${foldTitle(name)}`;
			byName.set(key, (byName.get(key) ?? new Map()).set(node.id, node));
		}
	}
	return [...byName.values()]
		.filter(({ size }) => size > 1 && size <= MOST_ALIKE)
		.map((alike) => [...alike.values()].sort((a, b) => (a.id < b.id ? -1 : 1)));
}

async function findAlikeTexts(
	scope: SuggestionScope & { readonly work: WorkLimit },
): Promise<readonly (readonly [Compared, Compared])[]> {
	const { graph, rows, work } = scope;
	const nodes = graph.newest(MOST_TEXTS).filter(({ kind }) => graph.kinds.find(kind)?.writesProse === true);
	const sketched: Sketched[] = [];
	for (let start = 0; start < nodes.length; start += TEXTS_AT_ONCE) {
		const batch = nodes.slice(start, start + TEXTS_AT_ONCE);
		const entities = await rows.getMany(batch.map(({ id }) => id));
		for (const node of batch) {
			const text = (entities.get(node.id)?.body ?? "").slice(0, LONGEST_TEXT);
			await work.spend(text.length);
			const sketch = sketchText(text);
			if (sketch !== undefined) sketched.push({ node, sketch });
		}
	}
	const buckets = new Map<string, Sketched[]>();
	for (const entry of sketched) {
		for (const mark of entry.sketch.slice(0, MOST_ALIKE)) {
			addTo(buckets, `${groupOf(entry.node)} ${mark}`, entry);
		}
	}
	const pairs = new Map<string, readonly [Compared, Compared]>();
	for (const bucket of buckets.values()) {
		if (bucket.length > 4 * MOST_ALIKE) continue;
		for (const [index, one] of bucket.entries()) {
			for (const other of bucket.slice(index + 1)) {
				if (likeness(one.sketch, other.sketch) >= NEARLY_EQUAL)
					pairs.set([one.node.id, other.node.id].sort().join(" "), [one.node, other.node]);
			}
		}
	}
	return [...pairs.values()];
}

const RUN = 5;
const MARKS = 64;
const FEWEST_WORDS = 30;
const WORD = /[\p{L}\p{N}]+/gu;
/** Then all but the smallest are dropped: a book has a hundred thousand. */
const MOST_HASHES = 4_096;

/** Two texts share as many marks as they share runs of five words. Undefined for one too short to tell a copy from chance. */
export function sketchText(text: string): readonly number[] | undefined {
	let words = 0;
	const run: string[] = [];
	let hashes = new Set<number>();
	for (const [word] of text.toLowerCase().matchAll(WORD)) {
		words += 1;
		run.push(word);
		if (run.length < RUN) continue;
		hashes.add(crc32(run.join(" ")));
		run.shift();
		if (hashes.size > MOST_HASHES) hashes = new Set(keepSmallest(hashes));
	}
	return words < FEWEST_WORDS ? undefined : keepSmallest(hashes);
}

const keepSmallest = (hashes: ReadonlySet<number>): readonly number[] =>
	[...hashes].sort((a, b) => a - b).slice(0, MARKS);

/** The share of runs that two texts have in common, from their sketches. */
export function likeness(one: readonly number[], other: readonly number[]): number {
	const union = [...new Set([...one, ...other])].sort((a, b) => a - b).slice(0, MARKS);
	const [first, second] = [new Set(one), new Set(other)];
	return union.filter((mark) => first.has(mark) && second.has(mark)).length / Math.max(union.length, 1);
}

const VIA = "suggestion";

/** Does what a suggestion says, as one change that can be undone. */
export async function acceptSuggestion(input: {
	readonly scope: SuggestionScope;
	readonly writer: Writer;
	readonly key: string;
}): Promise<Committed> {
	const [type = "", ...ids] = input.key.split(" ");
	const plan = PLANS.get(type);
	if (plan === undefined || ids.length !== plan.ends) {
		throw new InvalidInputError("This is no suggestion. Take the key from the list.", { field: "key" });
	}
	return input.writer.commit(await plan.make(input.scope, ids), VIA);
}

const PLANS: ReadonlyMap<
	string,
	{
		readonly ends: number;
		readonly make: (scope: SuggestionScope, ids: readonly string[]) => Promise<readonly Operation[]>;
	}
> = new Map([
	["duplicate", { ends: 2, make: planMerge }],
	["mention", { ends: 2, make: planLink }],
	["orphan", { ends: 1, make: planArchive }],
]);

/** Everything the second one has goes over to the first; what both have, the first keeps. */
async function planMerge(
	{ graph, rows }: SuggestionScope,
	[keptId = "", goneId = ""]: readonly string[],
): Promise<readonly Operation[]> {
	const [kept, gone] = [await rows.get(keptId), await rows.get(goneId)];
	if (kept.kind !== gone.kind || kept.project_id !== gone.project_id || kept.id === gone.id)
		throw new EntityNotFoundError("suggestion");
	// Files belong to what holds them; merged, the text would name files that are in the trash.
	if (attachmentsOf(gone).length > 0) {
		throw new InvalidInputError(
			`"${gone.title}" holds files. Attach them to the other one first, and take them away here.`,
			{ field: "key" },
			"holds_files",
		);
	}
	const relinked = graph
		.linksOf(gone.id)
		.filter(({ edge, other }) => edge.origin === "stated" && other.id !== kept.id)
		.map(({ edge: { src_id, rel, dst_id, text } }): Operation => {
			const swap = (id: string): string => (id === gone.id ? kept.id : id);
			return { op: "link", edge: { src_id: swap(src_id), rel, dst_id: swap(dst_id), text } };
		});
	return [
		...relinked,
		{ op: "delete", id: gone.id, version: gone.version },
		{
			op: "update",
			id: kept.id,
			version: kept.version,
			patch: {
				aliases: joinAliases(kept, gone),
				body: joinBodies(kept, gone),
				description: kept.description || gone.description,
				props: { ...gone.props, ...kept.props },
			},
		},
	];
}

/** The title of what goes is always among them: links written with it would be cut. */
const joinAliases = (kept: Entity, gone: Entity): readonly string[] =>
	[...kept.aliases.slice(1 - MOST_ALIASES), gone.title, ...gone.aliases].slice(0, MOST_ALIASES);

function joinBodies(kept: Entity, gone: Entity): string {
	const [first, second] = [kept.body.trim(), gone.body.trim()];
	if (first.includes(second)) return kept.body;
	return second.includes(first) ? gone.body : `${kept.body.trimEnd()}\n\n${gone.body}`;
}

async function planLink(
	scope: SuggestionScope,
	[sourceId = "", targetId = ""]: readonly string[],
): Promise<readonly Operation[]> {
	const outgoing = await findNamedInText(scope, sourceId);
	const mention = outgoing.find(({ target }) => target.id === targetId);
	if (mention === undefined) throw new EntityNotFoundError("suggestion");
	const { body, version } = await scope.rows.get(sourceId);
	const { start, end, text, target } = mention;
	const link = text === target.title ? `[[${text}]]` : `[[${target.title}|${text}]]`;
	const patch = { body: replaceRanges(body, [{ start, end, text: link }]) };
	return [{ op: "update", id: sourceId, version, patch }];
}

async function planArchive(
	{ rows }: SuggestionScope,
	[id = ""]: readonly string[],
): Promise<readonly Operation[]> {
	const { version } = await rows.get(id);
	return [{ op: "update", id, version, patch: { archived: true } }];
}
