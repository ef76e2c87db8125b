import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { analyseText } from "../../graph/search/words/analyse-text.ts";
import type { AskedSet, PlanSummary } from "../model/payload.ts";
import type { CompiledPlan } from "./compile-plan.ts";
import type { QuestionPlan } from "./question-plan.ts";
import { describeMark } from "./read-marks.ts";

const MOST_LOOKED_AT = 12;
const MOST_ALTERNATIVES = 3;

/** Lists other entities whose titles hold the same words of the question, the shortest titles first. */
function listAlternatives(graph: GraphView, query: string, subject: EntityHeader): readonly EntityHeader[] {
	const said = new Set(analyseText(query, graph.language));
	const termsOf = ({ title, aliases }: EntityHeader): readonly string[] =>
		[title, ...aliases].flatMap((name) => analyseText(name, graph.language));
	const naming = [...new Set(termsOf(subject).filter((term) => said.has(term)))];
	if (naming.length === 0) return [];
	const others = graph
		.called(naming, MOST_LOOKED_AT)
		.filter(({ id, archived_at }) => id !== subject.id && archived_at === null)
		.map((node) => ({ node, terms: new Set(termsOf(node)) }))
		.filter(({ terms }) => naming.every((term) => terms.has(term)));
	return others
		.sort((a, b) => a.terms.size - b.terms.size || (a.node.id < b.node.id ? -1 : 1))
		.slice(0, MOST_ALTERNATIVES)
		.map(({ node }) => node);
}

const nameNode = ({ id, ref, kind, title }: EntityHeader) => ({ id, ref, kind, title });

const OWN = { view: "what you looked at", edit: "what you changed" } as const;

export function describePlan(
	plan: QuestionPlan,
	input: {
		readonly graph: GraphView;
		readonly query: string;
		readonly asked: readonly AskedSet[];
		readonly compiled: CompiledPlan | undefined;
	},
): PlanSummary {
	const { asked, compiled } = input;
	const { subject, others, walk, intent, project, rest, own } = plan;
	const alternatives = subject ? listAlternatives(input.graph, input.query, subject) : [];
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
