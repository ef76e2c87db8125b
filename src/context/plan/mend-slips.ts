import { type Kind, wordsOf } from "../../graph/model/kind.ts";
import { RELATIONS } from "../../graph/model/relations.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { remember } from "../model/remember.ts";

const WORD = /[\p{L}]+/gu;
/** In a shorter word one letter makes another word. */
const SHORTEST = 4;
const LONGEST = 20;
/** Without one letter, a shorter word is too ambiguous to correct. */
const SHORTEST_WITHOUT_ONE = 5;
/** The workspace's own kinds may have thousands of names. */
const MOST_WORDS = 5_000;
const ASKING = "which what whose where when list show overdue blocked assigned responsible".split(" ");
const WORDS_ONLY = ["meaning", "graph", "fuzzy"] as const;

/** Two letters in the wrong order, one left out or one typed twice: slips of which nobody makes another word on purpose. */
function isSlipOf(typed: string, word: string): boolean {
	if (typed[0] !== word[0] || typed === word) return false;
	let at = 0;
	while (at < typed.length && typed[at] === word[at]) at += 1;
	const [rest, meant] = [typed.slice(at), word.slice(at)];
	if (typed.length === word.length)
		return rest[0] === meant[1] && rest[1] === meant[0] && rest.slice(2) === meant.slice(2);
	if (typed.length === word.length - 1) return word.length >= SHORTEST_WITHOUT_ONE && rest === meant.slice(1);
	return typed.length === word.length + 1 && rest.slice(1) === meant && rest[0] === typed[at - 1];
}

/** Words by which a question asks: names of kinds, of their states and of the built-in relations. */
const listAskingWords = remember((kinds: readonly Kind[]): readonly string[] => {
	const names = [
		...ASKING,
		...RELATIONS.flatMap(({ label, inverseLabel }) => [label, inverseLabel]),
		...kinds.flatMap((kind) => [...wordsOf(kind), ...kind.states.map(({ key }) => key)]),
	];
	const words = names
		.flatMap((name) => name.toLowerCase().match(WORD) ?? [])
		.filter(({ length }) => length >= SHORTEST && length <= LONGEST);
	return [...new Set(words)].slice(0, MOST_WORDS);
});

/** Whether some text or name holds a word: then it is no slip. */
const isWritten = (graph: GraphView, word: string): boolean =>
	graph.search({ query: word, without: WORDS_ONLY, limit: 1 }).hits.length > 0;

/** A question in which words that ask are written as they are meant: "which taks are blokced". */
export function mendSlips(query: string, graph: GraphView): string {
	const words = listAskingWords(graph.kinds.all);
	const all = new Set(words);
	return query.replace(WORD, (typed) => {
		const folded = typed.toLowerCase();
		if (folded.length < SHORTEST || folded.length > LONGEST || all.has(folded)) return typed;
		// Takes the longest: questions ask for many of a kind more often than for one.
		const [meant] = words
			.filter((word) => isSlipOf(folded, word))
			.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
		return meant === undefined || isWritten(graph, folded) ? typed : meant;
	});
}
