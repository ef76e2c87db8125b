import type { EntityHeader } from "../../graph/model/entity.ts";
import type { AskedSet, PlanSummary } from "../model/payload.ts";
import type { CompiledPlan } from "./compile-plan.ts";
import type { QuestionPlan } from "./question-plan.ts";
import { describeMark } from "./read-marks.ts";

const nameNode = ({ id, ref, kind, title }: EntityHeader) => ({ id, ref, kind, title });

const OWN = { view: "what you looked at", edit: "what you changed" } as const;

/** How a question was read, for people and for programs. */
export function describePlan(
	plan: QuestionPlan,
	{
		asked,
		compiled,
		alternatives,
	}: {
		readonly asked: readonly AskedSet[];
		readonly compiled: CompiledPlan | undefined;
		readonly alternatives: readonly EntityHeader[];
	},
): PlanSummary {
	const { subject, others, walk, intent, project, rest, own } = plan;
	const sets = asked.map(({ heading }) => heading);
	const named = [...(subject ? [subject] : []), ...others].map(({ title }) => `“${title}”`);
	const about = named.length === 0 ? [] : [`about ${named.join(" and ")}`];
	const search = rest.length > 0 || (sets.length === 0 && about.length === 0) ? ["what fits the words"] : [];
	const read = (sets.length > 0 ? [...sets, ...search] : [...about, ...search]).join("; ");
	return {
		readAs: own ? OWN[own.action] : read,
		...(subject && { subject: nameNode(subject) }),
		...(alternatives.length > 0 && { alternatives: alternatives.map(nameNode) }),
		...(walk && { relation: walk.label }),
		rules: intent?.asks.map(({ rule }) => rule) ?? [],
		kinds: intent?.kinds.map(({ kind }) => kind) ?? [],
		...(intent && intent.marks.length > 0 && { marks: intent.marks.map(describeMark) }),
		...(project && { projectId: project.id }),
		words: rest,
		...(compiled && ("query" in compiled ? { query: compiled.query } : { noQuery: compiled.without })),
	};
}
