import type { EntityHeader } from "../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import { isReference } from "../../graph/model/field.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { Correction } from "../model/request.ts";
import { findSubjects, findTitled } from "./find-subject.ts";
import { isPeopleKind } from "./list-work.ts";
import { NOTHING_READ, narrowWalk, type QuestionPlan, readOwnActivity, repeatWalk } from "./question-plan.ts";
import { readHolders } from "./read-holders.ts";
import type { Ask } from "./read-intent.ts";
import { findNouns, isManyNamed, leftTerms, type Span } from "./read-kinds.ts";
import { isComplete, readOne } from "./read-one.ts";
import { findPronoun } from "./recall-subject.ts";
import {
	blankOpening,
	mendSlips,
	putBlockerFirst,
	putPrepositionLast,
	rephraseQuestion,
	sayPlainly,
	spellOut,
	turnCorrection,
} from "./rephrase-question.ts";
import { listAnswers, type PlanInput } from "./select-asked.ts";

/** Where a second question begins that asks about what the first one asks for. */
const SECOND = /,? and (?=(?:what|who|whose|which|when|where|how many)\b)/gi;
const SAYS_BACK = /\b(?:they|them|their|it|its|he|she|him|her|that)\b/i;
const SHORTEST_FIRST = 8;

/** A question and a second one about what it asks for; undefined where there is only one. */
function splitInTwo(query: string): readonly [first: string, second: string] | undefined {
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
function splitNested(query: string, graph: GraphView) {
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

/** Longer questions are texts that were pasted in: a search reads those better. */
const LONGEST_QUESTION = 400;
/** The most earlier questions that are read to understand the last one. */
const FARTHEST_BACK = 3;

const HAS_WORDS = /[\p{L}\p{N}]/u;

/** A question of which nothing but its words counts. */
export const readWords = ({ graph, query }: Pick<PlanInput, "graph" | "query">): QuestionPlan => ({
	...NOTHING_READ,
	rest: leftTerms(query, graph),
});

/** The question as it would be asked without abbreviations, politeness and words put first. */
const straighten = (query: string, isFirst: boolean): string =>
	sayPlainly(
		putBlockerFirst(putPrepositionLast(blankOpening(spellOut(isFirst ? query : turnCorrection(query))))),
	);

/**
 * Reads a question as a plan over the graph: its subject, the requested relation, the requested set and its rule, and
 * the words that are left to search for. By words alone: those of kinds, relations and fields, and the titles of
 * entities.
 */
export function readPlan(input: PlanInput): QuestionPlan {
	if (!HAS_WORDS.test(input.query) || input.query.length > LONGEST_QUESTION) return readWords(input);
	const query = straighten(input.query, input.history.length === 0);
	const own = readOwnActivity(query, { graph: input.graph, today: input.days.today });
	if (own) return { ...NOTHING_READ, own };
	const before = readBefore(input);
	const halves = splitInTwo(query);
	if (halves) {
		const [first, second] = halves;
		const plan = readWhole({ ...input, query: first }, before);
		const next = readWhole({ ...input, query: second, history: [] }, plan);
		if (isComplete(plan) && isComplete(next)) return { ...plan, second: next };
	}
	const plan = readWhole({ ...input, query }, before);
	if (isComplete(plan)) return plan;
	for (const other of [mendSlips(query, input.graph), ...rephraseQuestion(query)]) {
		if (other === query) continue;
		const meant = readWhole({ ...input, query: other }, before);
		if (isComplete(meant)) return meant;
	}
	return plan;
}

/** All at once, in parts, or without what is to be left out. */
const readWhole = (input: PlanInput, before: QuestionPlan | undefined): QuestionPlan =>
	readBesides(input, (query) => readParts({ ...input, query }, before)) ?? readParts(input, before);

/** "Who owns the tasks that block it?": first the tasks, then who owns them; or all at once. */
function readParts(input: PlanInput, before: QuestionPlan | undefined): QuestionPlan {
	const holders = readHolders(input, before);
	if (holders) return holders;
	for (const { inner, outer, isInside } of splitNested(input.query, input.graph)) {
		const set = readOne({ ...input, query: inner, focus: undefined, history: [] }, undefined);
		if (!isComplete(set)) continue;
		if (isInside && listAnswers(set, input).some(({ kind }) => isPeopleKind(input.graph, kind))) continue;
		const asked = readOne({ ...input, query: outer, focus: undefined, history: [] }, set);
		if (isComplete(asked) && asked.walk && asked.among === undefined)
			return { ...asked, project: set.project, walk: { ...asked.walk, described: inner } };
	}
	return readOne(input, before);
}

/** A question that was asked before, where it is in the conversation, and how it reads alone. */
interface Earlier {
	readonly query: string;
	readonly at: number;
	readonly alone: QuestionPlan;
}

/** Questions that lean on each other, the latest first, back to one that can be read alone. */
function listEarlier(input: PlanInput): readonly Earlier[] {
	const earlier: Earlier[] = [];
	let end = input.history.length;
	while (earlier.length < FARTHEST_BACK) {
		const at = input.history.slice(0, end).findLastIndex(({ role }) => role === "user");
		const asked = input.history[at]?.content ?? "";
		if (asked.trim() === "" || asked.length > LONGEST_QUESTION) break;
		const query = straighten(asked, at === 0);
		const alone = readParts({ ...input, query, history: [] }, undefined);
		earlier.push({ query, at, alone });
		if (isComplete(alone) && findPronoun(query) === undefined) break;
		end = at;
	}
	return earlier;
}

/** The question before this one, as it was read. Where it leaves out what it is about, the one before it says so. */
function readBefore(input: PlanInput): QuestionPlan | undefined {
	return listEarlier(input).reduceRight<QuestionPlan | undefined>(
		(before, { query, at, alone }) =>
			before ? readParts({ ...input, query, history: input.history.slice(0, at) }, before) : alone,
		undefined,
	);
}

const BESIDES = /\b(?:besides|apart from|other than|except(?: for)?|not counting) ([^?.,]{1,80})/i;

/** "Who works on it besides Priya?": the question without that, and then the answer without her. */
function readBesides(input: PlanInput, read: (query: string) => QuestionPlan): QuestionPlan | undefined {
	const { graph, query } = input;
	const found = BESIDES.exec(query);
	if (found === null) return undefined;
	const named = findSubjects(graph, found[1] ?? "", { kinds: [], whole: found[1] ?? "", isAsked: true });
	const plan = read(query.replace(BESIDES, "").replace(/\belse\b/i, ""));
	if (plan.walk === undefined || plan.rest.length > 0 || named.length === 0) return undefined;
	const [best] = named;
	const others = named.filter(({ score }) => score === best?.score).map(({ node }) => node.id);
	const walk = narrowWalk(plan.walk, ({ node }) => !others.includes(node.id));
	return walk && { ...plan, walk };
}

/** The same question about something else: the relation is followed from there. */
function aboutAnother(plan: QuestionPlan, node: EntityHeader, graph: GraphView): QuestionPlan {
	const walk = plan.walk && repeatWalk(graph, plan.walk, [node]);
	return { ...plan, subject: node, others: [], walk, comesFirst: walk === undefined };
}

/** Without what says how things are, a rule that said nothing else asks for all of a kind. */
const withoutMarks = (ask: Ask): Ask => (ask.rule === "marked" ? { rule: "all" } : ask);

function leaveOut(plan: QuestionPlan, part: NonNullable<Correction["without"]>[number]): QuestionPlan {
	switch (part) {
		case "subject":
			return { ...plan, subject: undefined, others: [], walk: undefined, comesFirst: false };
		case "relation":
			return { ...plan, walk: undefined, comesFirst: plan.subject !== undefined };
		case "rules":
			return { ...plan, intent: undefined };
		case "state":
			return plan.intent === undefined
				? plan
				: { ...plan, intent: { ...plan.intent, marks: [], asks: plan.intent.asks.map(withoutMarks) } };
		case "project":
			return { ...plan, project: undefined };
	}
}

/**
 * A plan as its reader corrects it: about something else, or without a part that was not meant. Where neither a set nor a relation
 * is left, the words of the question are searched for.
 */
export function correctPlan(
	plan: QuestionPlan,
	input: { readonly graph: GraphView; readonly query: string; readonly correction: Correction },
): QuestionPlan {
	const { graph, query, correction } = input;
	const { subject, without = [] } = correction;
	const node = subject === undefined ? undefined : graph.find(subject);
	if (subject !== undefined && node === undefined) throw new EntityNotFoundError();
	const moved = node ? aboutAnother(plan, node, graph) : plan;
	const corrected = without.reduce(leaveOut, { ...moved, second: undefined, among: undefined });
	const isRead = corrected.walk !== undefined || corrected.intent !== undefined;
	return isRead ? corrected : { ...corrected, rest: leftTerms(query, graph), searchFor: undefined };
}
