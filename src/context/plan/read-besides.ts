import { findSubjects } from "./find-subject.ts";
import type { PlanInput } from "./plan-input.ts";
import type { QuestionPlan } from "./question-plan.ts";
import { narrowWalk } from "./walk-relation.ts";

const BESIDES = /\b(?:besides|apart from|other than|except(?: for)?|not counting) ([^?.,]{1,80})/i;

/** "Who works on it besides Priya?": the question without that, and then the answer without her. */
export function readBesides(
	input: PlanInput,
	read: (query: string) => QuestionPlan,
): QuestionPlan | undefined {
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
