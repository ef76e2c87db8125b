import type { EntityHeader } from "../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { Correction } from "../model/request.ts";
import { leftTerms } from "./mask-words.ts";
import type { QuestionPlan } from "./question-plan.ts";
import type { Ask } from "./read-intent.ts";
import { repeatWalk } from "./walk-relation.ts";

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
