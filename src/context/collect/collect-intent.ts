import type { DayRange } from "../../graph/model/due.ts";
import type { Fact } from "../../graph/model/kind.ts";
import { makeReaderDays } from "../../graph/model/reader-days.ts";
import type { GraphView } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { Candidate, PathStep } from "../model/candidate.ts";
import type { AskedContent, Digest, Findings } from "../model/findings.ts";
import type { QuestionPlan, Reached, Walk } from "../plan/question-plan.ts";
import type { Ask, Intent } from "../plan/read-intent.ts";
import { walkRelation } from "../plan/walk-relation.ts";
import type { CollectScope } from "./collector.ts";
import { type Answer, type AskScope, selectAsked } from "./select-asked.ts";

/** More lines than this are counted and fetched, not listed. */
const MOST_LINES = 500;

const RULES: Readonly<Record<Ask["rule"], string>> = {
	overdue: "Overdue",
	blocked: "Blocked",
	open: "Open",
	all: "All",
	due: "Due",
	decided: "Decided",
	changed: "Changed",
	created: "New",
	finished: "Finished",
	latest: "Newest",
	upcoming: "Next",
	next: "To do next",
	marked: "",
};

/** "Overdue tasks in Heron, the reader's own": the rule in words, so that a reader knows what it is a list of. */
function describeAsk(ask: Ask, { kinds, isMine }: Intent, scope: CollectScope): string {
	const { project, walk, rest } = scope.plan;
	const rule = ask.rule === "marked" ? ask.words.join(" or ") : RULES[ask.rule];
	const nouns = kinds.map(({ plural }) => plural.toLowerCase()).join(" and ");
	const days = "range" in ask ? describeDays(ask.range) : "";
	const heading = `${rule} ${nouns}`.trim();
	const within = walk ? ` of ${walk.from.title}` : project ? ` in ${project.title}` : "";
	const about = walk === undefined && rest.length > 0 ? `, about ${wordsOf(scope).join(" ")}` : "";
	return `${heading.charAt(0).toUpperCase()}${heading.slice(1)}${days}${within}${about}${isMine ? ", the reader's own" : ""}`;
}

/** An end that nobody named is none. */
function describeDays({ from, to }: DayRange): string {
	const [isOpenBefore, isOpenBehind] = [from.startsWith("0000"), to.startsWith("9999")];
	if (isOpenBefore) return isOpenBehind ? "" : ` until ${to}`;
	return isOpenBehind ? ` since ${from}` : ` from ${from} to ${to}`;
}

const wordsOf = ({ plan, request }: CollectScope): readonly string[] => {
	const left = new Set(plan.rest);
	const typed = request.query.match(/[\p{L}\p{N}]+/gu) ?? [];
	return typed.filter((word) => [...left].some((term) => word.toLowerCase().startsWith(term.slice(0, 4))));
};

const describeAnswer = (
	node: GraphNode,
	reason: string,
	path: readonly PathStep[] = [{ id: node.id, title: node.title }],
): Candidate => ({
	subject: node,
	collector: "intent",
	section: "semantic",
	group: "asked",
	position: 0,
	relevance: 1,
	path,
	reason,
});

/** How to get them all: by the filters of the tool that lists. */
function nameCall(ask: Ask, { kinds }: Intent, project: GraphNode | undefined): string {
	const filters = [
		...(kinds[0] ? [`kind ${kinds[0].kind}`] : []),
		...(project ? [`project_id ${project.ref}`] : []),
		...(ask.rule === "overdue" || ask.rule === "blocked" ? [`only ${ask.rule}`] : []),
	];
	return `call list_entities${filters.length > 0 ? ` with ${filters.join(" and ")}` : ""}`;
}

/** Only what holds all words that the rule does not account for: "decided about the hinge since October". */
function keepAbout(answers: readonly Answer[], { plan, reader }: CollectScope): readonly Answer[] {
	if (plan.rest.length === 0) return answers;
	const wordsIn = reader.graph.matchWords(plan.rest.join(" "));
	return answers.filter(({ node }) => wordsIn(node.id).length >= plan.rest.length);
}

/** What the question before listed, by a rule or over a relation; undefined where it listed nothing. */
function listAnswers(plan: QuestionPlan, scope: CollectScope): ReadonlySet<string> | undefined {
	const { walk, intent } = plan;
	if (walk) return new Set(walk.reached.map(({ node }) => node.id));
	if (intent === undefined) return undefined;
	const contents = intent.asks.flatMap((ask) => answerRule(ask, intent, { ...scope, plan }));
	return new Set(contents.flatMap(({ entries }) => entries.map(({ candidate }) => candidate.subject.id)));
}

