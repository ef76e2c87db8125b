import { makeReaderDays } from "../../graph/model/reader-days.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Digest, type Findings, NOTHING_FOUND } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";
import { findNamedProject } from "./find-named-project.ts";
import { type Ask, type Intent, readIntent } from "./read-intent.ts";
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
	marked: "",
};

/** "Overdue tasks in Heron of yours": the rule in words, so that whoever reads the list knows what it is a list of. */
function describeAsk(ask: Ask, { kinds, isMine }: Intent, project: GraphNode | undefined): string {
	const rule = ask.rule === "marked" ? ask.words.join(" or ") : RULES[ask.rule];
	const nouns = kinds.map(({ plural }) => plural.toLowerCase()).join(" and ");
	const days = "range" in ask ? ` from ${ask.range.from} to ${ask.range.to}` : "";
	const heading = `${rule} ${nouns}`.trim();
	return `${heading.charAt(0).toUpperCase()}${heading.slice(1)}${days}${project ? ` in ${project.title}` : ""}${isMine ? ", the reader's own" : ""}`;
}

const describeAnswer = ({ node, reason }: Answer): Candidate => ({
	subject: node,
	collector: "intent",
	section: "semantic",
	group: "asked",
	position: 0,
	relevance: 1,
	path: [{ id: node.id, title: node.title }],
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

/** What the question asks for by a rule: exactly that set, counted, and listed as far as there is room. */
export function collectIntent(scope: CollectScope): Findings {
	const { reader, request, recipe, today, timeZone, asker } = scope;
	const { graph, access } = reader;
	const intent = readIntent(request.query, { kinds: graph.kinds.all, today });
	if (intent === undefined) return NOTHING_FOUND;
	const project = scope.project ?? findNamedProject(graph, request.query);
	const days = makeReaderDays({ today, timeZone });
	const askScope: AskScope = {
		graph,
		intent,
		days,
		projectId: project?.id,
		asker: { accountId: access.accountId, names: [asker.display_name] },
	};
	const found = intent.asks.map((ask) => ({ ask, answers: selectAsked(ask, askScope) }));
	return {
		candidates: [],
		parts: found.map(
			({ ask, answers }): Digest => ({
				type: "digest",
				section: "semantic",
				name: "what was asked for",
				cap: Math.max(recipe.budget.semantic, Math.floor(recipe.budget.total / 2)),
				content: {
					as: "asked",
					heading: describeAsk(ask, intent, project),
					entries: answers.slice(0, MOST_LINES).map((answer) => ({
						candidate: describeAnswer(answer),
						facts: answer.kind.tell?.(answer.node, graph, days) ?? [],
					})),
					total: answers.length,
					call: nameCall(ask, intent, project),
				},
			}),
		),
		considered: found.reduce((sum, { answers }) => sum + answers.length, 0),
	};
}
