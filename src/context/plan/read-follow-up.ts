import type { DayRange } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { addDays } from "../../graph/model/reader-days.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { findNamedProject } from "./find-named-project.ts";
import { findJoined, findSubjects, type NamedSubject } from "./find-subject.ts";
import { type QuestionPlan, repeatWalk, walkRelation } from "./question-plan.ts";
import { readDayRange } from "./read-day-range.ts";
import { type Ask, type Intent, readIntent } from "./read-intent.ts";
import { blank, blankWords, leftTerms } from "./read-kinds.ts";
import { readMarks } from "./read-marks.ts";
import type { PlanInput } from "./select-asked.ts";

const LONGEST_SHIFT = 400;
const SAYS_SAME = /\b(?:what|how|about|and|for|in|of|only|just|those|the|ones|same|question|ditto)\b/i;
const OPENING = /^\W*(?:(?:and|so|ok|okay|then|but)\b\W*)*/i;
/** "What about Sallow?": the question before, asked of something else. */
const SAYS_AGAIN =
	/^(?:(?:what|how) about|(?:the )?same(?: question| thing| again)? (?:for|with|in|of|about)|ditto|for|in|of|to|by|at|only (?:those|the ones|for|in|of|from)|just (?:those|for|in))\b/i;
/** Means several things that were listed before. */
const SAYS_THEM =
	/\b(?:them|those|these|of (?:they|that|this)|which ones?|they|their)\b|\b(?:each|both|all)\W*$/i;
/** Asks for what does what was said before: "by what?" */
const SAYS_BY_WHAT = /^(?:by (?:what|whom|which)|what by|who by)\b\W*$/i;

/** Returns a question without a leading "and" or "so". */
const withoutOpening = (query: string): string => query.replace(OPENING, "");

/** Whether a question is the one before, asked of something else: it says so, or says nothing but a name or a day. */
export function saysAgain(query: string, left: string): boolean {
	const said = withoutOpening(query);
	if (saysWhich(query)) return false;
	if (SAYS_AGAIN.test(said)) return true;
	// "And Noor?"
	return (
		said !== query &&
		!/\b(?:who|whose|whom|what|which|when|where|why|how|is|are|was|were|do|does|did|can)\b/i.test(said) &&
		left.trim() !== ""
	);
}

