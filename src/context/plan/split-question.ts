import { isReference } from "../../graph/model/field.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { findTitled } from "./find-subject.ts";
import type { Span } from "./mask-words.ts";
import { findNouns, isManyNamed } from "./read-kinds.ts";

/** Where a second question begins that asks about what the first one asks for. */
const SECOND = /,? and (?=(?:what|who|whose|which|when|where|how many)\b)/gi;
const SAYS_BACK = /\b(?:they|them|their|it|its|he|she|him|her|that)\b/i;
const SHORTEST_FIRST = 8;

/** A question and a second one about what it asks for; undefined where there is only one. */
export function splitInTwo(query: string): readonly [first: string, second: string] | undefined {
	const place = [...query.matchAll(SECOND)].find(({ index }) => index >= SHORTEST_FIRST);
	if (place === undefined) return undefined;
	const second = query.slice(place.index + place[0].length);
	return SAYS_BACK.test(second) ? [query.slice(0, place.index), second] : undefined;
}

/** Words between what is asked and the set it is asked of; adjectives belong to the set. */
const DETERMINER = /\b(?:the|all|those|these|any|some|an?|our|my|every|each|of)\s+(?:[\p{L}-]+\s+){0,2}$/iu;
/** "Thandi's tasks" are a set with its owner before it. */
const OWNER = /(?<=\s)[\p{L}-]+['’]s?\s+(?:[\p{L}-]+\s+){0,2}$/iu;
/** With only these words before a noun, the noun itself is requested. */
const ASKS_FOR_IT =
	/^\W*(?:(?:which|what|list|show|name|give|find|all|the|of|our|my|me|us|how|many|are|is|there|any|do|does|we|have|has|and|so|please|open|other)\W+)*(?:[\p{L}-]+\s+){0,1}$/iu;
/** "Drafts of documents and outputs" are one set. */
const JOINED = /(?:\b(?:and|or)|[,&])\s+(?:[\p{L}-]+\s+)?$/iu;
/** "Who is the foreman of …?" asks nothing of the foreman. */
const ASKS_WHAT_IT_IS =
	/\b(?:who|what|which|where|list|show|name|how many|is|are|was|were|s|the|them|me|us|in|of|on|at|for|by|from)\b|['’]s\b/gi;
/** "Who is in Priya's team?" asks for people, and not for the team. */
const ASKS_WHO_IS_IN = /^\W{0,20}(?:(?:and|so|but)\W{1,20})?who(?: else)? (?:is|are) (?:all |else )?in\b/i;
const SAYS_MORE = /\p{L}/u;
const MOST_TRIED = 4;

/** "The cast of …": a field of what is named behind it. */
function findHolders(query: string, { kinds }: GraphView): readonly number[] {
	const names = kinds.all
		.flatMap(({ fields }) => fields.filter(isReference))
		.flatMap(({ name, label }) =>
			[name.replaceAll("_", " "), ...(label ? [label] : [])].map((text) => text.toLowerCase()),
		);
	const folded = query.toLowerCase();
	return [...new Set(names)].flatMap((name) => {
		const at = folded.indexOf(`the ${name} of `);
		// "The people in Priya's team"
		const owned = [`'s ${name}`, `’s ${name}`].map((text) => folded.indexOf(text)).find((place) => place > 0);
		return at > 0 ? [at + "the ".length] : owned === undefined ? [] : [owned + "'s ".length];
	});
}

/** Where a set is asked about, and the question for it. */
interface Place {
	readonly start: number;
	readonly inner: string;
}

const ANY_ONE = /\b(?:a|an|any|some)\s+$/i;
/** "A plan called …", "a task for it": the sentence says more than that one exists. */
function isBesideSomething(query: string, { end }: Span): boolean {
	const behind = query.slice(end).trimStart();
	return !/^(?:in|of|on) /i.test(behind) && SAYS_MORE.test(behind);
}

/** Several things, or one that is described: "the task that blocks it" and not "the plan Hinge change". */
function isSet(query: string, { start, end }: Span, kind: Kind): boolean {
	const said = query.slice(start, end);
	// "That are still to-do" says how things are.
	if (/\b(?:no|without|any|lack|lacks|lacking|is|are|still)\s+$/i.test(query.slice(0, start))) return false;
	return isManyNamed(said, kind) || /^ (?:that|which|who|of|for|where|in|on|at) /i.test(query.slice(end));
}

/**
 * Splits a question about a set that is itself a question: "who owns | the tasks that block it", the innermost first.
 * The outer one has "them" in place of the set.
 */
export function splitNested(query: string, graph: GraphView) {
	const titled = findTitled(graph, query);
	const isNamed = ({ start, end }: Span): boolean =>
		titled !== undefined && end > titled.start && start < titled.end;
	const isOuter = (start: number): boolean =>
		!ASKS_FOR_IT.test(query.slice(0, start)) && !JOINED.test(query.slice(0, start));
	const places = graph.kinds.all.flatMap((kind): Place[] =>
		findNouns(query, kind)
			.filter((noun) => !isNamed(noun) && isOuter(noun.start))
			.flatMap((noun) => {
				// "Which people lead a plan?": any of them.
				const isAny = ANY_ONE.test(query.slice(0, noun.start)) && !isBesideSomething(query, noun);
				const behind = isAny
					? `${kind.plural.toLowerCase()}${query.slice(noun.end)}`
					: query.slice(noun.start);
				return isAny || isSet(query, noun, kind) ? [{ start: noun.start, inner: behind }] : [];
			}),
	);
	const holders = findHolders(query, graph).map((start): Place => ({ start, inner: query.slice(start) }));
	return (
		[...new Map([...places, ...holders].map((place) => [place.start, place])).values()]
			.sort((a, b) => b.start - a.start)
			.slice(0, MOST_TRIED)
			.map(({ start, inner }) => {
				const before = query.slice(0, start);
				const cut = OWNER.exec(before)?.index ?? DETERMINER.exec(before)?.index ?? start;
				return { inner: query.slice(cut, start) + inner, outer: `${query.slice(0, cut)} them?` };
			})
			// Whether it only asks who is in the set: of people that is the set itself.
			.map((parts) => ({ ...parts, isInside: !SAYS_MORE.test(parts.outer.replace(ASKS_WHAT_IT_IS, " ")) }))
			.filter(({ outer, isInside }) => !isInside || ASKS_WHO_IS_IN.test(outer))
	);
}
