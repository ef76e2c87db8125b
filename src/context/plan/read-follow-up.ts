import type { GraphView } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import { findNamedProject } from "./find-named-project.ts";
import { findSubjects } from "./find-subject.ts";
import { leftTerms } from "./left-terms.ts";
import type { QuestionPlan } from "./question-plan.ts";
import { readDayRange } from "./read-day-range.ts";
import type { Ask, Intent } from "./read-intent.ts";
import { repeatWalk, walkRelation } from "./walk-relation.ts";

const OPENING = /^\W*(?:(?:and|so|ok|okay|then|but)\b\W*)*/i;
/** "What about Sallow?": the question before, asked of something else. */
const SAYS_AGAIN =
	/^(?:(?:what|how) about|for|in|of|only (?:those|the ones|for|in|of|from)|just (?:those|for|in))\b/i;
/** Means several things that were listed before. */
const SAYS_THEM = /\b(?:them|those|these|of they|which ones?|they|their)\b/i;
/** Asks for what does what was said before: "by what?" */
const SAYS_BY_WHAT = /^(?:by (?:what|whom|which)|what by|who by)\b\W*$/i;

/** What is left of a question behind "and" and "so". */
const withoutOpening = (query: string): string => query.replace(OPENING, "");

/** Whether a question is the one before, asked of something else: it says so, or says nothing but a name or a day. */
export function saysAgain(query: string, left: string): boolean {
	const said = withoutOpening(query);
	if (SAYS_AGAIN.test(said)) return true;
	// "And Noor?"
	return (
		said !== query &&
		!/\b(?:who|whose|whom|what|which|when|where|why|how|is|are|was|were|do|does|did|can)\b/i.test(said) &&
		left.trim() !== ""
	);
}

export const saysThem = (query: string): boolean => SAYS_THEM.test(query);

export const saysByWhat = (query: string): boolean => SAYS_BY_WHAT.test(withoutOpening(query));

const withRange = (intent: Intent, range: { from: string; to: string }): Intent => ({
	...intent,
	asks: intent.asks.map((ask): Ask => ("range" in ask ? { ...ask, range } : ask)),
});

/** Asks the question before again: in another project, on other days, or of another subject. */
export function repeatFor(
	{ graph, query, today }: { readonly graph: GraphView; readonly query: string; readonly today: string },
	before: QuestionPlan,
	left: string,
): QuestionPlan | undefined {
	const words = left.replace(/\b(?:what|how|about|and|for|in|of|only|just|those|the|ones)\b/gi, (word) =>
		" ".repeat(word.length),
	);
	const project = findNamedProject(graph, query);
	if (project !== undefined && before.intent !== undefined)
		return { ...before, project, walk: undefined, subject: undefined };
	const looks = before.intent?.asks.some(({ rule }) => rule === "due") ? "ahead" : "back";
	const range = readDayRange(query, today, looks);
	if (range && before.intent?.asks.some((ask) => "range" in ask))
		return { ...before, intent: withRange(before.intent, range) };
	const [found] = findSubjects(graph, words, { kinds: [], whole: query, isAsked: true });
	if (found === undefined) return undefined;
	const again = before.walk && repeatWalk(graph, before.walk, [found.node]);
	return {
		...before,
		subject: found.node,
		others: [],
		comesFirst: true,
		walk: again,
		rest: again ? [] : leftTerms(words, graph),
	};
}

/** "By what?": what holds up the things that the question before listed. */
export function followBlocked(
	graph: GraphView,
	before: QuestionPlan,
	listed: readonly GraphNode[],
): QuestionPlan | undefined {
	const isBlocked = before.intent?.asks.some(({ rule }) => rule === "blocked") === true;
	const walk = isBlocked ? walkRelation(graph, listed, { rel: "blocks", direction: "incoming" }) : undefined;
	return walk && { ...before, intent: undefined, walk, among: undefined, second: undefined, rest: [] };
}
