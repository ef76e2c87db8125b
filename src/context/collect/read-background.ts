import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { ContextRequest } from "../model/request.ts";
import { leftTerms } from "../plan/left-terms.ts";
import type { QuestionPlan } from "../plan/question-plan.ts";
import { findPronoun } from "../plan/recall-subject.ts";

/** An answer may be long; what it is about is said at its beginning. */
const LONGEST_ANSWER = 600;

/**
 * What was said right before a question: the last question and the beginning of its answer. "And when did that become
 * stable?" names nothing that could be looked for.
 */
export function readBackground(
	request: Pick<ContextRequest, "history" | "conversation">,
): string | undefined {
	const history = request.history ?? request.conversation ?? [];
	const asked = history.findLast(({ role }) => role === "user")?.content ?? "";
	const answered = history.findLast(({ role }) => role === "assistant")?.content ?? "";
	return [asked, answered.slice(0, LONGEST_ANSWER)].filter((text) => text !== "").join("\n") || undefined;
}

const OPENS_BACK = /^\W*(?:and|but|so|or|then|also|what about|how about)\b/i;
/** "Is it legal to …?": this "it" means nothing that was said before. */
const EMPTY_IT =
	/\b(?:is|was|be|does|did|will|would) it (?:[\p{L}]{1,20} ){0,2}(?:to|that|if|whether|take|takes)\b/iu;
/** So many words of its own say what a question is about, whatever "it" is in it. */
const MANY_WORDS = 5;

/** Whether a question leaves nothing unsaid: then what was said before tells nothing about what it asks for. */
export function standsByItself(query: string, plan: QuestionPlan, graph: GraphView): boolean {
	if (plan.walk || plan.comesFirst || ((plan.subject ?? plan.intent) && plan.rest.length === 0)) return false;
	const leans = findPronoun(query.replace(EMPTY_IT, " ")) !== undefined || OPENS_BACK.test(query);
	return !leans || leftTerms(query, graph).length >= MANY_WORDS;
}
