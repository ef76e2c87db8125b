import { blankCode } from "../model/blank-code.ts";
import type { Entity } from "../model/entity.ts";
import { scanMentions } from "../model/scan-mentions.ts";
import { scanWikilinks } from "../model/scan-wikilinks.ts";
import type { Rows } from "../store/rows.ts";
import { analyseText, foldText, isStopWord } from "./analyse-text.ts";
import type { GraphView } from "./graph-view.ts";
import type { GraphNode } from "./resident-graph.ts";

export type MentionEnd = Pick<GraphNode, "id" | "ref" | "kind" | "title">;

/** A place in a text that names an entity without linking it. */
export interface UnlinkedMention {
	/** Whose body it stands in. */
	readonly source: MentionEnd;
	readonly target: MentionEnd;
	readonly blockId: string | null;
	/** The place in the body. */
	readonly start: number;
	readonly end: number;
	/** The name as it is written there. */
	readonly text: string;
	readonly excerpt: string;
}

export interface UnlinkedMentions {
	/** Places in other texts that name this entity. */
	readonly incoming: readonly UnlinkedMention[];
	/** Places in its own text that name others. */
	readonly outgoing: readonly UnlinkedMention[];
}

/** The work is bounded, and with it the answer: what is accepted makes room for the rest. */
const MOST_TEXTS = 100;
const MOST_PLACES = 50;
const MOST_PLACES_PER_TEXT = 5;
const MOST_WORDS = 5_000;
const LONGEST_NAME = 6;
const SHORTEST_WORD = 4;
const EXCERPT_REACH = 60;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const URL_OR_LINK = /\bhttps?:\/\/\S+|\[[^\]\n]*\]\([^)\n]*\)/g;
/** What may stand between the words of one name; a full stop or a comma ends it. */
const JOINS = /^[\s'’_/–—-]{1,3}$/;

interface Word {
	readonly folded: string;
	readonly start: number;
	readonly end: number;
}

interface Place {
	readonly start: number;
	readonly end: number;
}

/** The words of a body that are not in code, links, mentions or addresses: those name something, and say so already. */
function listWords(body: string): readonly Word[] {
	let text = blankCode(body).replace(URL_OR_LINK, (match) => " ".repeat(match.length));
	const taken = [
		...scanWikilinks(body),
		...scanMentions(body).map(({ start, names }) => ({ start, end: names[0]?.end ?? start })),
	];
	for (const { start, end } of taken)
		text = text.slice(0, start) + "\n".repeat(end - start) + text.slice(end);
	const words: Word[] = [];
	for (const { 0: word, index } of text.matchAll(WORD)) {
		if (words.length === MOST_WORDS) break;
		words.push({ folded: foldText(word), start: index, end: index + word.length });
	}
	return words;
}

/** A single word is a name only as it is written: with any capitals, "Note" would stand in every text. */
const isTelling = (name: string): boolean =>
	/[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(name) ||
	(name.length >= SHORTEST_WORD && !isStopWord(foldText(name)));

function findPlaces(body: string, words: readonly Word[], name: string): readonly Place[] {
	const wanted = [...name.matchAll(WORD)].map(([word]) => foldText(word));
	const places: Place[] = [];
	for (let at = 0; at + wanted.length <= words.length && wanted.length > 0; at += 1) {
		const run = words.slice(at, at + wanted.length);
		const first = run[0] as Word;
		if (first.folded !== wanted[0]) continue;
		const last = run.at(-1) as Word;
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
const ownNames = (graph: GraphView, node: Pick<GraphNode, "id" | "title" | "aliases">): readonly string[] =>
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
	graph: GraphView,
	rows: Rows,
	target: Entity,
): Promise<readonly UnlinkedMention[]> {
	const names = ownNames(graph, target);
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
		const words = listWords(source.body);
		const places = new Map(
			names.flatMap((name) => findPlaces(source.body, words, name)).map((place) => [place.start, place]),
		);
		const inOrder = [...places.values()].sort((a, b) => a.start - b.start).slice(0, MOST_PLACES_PER_TEXT);
		mentions.push(
			...(await placeInBlocks(
				rows,
				source,
				inOrder.map((place) => ({ ...place, target })),
			)),
		);
	}
	return mentions.slice(0, MOST_PLACES);
}

async function findOutgoing(
	graph: GraphView,
	rows: Rows,
	source: Entity,
): Promise<readonly UnlinkedMention[]> {
	const words = listWords(source.body);
	const found: (Place & { readonly target: MentionEnd })[] = [];
	for (let at = 0; at < words.length && found.length < MOST_PLACES; at += 1) {
		for (let length = Math.min(LONGEST_NAME, words.length - at); length > 0; length -= 1) {
			const start = (words[at] as Word).start;
			const end = (words[at + length - 1] as Word).end;
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

/**
 * Where an entity is named without being linked, in the texts of others and in its own, as far as the reader may read
 * them. A name that two things bear is left out: nobody could say which of them is meant.
 */
export async function findUnlinkedMentions(
	{ graph, rows }: { readonly graph: GraphView; readonly rows: Rows },
	idOrRef: string,
): Promise<UnlinkedMentions> {
	const entity = await rows.get(idOrRef);
	return {
		incoming: await findIncoming(graph, rows, entity),
		outgoing: await findOutgoing(graph, rows, entity),
	};
}
