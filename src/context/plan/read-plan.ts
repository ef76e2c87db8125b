import { leftTerms } from "./left-terms.ts";
import type { PlanInput } from "./plan-input.ts";
import type { QuestionPlan } from "./question-plan.ts";
import { readBesides } from "./read-besides.ts";
import { readHolders } from "./read-holders.ts";
import { isComplete, NOTHING_READ, readOne } from "./read-one.ts";
import { blankOpening, putPrepositionLast } from "./read-opening.ts";
import { spellOut } from "./spell-out.ts";
import { splitInTwo, splitNested } from "./split-question.ts";

/** Longer questions are texts that were pasted in: a search reads those better. */
const LONGEST_QUESTION = 400;

const HAS_WORDS = /[\p{L}\p{N}]/u;

/** A question of which nothing but its words counts. */
export const readWords = ({ graph, query }: Pick<PlanInput, "graph" | "query">): QuestionPlan => ({
	...NOTHING_READ,
	rest: leftTerms(query, graph),
});

/** The question as it would be asked without abbreviations, politeness and words put first. */
const straighten = (query: string): string => putPrepositionLast(blankOpening(spellOut(query)));

/**
 * Reads a question as a plan over the graph: what it is about, which relation of it is asked for, which set by which rule,
 * and what is left for the search to find. By words alone: those of kinds, relations and fields, and the names of things.
 */
export function readPlan(input: PlanInput): QuestionPlan {
	if (!HAS_WORDS.test(input.query) || input.query.length > LONGEST_QUESTION) return readWords(input);
	const query = straighten(input.query);
	const before = readBefore(input);
	const halves = splitInTwo(query);
	if (halves) {
		const [first, second] = halves;
		const plan = readWhole({ ...input, query: first }, before);
		const next = readWhole({ ...input, query: second, history: [] }, plan);
		if (isComplete(plan) && isComplete(next)) return { ...plan, second: next };
	}
	return readWhole({ ...input, query }, before);
}

/** All at once, in parts, or without what is to be left out. */
const readWhole = (input: PlanInput, before: QuestionPlan | undefined): QuestionPlan =>
	readBesides(input, (query) => readParts({ ...input, query }, before)) ?? readParts(input, before);

/** "Who owns the tasks that block it?": first the tasks, then who owns them; or all at once. */
function readParts(input: PlanInput, before: QuestionPlan | undefined): QuestionPlan {
	const holders = readHolders(input, before);
	if (holders) return holders;
	for (const { inner, outer } of splitNested(input.query, input.graph)) {
		const set = readOne({ ...input, query: inner, focus: undefined, history: [] }, undefined);
		if (!isComplete(set)) continue;
		const asked = readOne({ ...input, query: outer, focus: undefined, history: [] }, set);
		if (isComplete(asked) && asked.walk && asked.among === undefined)
			return { ...asked, project: set.project, walk: { ...asked.walk, described: inner } };
	}
	return readOne(input, before);
}

/** The question before this one, as it was read. One back is far enough: what it means itself is read from its own words. */
function readBefore(input: PlanInput): QuestionPlan | undefined {
	const asked = input.history.findLast(({ role }) => role === "user")?.content ?? "";
	if (asked.trim() === "" || asked.length > LONGEST_QUESTION) return undefined;
	return readParts({ ...input, query: straighten(asked), history: [] }, undefined);
}
