import type { AskedSet, PlanSummary } from "../model/payload.ts";
import type { CompiledPlan } from "./compile-plan.ts";
import type { QuestionPlan } from "./question-plan.ts";

/** How a question was read, for people and for programs. */
export function describePlan(
	plan: QuestionPlan,
	asked: readonly AskedSet[],
	compiled: CompiledPlan | undefined,
): PlanSummary {
	const { subject, others, walk, intent, project, rest } = plan;
	const sets = asked.map(({ heading }) => heading);
	const named = [...(subject ? [subject] : []), ...others].map(({ title }) => `“${title}”`);
	const about = named.length === 0 ? [] : [`about ${named.join(" and ")}`];
	const search = rest.length > 0 || (sets.length === 0 && about.length === 0) ? ["what fits the words"] : [];
	return {
		readAs: (sets.length > 0 ? [...sets, ...search] : [...about, ...search]).join("; "),
		...(subject && {
			subject: { id: subject.id, ref: subject.ref, kind: subject.kind, title: subject.title },
		}),
		...(walk && { relation: walk.label }),
		rules: intent?.asks.map(({ rule }) => rule) ?? [],
		kinds: intent?.kinds.map(({ kind }) => kind) ?? [],
		...(project && { projectId: project.id }),
		words: rest,
		...(compiled && ("query" in compiled ? { query: compiled.query } : { noQuery: compiled.without })),
	};
}
