import { crc32 } from "node:zlib";
import { foldTitle } from "../model/entity.ts";
import { addTo } from "../model/group-by.ts";
import type { WorkLimit } from "../model/work-limit.ts";
import { describeEntity, type SuggestedEntity, type Suggestion, type SuggestionScope } from "./suggestion.ts";

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
export async function findDuplicates(
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