/** With its ref: a kept context is withheld when something that it names may no longer be read. */
const nameWithRef = ({ title, ref }: GraphNode): string => `${title} [${ref}]`;

/** What holds something up, by name: who asks what is blocked asks by what. */
function nameBlockers(graph: GraphView, node: GraphNode): readonly Fact[] {
	const walk = walkRelation(graph, node, { rels: ["blocks"], direction: "incoming" });
	const direct = walk?.reached.filter(({ through }) => through.length === 0) ?? [];
	return direct.length === 0
		? []
		: [{ name: "blocked_by", value: direct.map(({ node: blocker }) => nameWithRef(blocker)).join("; ") }];
}

/** Exactly the set that a rule of the question means, counted, and listed as far as there is room. */
function answerRule(ask: Ask, intent: Intent, scope: CollectScope): readonly AskedContent[] {
	const { reader, today, timeZone, asker, plan } = scope;
	const { graph, access } = reader;
	const days = makeReaderDays({ today, timeZone });
	const project = scope.project ?? plan.project;
	const askScope: AskScope = {
		graph,
		intent,
		days,
		projectId: project?.id,
		asker: { accountId: access.accountId, names: [asker.display_name] },
	};
	const within = plan.walk
		? new Set(plan.walk.reached.map(({ node }) => node.id))
		: plan.among && listAnswers(plan.among, scope);
	const all = selectAsked(ask, askScope).filter(({ node }) => within?.has(node.id) ?? true);
	const answers = plan.walk ? all : keepAbout(all, scope);
	// Words that nothing of the set holds ask for something else than the set.
	if (answers.length === 0 && plan.rest.length > 0) return [];
	return [
		{
			as: "asked",
			heading: describeAsk(ask, intent, scope),
			entries: answers.slice(0, MOST_LINES).map(({ node, kind, reason }) => ({
				candidate: describeAnswer(node, reason),
				facts: [
					...(kind.tell?.(node, graph, days) ?? []),
					...(ask.rule === "blocked" ? nameBlockers(graph, node) : []),
				],
			})),
			total: answers.length,
			call: nameCall(ask, intent, project),
		},
	];
}

const nameWalk = ({ from, label, isChain }: Walk): string =>
	`${from.title}: ${label}${isChain ? ", the whole chain of what is open" : ""}`;

function describePath({ from, label }: Walk, { node, through }: Reached): readonly PathStep[] {
	return [from, ...through, node].map(({ id, title }, index) => ({
		id,
		title,
		...(index > 0 && { relation: label, direction: "outgoing" as const }),
	}));
}

/** What is at the other end of the relation that was asked for, with what led there. */
function answerWalk(walk: Walk, { reader, today, timeZone }: CollectScope): AskedContent {
	const { graph } = reader;
	const days = makeReaderDays({ today, timeZone });
	return {
		as: "asked",
		heading: nameWalk(walk),
		entries: walk.reached.map((reached) => {
			const { node, through, label } = reached;
			const kind = graph.kinds.find(node.kind);
			const reason = `“${label.toLowerCase()}” of ${through.at(-1)?.title ?? walk.from.title}, which the question asks for`;
			const way = through.map(nameWithRef).join(" ← ");
			return {
				candidate: describeAnswer(node, reason, describePath(walk, reached)),
				facts: [
					...(kind?.tell?.(node, graph, days) ?? []),
					...(way === "" ? [] : [{ name: "through", value: way }]),
				],
			};
		}),
		total: walk.reached.length,
		call: `call get_linked_entities with entity_id ${walk.from.ref}`,
	};
}

/** What the question asks for by a rule or over a relation: exactly that set. */
export function collectIntent(scope: CollectScope): Findings {
	const { recipe, plan } = scope;
	const { intent, walk } = plan;
	const byRule = intent?.asks.filter(({ rule }) => !(walk && rule === "all")) ?? [];
	const contents = [
		...(intent ? byRule.flatMap((ask) => answerRule(ask, intent, scope)) : []),
		...(walk && byRule.length === 0 ? [answerWalk(walk, scope)] : []),
	];
	return {
		candidates: [],
		parts: contents.map(
			(content): Digest => ({
				type: "digest",
				section: "semantic",
				name: "what was asked for",
				cap: Math.max(recipe.budget.semantic, Math.floor(recipe.budget.total / 2)),
				content,
			}),
		),
		considered: contents.reduce((sum, { total }) => sum + total, 0),
	};
}
