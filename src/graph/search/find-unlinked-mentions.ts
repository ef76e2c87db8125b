import type { Answer } from "../../contract/frozen.ts";
import type { unlinkedMentionsSchema } from "../../contract/suggestion.ts";
import type { Entity, EntityHeader } from "../model/entity.ts";
import { WorkLimit } from "../model/work-limit.ts";
import type { Rows } from "../store/rows.ts";
import type { GraphView } from "./view/graph-view.ts";
import { analyseText, foldText, isStopWord } from "./words/analyse-text.ts";
import { LONGEST_TEXT, listPlainWords, type PlainWord, WORD } from "./words/list-plain-words.ts";

/** Places in other texts that name an entity, and places in its own text that name others. */
export type UnlinkedMentions = Answer<typeof unlinkedMentionsSchema>;

/** A place in the body of the source that names the target without linking it. */
export type UnlinkedMention = UnlinkedMentions["incoming"][number];

export type MentionEnd = UnlinkedMention["target"];

/** The work is bounded, and with it the answer: what is accepted makes room for the rest. */
const MOST_TEXTS = 100;
const MOST_NAMES = 20;
const MOST_PLACES = 50;
const MOST_PLACES_PER_TEXT = 5;
const LONGEST_NAME = 6;
const SHORTEST_WORD = 4;
const EXCERPT_REACH = 60;
const WORDS_AT_ONCE = 100;

