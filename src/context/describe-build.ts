import { createHash } from "node:crypto";
import type { EntityHeader } from "../graph/model/entity.ts";
import type { GraphView } from "../graph/search/view/graph-view.ts";
import { analyseText } from "../graph/search/words/analyse-text.ts";
import type { Assembled } from "./assemble/assemble-context.ts";
import type { Fitted } from "./budget/fit-context.ts";
import type { Tokenizer } from "./budget/tokenizer.ts";
import type { Collected } from "./collect/collect-candidates.ts";
import { compileAsked } from "./collect/collect-intent.ts";
import type { CollectScope } from "./collect/collector.ts";
import { type Candidate, keyOf } from "./model/candidate.ts";
import type { Findings } from "./model/findings.ts";
import type { AskedSet, ContextPayload, ContextSection, Omission, PlanSummary } from "./model/payload.ts";
import type { Recipe } from "./model/recipe.ts";
import type { CompiledPlan } from "./plan/compile-plan.ts";
import type { QuestionPlan } from "./plan/question-plan.ts";
import { describeMark } from "./plan/read-marks.ts";

const HASH_LENGTH = 16;

/** Two builds with the same hash were made with the same figures. */
const hashRecipe = (recipe: Recipe): string =>
	createHash("sha256").update(JSON.stringify(recipe)).digest("hex").slice(0, HASH_LENGTH);

/** Lists the requested sets, as far as their lines found room. */
function describeAsked(digests: Fitted["digests"]): readonly AskedSet[] {
	return digests.flatMap(({ digest: { content }, lines }) => {
		if (content.as !== "asked" || lines.length === 0) return [];
		const { heading, total, entries } = content;
		const shown = new Set(lines.map(({ candidate }) => candidate));
		const listed = entries
			.filter(({ candidate }) => shown.has(candidate))
			.map(({ candidate: { subject }, facts }) => ({
				id: subject.id,
				ref: subject.ref,
				kind: subject.kind,
				title: subject.title,
				state_key: subject.state_key,
				facts: facts
					.filter(({ filing, longest }) => !filing && longest === undefined)
					.map(({ name, value }) => ({ name, value })),
			}));
		return [{ heading, total, listed, text: lines.map(({ text }) => text).join("") }];
	});
}

export function describeBuild(input: {
	readonly scope: CollectScope;
	readonly collected: Collected;
	readonly fitted: Fitted;
	readonly assembled: Assembled;
	readonly tokenizer: Tokenizer;
	readonly stages: Readonly<Record<string, number>>;
}): ContextPayload["metadata"] {
	const { scope, collected, fitted, assembled, tokenizer, stages } = input;
	const { request, recipe, focus, page } = scope;
	const { totalTokens, frameTokens, sections, layers } = assembled;
	const asked = describeAsked(fitted.digests);
	return {
		totalTokens,
		frameTokens,
		usedTokens: totalTokens,
		remainingBudget: recipe.budget.total - totalTokens,
		budget: recipe.budget,
		tokenizer: tokenizer.name,
		exact: tokenizer.exact,
		recipe: recipe.name,
		configHash: hashRecipe(recipe),
		...(focus && { focusBlockId: scope.blockId ?? focus.id }),
		...(page && { focusPageId: page.id }),
		timestamp: request.now,
		today: scope.today,
		fill: request.fill ?? "enough",
		plan: describePlan(scope.plan, {
			graph: scope.reader.graph,
			query: request.query,
			asked,
			compiled: compileAsked(scope.plan, scope),
		}),
		...(asked.length > 0 && { asked }),
		collectorsUsed: collected.used,
		collectorsFailed: collected.failed,
		degraded: collected.failed.length > 0,
		cache: collected.cache,
		blocksIncluded: sections.reduce((sum, section) => sum + section.items.length, 0),
		blocksConsidered: collected.considered,
		timings: { ...stages, ...collected.milliseconds },
		layers,
	};
}

const describe = (candidate: Candidate): Pick<Omission, "id" | "kind" | "title"> => ({
	id: keyOf(candidate),
	kind: candidate.subject.kind,
	title: candidate.subject.title,
});

/** Lists everything that was found or requested and is not in the text, once each, with the reason. */
export function listOmissions(input: {
	readonly sections: readonly ContextSection[];
	readonly fitted: Fitted;
	readonly refused: NonNullable<Findings["refused"]>;
}): readonly Omission[] {
	const { sections, fitted, refused } = input;
	const omitted = new Map<string, Omission>();
	for (const { candidate } of fitted.left) {
		const reason = candidate.group === "index" ? "relevance" : "budget";
		omitted.set(keyOf(candidate), { ...describe(candidate), reason });
	}
	for (const { digest, size } of fitted.digests) {
		for (const candidate of digest.leavesOut(size)) {
			if (!omitted.has(candidate.subject.id))
				omitted.set(candidate.subject.id, { ...describe(candidate), reason: "limit" });
		}
	}
	for (const refusal of refused) omitted.set(refusal.id, refusal);
	for (const section of sections) for (const item of section.items) omitted.delete(item.blockId);
	return [...omitted.values()];
}

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

function describePlan(
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