/** "Which are still open?" says of what was listed which of it is meant. */
const SAYS_WHICH =
	/^(?:which (?:are|is|were|was|have|has)\b|(?:only|just) the [\p{L}-]+ ones?\b|(?:only|just|any(?:thing)? of) [\p{L}-]+['’]s?\W*$)/iu;

export const saysWhich = (query: string): boolean => SAYS_WHICH.test(withoutOpening(query));

export const saysThem = (query: string): boolean => SAYS_THEM.test(query) || saysWhich(query);

export const saysByWhat = (query: string): boolean => SAYS_BY_WHAT.test(withoutOpening(query));

const AFTER = /\bthe (?:day|week|month|year) (after|before)\b/i;

/** "And the week after?": the days behind those of the question before, as many as they were. */
function shiftRange(query: string, intent: Intent | undefined): DayRange | undefined {
	const way = AFTER.exec(query)?.[1]?.toLowerCase();
	const range = intent?.asks.flatMap((ask) => ("range" in ask ? [ask.range] : []))[0];
	if (way === undefined || range === undefined) return undefined;
	const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1;
	if (!Number.isFinite(days) || days > LONGEST_SHIFT) return undefined;
	const by = way === "after" ? days : -days;
	return { from: addDays(range.from, by), to: addDays(range.to, by) };
}

/** How things are by a rule of its own, where no state says so. */
const CONDITIONS: ReadonlySet<string> = new Set(["overdue", "blocked", "open", "closed"]);

/** The same rule for another kind, or the same kind in another state: "and the milestones?", "and granted?", "the late ones" */
function turnIntent(
	intent: Intent,
	{ graph: { language }, query, days: { today } }: PlanInput,
	named: readonly Kind[],
): Intent | undefined {
	const kinds = named.length > 0 ? named : intent.kinds;
	const { marks } = readMarks(query, kinds, language);
	if (marks.length > 0) return { ...intent, kinds, marks, asks: [{ rule: "marked" }] };
	const asks =
		readIntent(`which ${withoutOpening(query)}`, { kinds, wanted: kinds, today, language })?.asks ?? [];
	if (asks.length > 0 && asks.every(({ rule }) => CONDITIONS.has(rule)))
		return { ...intent, kinds, marks, asks, isBoth: false };
	return named.length > 0 ? { ...intent, kinds } : undefined;
}

/** Asks the question before again: in another project, on other days, or of another subject. */
export function repeatFor(
	input: PlanInput,
	before: QuestionPlan,
	of: { readonly named: readonly Kind[]; readonly titled: NamedSubject | undefined; readonly left: string },
): QuestionPlan | undefined {
	const { graph, query, days } = input;
	const { named, titled, left } = of;
	const words = blankWords(left, SAYS_SAME);
	const project = findNamedProject(graph, query);
	const other = before.intent && turnIntent(before.intent, input, named);
	if (project !== undefined && before.intent !== undefined)
		return { ...before, intent: other ?? before.intent, project, walk: undefined, subject: undefined };
	if (other && before.walk === undefined && leftTerms(blank(words, other.marks), graph).length === 0)
		return { ...before, intent: other };
	const looks = before.intent?.asks.some(({ rule }) => rule === "due") ? "ahead" : "back";
	const range = readDayRange(query, days.today, looks) ?? shiftRange(query, before.intent);
	if (range && before.intent?.asks.some((ask) => "range" in ask)) {
		const asks = before.intent.asks.map((ask): Ask => ("range" in ask ? { ...ask, range } : ask));
		return { ...before, intent: { ...before.intent, asks } };
	}
	const meant = titled ? [titled] : findSubjects(graph, words, { kinds: [], whole: query, isAsked: true });
	const { walk } = before;
	// Among several possible meanings of the name, the first for which the graph holds an answer.
	const found = (walk && meant.find(({ node }) => repeatWalk(graph, walk, [node]))) ?? meant[0];
	if (found === undefined) return undefined;
	const joined = findJoined([found, ...meant], query);
	const again = walk && repeatWalk(graph, walk, [found.node, ...(joined ? [joined.node] : [])]);
	return {
		...before,
		subject: found.node,
		others: joined ? [joined.node] : [],
		comesFirst: true,
		walk: again,
		rest: again ? [] : leftTerms(words, graph),
	};
}

/** "By what?": what holds up the things that the question before listed, or the one thing that was spoken of. */
export function followBlocked(
	graph: GraphView,
	before: QuestionPlan,
	{ listed, recalled }: Readonly<Record<"listed" | "recalled", readonly EntityHeader[]>>,
): QuestionPlan | undefined {
	const isBlocked = before.intent?.asks.some(({ rule }) => rule === "blocked") === true;
	const sources = isBlocked ? [listed] : recalled.map((node) => [node]);
	for (const from of sources) {
		const walk = walkRelation(graph, from, { rel: "blocks", direction: "incoming" });
		if (walk) return { ...before, intent: undefined, walk, among: undefined, second: undefined, rest: [] };
	}
	return undefined;
}

/** "Any others?", "who else?": asks for what the answer before left out. */
const SAYS_REST =
	/^(?:(?:any(?:thing|one|body)?|some(?:thing|one|body)?|what|who|whom|which|are there|is there|there)\s+){0,3}(?:others?|else|more)(?: ones?)?\W*$/i;
/** "How many are there?", "list them": requests the whole set of the question before. */
const SAYS_ALL_OF_IT =
	/^(?:how many(?: (?:of them|of those|are there|is that|in all|in total|are they|exactly))*|(?:who|what|which)(?: (?:ones?|exactly))*(?: are| were) (?:they|those|these)|which ones?|(?:please )?(?:list|name|show)(?: me)? (?:them|those|these)(?: all)?|(?:such as|like) (?:what|who|which))\W*$/i;

/** "And the one after that?": requests the rest of a list that the question before cut off. */
const SAYS_AFTER =
	/^(?:(?:what|which|who)(?: is| comes)? )?(?:the )?(?:(?:next )?ones? )?after (?:that|it|this|them|those)(?: one)?\W*$/i;

export const saysAfter = (query: string): boolean => SAYS_AFTER.test(withoutOpening(query));

/** Lists the set of the question before, or the part of it that its answer does not name. Undefined where it had no set. */
export function listAgain(
	query: string,
	{ listed, named }: { readonly listed: readonly EntityHeader[]; readonly named: readonly EntityHeader[] },
): readonly EntityHeader[] | undefined {
	const said = withoutOpening(query);
	if (SAYS_ALL_OF_IT.test(said)) return listed.length > 0 ? listed : undefined;
	if (!SAYS_REST.test(said)) return undefined;
	const known = new Set(named.map(({ id }) => id));
	const others = listed.filter(({ id }) => !known.has(id));
	return others.length > 0 && others.length < listed.length ? others : undefined;
}
