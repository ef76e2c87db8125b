import type { EntityHeader } from "../../graph/model/entity.ts";
import type { ReaderDays } from "../../graph/model/reader-days.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { ConversationMessage } from "../model/request.ts";
import { unite } from "./list-work.ts";
import type { QuestionPlan } from "./question-plan.ts";
import type { Ask } from "./read-intent.ts";
import { type Answer, type AskScope, selectAsked } from "./select-asked.ts";

export interface Asking {
	readonly graph: GraphView;
	readonly days: ReaderDays;
	readonly asker: AskScope["asker"];
	/** The project that the request names, or the focus is in. */
	readonly project: EntityHeader | undefined;
}

/** A question, where it is asked and what was said before it. */
export interface PlanInput extends Asking {
	readonly query: string;
	readonly focus: EntityHeader | undefined;
	readonly project: EntityHeader | undefined;
	readonly history: readonly ConversationMessage[];
	/** Pairs that count as not connected. */
	readonly apart?: readonly (readonly [string, string])[] | undefined;
}

/** Only what holds all words that the rule does not account for: "decided about the hinge since October". */
function keepAbout(answers: readonly Answer[], rest: readonly string[], graph: GraphView): readonly Answer[] {
	if (rest.length === 0) return answers;
	const wordsIn = graph.matchWords(rest.join(" "));
	return answers.filter(({ node }) => wordsIn(node.id).length >= rest.length);
}

/** Exactly what one rule of a plan means: in its project, of what it walked to, of what was listed before, about what it says. */
export function answerRule(ask: Ask, plan: QuestionPlan, asking: Asking): readonly Answer[] {
	const { intent, walk, among, rest } = plan;
	if (intent === undefined) return [];
	const { graph, days, asker } = asking;
	const projectId = (asking.project ?? plan.project)?.id;
	const nodes = walk ? walk.reached.map(({ node }) => node) : among;
	const within = nodes && new Set(nodes.map(({ id }) => id));
	const scope = { graph, intent, days, asker, within, projectId: within ? undefined : projectId };
	const others = intent.isBoth
		? intent.asks.map((other) => new Set(selectAsked(other, scope).map(({ node }) => node.id)))
		: [];
	const answers = selectAsked(ask, scope).filter(({ node }) => others.every((other) => other.has(node.id)));
	return walk ? answers : keepAbout(answers, rest, graph);
}

/** Everything that a plan lists, by a rule or over a relation. */
export function listAnswers(plan: QuestionPlan, asking: Asking): readonly EntityHeader[] {
	const { intent, walk } = plan;
	const rules = intent?.asks.filter(({ rule }) => !(walk && rule === "all")) ?? [];
	if (rules.length === 0) return walk?.reached.map(({ node }) => node) ?? [];
	return unite(rules.flatMap((ask) => answerRule(ask, plan, asking)).map(({ node }) => node));
}