/** The signs allowed between the words of one name; a full stop or a comma ends it. */
const JOINS = /^[\s'’_/–—-]{1,3}$/;

interface Place {
	readonly start: number;
	readonly end: number;
}

/** A single word is a name only as it is written: in any capitals, every text would contain "Note". */
const isTelling = (name: string): boolean =>
	/[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(name) ||
	(name.length >= SHORTEST_WORD && !isStopWord(foldText(name)));

function findPlaces(body: string, words: readonly PlainWord[], name: string): readonly Place[] {
	const wanted = [...name.matchAll(WORD)].map(([word]) => foldText(word));
	const places: Place[] = [];
	for (let at = 0; at + wanted.length <= words.length && wanted.length > 0; at += 1) {
		const first = words[at] as PlainWord;
		if (first.folded !== wanted[0]) continue;
		const run = words.slice(at, at + wanted.length);
		const last = run.at(-1) as PlainWord;
		const isJoined = run.every(
			(word, index) =>
				word.folded === wanted[index] &&
				(index === 0 || JOINS.test(body.slice(run[index - 1]?.end, word.start))),
		);
		const isAsWritten = wanted.length > 1 || body.slice(first.start, last.end) === name;
		if (isJoined && isAsWritten) places.push({ start: first.start, end: last.end });
	}
	return places;
}

/** The beginning of the line is kept when it is near, so that an excerpt reads like the text. */
function cutExcerpt(body: string, { start, end }: Place): string {
	const from = Math.max(body.lastIndexOf("\n", start) + 1, start - EXCERPT_REACH);
	const stop = body.indexOf("\n", end);
	return body.slice(from, Math.min(stop < 0 ? body.length : stop, end + EXCERPT_REACH)).trim();
}

const endOf = ({ id, ref, kind, title }: MentionEnd): MentionEnd => ({ id, ref, kind, title });

/** Names that mean this entity and no other that the reader knows. */
const ownNames = (
	graph: GraphView,
	node: Pick<EntityHeader, "id" | "title" | "aliases">,
): readonly string[] =>
	[node.title, ...node.aliases].filter((name) => isTelling(name) && graph.find(name)?.id === node.id);

async function placeInBlocks(
	rows: Rows,
	source: Entity,
	found: readonly (Place & { readonly target: MentionEnd })[],
): Promise<readonly UnlinkedMention[]> {
	if (found.length === 0) return [];
	const blocks = await rows.blocks(source.id);
	return found.map(({ start, end, target }) => ({
		source: endOf(source),
		target: endOf(target),
		blockId: blocks.findLast((block) => block.start_offset <= start && end <= block.end_offset)?.id ?? null,
		start,
		end,
		text: source.body.slice(start, end),
		excerpt: cutExcerpt(source.body, { start, end }),
	}));
}

async function findIncoming(
	{ graph, rows, work }: MentionScope,
	target: Entity,
): Promise<readonly UnlinkedMention[]> {
	const names = ownNames(graph, target).slice(0, MOST_NAMES);
	const candidates = names.flatMap((name) =>
		graph
			.search({
				query: name,
				required: analyseText(name, graph.language),
				without: ["fuzzy", "meaning", "graph"],
				exclude: [target.id],
				limit: MOST_TEXTS,
			})
			.hits.map(({ node }) => node.id),
	);
	const sources = await rows.getMany([...new Set(candidates)].slice(0, MOST_TEXTS));
	const mentions: UnlinkedMention[] = [];
	for (const id of new Set(candidates)) {
		const source = sources.get(id);
		if (source === undefined || mentions.length >= MOST_PLACES) continue;
		await work.spend(Math.min(source.body.length, LONGEST_TEXT));
		const words = listPlainWords(source.body);
		const places = new Map(
			names.flatMap((name) => findPlaces(source.body, words, name)).map((place) => [place.start, place]),
		);
		const inOrder = [...places.values()].sort((a, b) => a.start - b.start).slice(0, MOST_PLACES_PER_TEXT);
		const placed = await placeInBlocks(
			rows,
			source,
			inOrder.map((place) => ({ ...place, target })),
		);
		for (const mention of placed) mentions.push(mention);
	}
	return mentions.slice(0, MOST_PLACES);
}

async function findOutgoing(
	{ graph, rows, work }: MentionScope,
	source: Entity,
): Promise<readonly UnlinkedMention[]> {
	await work.spend(Math.min(source.body.length, LONGEST_TEXT));
	const words = listPlainWords(source.body);
	const found: (Place & { readonly target: MentionEnd })[] = [];
	for (let at = 0; at < words.length && found.length < MOST_PLACES; at += 1) {
		if (at % WORDS_AT_ONCE === 0) await work.spend(WORDS_AT_ONCE);
		for (let length = Math.min(LONGEST_NAME, words.length - at); length > 0; length -= 1) {
			const start = (words[at] as PlainWord).start;
			const end = (words[at + length - 1] as PlainWord).end;
			const written = source.body.slice(start, end);
			if (!isTelling(written)) continue;
			// A text may join by hyphens what the name writes apart.
			const target = graph.find(written) ?? graph.find(written.replace(/[^\p{L}\p{N}\p{M}]+/gu, " "));
			if (target === undefined || target.id === source.id || target.ref === written) continue;
			const isName = ownNames(graph, target).some(
				(name) => findPlaces(source.body, words.slice(at, at + length), name).length > 0,
			);
			if (!isName) continue;
			found.push({ start, end, target });
			at += length - 1;
			break;
		}
	}
	return placeInBlocks(rows, source, found);
}

interface MentionScope {
	readonly graph: GraphView;
	readonly rows: Rows;
	readonly work: WorkLimit;
}

type MentionSource = Pick<MentionScope, "graph" | "rows"> & Partial<MentionScope>;

/** Among what the reader may read. A name that two things bear is left out: nobody could say which of them is meant. */
export async function findUnlinkedMentions(
	{ graph, rows, work = new WorkLimit() }: MentionSource,
	idOrRef: string,
): Promise<UnlinkedMentions> {
	const entity = await rows.get(idOrRef);
	const scope = { graph, rows, work };
	return { incoming: await findIncoming(scope, entity), outgoing: await findOutgoing(scope, entity) };
}

export async function findNamedInText(
	{ graph, rows, work = new WorkLimit() }: MentionSource,
	idOrRef: string,
): Promise<readonly UnlinkedMention[]> {
	return findOutgoing({ graph, rows, work }, await rows.get(idOrRef));
}
