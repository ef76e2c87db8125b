import type { EntityHeader } from "../../graph/model/entity.ts";
import { kindsOf, NOTHING_READ, narrowWalk, type QuestionPlan, type Walk } from "./question-plan.ts";
import { followBlocked, listAgain, saysAfter, saysByWhat } from "./read-follow-up.ts";
import { everythingOf } from "./read-intent.ts";
import { listInAnswer, listSpokenOf, recallSubjects } from "./recall-subject.ts";
import { answerRule, listAnswers, type PlanInput } from "./select-asked.ts";

const SAYS_OTHER = /\b(?:other|others|else|besides|apart from)\b/i;
/** Nothing longer only asks for the rest. */
const LONGEST_AGAIN = 40;

/** "Them": what the question before asks for, or else the several things that its answer names. */
export function listThem(input: PlanInput, before: QuestionPlan): readonly EntityHeader[] {
	const listed = listAnswers(before, input);
	if (listed.length > 0) return listed;
	const named = listInAnswer(input.graph, input.history);
	return named.length > 1 ? named : [];
}

/** Reads a follow-up without words of its own: "who are they?", "any others?", "by what?" */
export function readAgain(input: PlanInput, before: QuestionPlan): QuestionPlan | undefined {
	const { graph, query, history } = input;
	const isBy = saysByWhat(query);
	if (!isBy && query.length > LONGEST_AGAIN) return undefined;
	const listed = listAnswers(before, input);
	if (isBy) {
		const recalled = recallSubjects(graph, { query, history, before });
		return followBlocked(graph, before, { listed, recalled });
	}
	if (saysAfter(query)) return stepOn(input, before, listed);
	const among = listAgain(query, { listed, named: listInAnswer(graph, history) });
	return among && { ...NOTHING_READ, among, intent: everythingOf(kindsOf(graph, among)) };
}

/** The same end of a list without what was listed: "the next milestone", "and the one after that?" */
function stepOn(
	input: PlanInput,
	before: QuestionPlan,
	listed: readonly EntityHeader[],
): QuestionPlan | undefined {
	const [ask, another] = before.intent?.asks ?? [];
	if (ask === undefined || another || !("most" in ask) || ask.most === undefined) return undefined;
	const known = new Set(listed.map(({ id }) => id));
	const all = answerRule({ ...ask, most: Number.POSITIVE_INFINITY }, before, input).map(({ node }) => node);
	return { ...before, walk: undefined, second: undefined, among: all.filter(({ id }) => !known.has(id)) };
}

/** "Which other tasks does he have?": without what was spoken of. */
export function leaveOthers(
	walk: Walk,
	{ graph, query, history }: PlanInput,
	before: QuestionPlan | undefined,
) {
	if (before === undefined || !SAYS_OTHER.test(query)) return walk;
	const known = new Set(listSpokenOf(graph, history, before).map(({ id }) => id));
	return narrowWalk(walk, ({ node }) => !known.has(node.id));
}
