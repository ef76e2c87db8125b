import type { SearchHit } from "../../graph/search/view-search.ts";
import type { Candidate, Omission } from "../model/candidate.ts";
import { type Findings, type Group, NO_CONTENT } from "../model/findings.ts";
import { isWithin } from "../model/time-range.ts";
import { judgeMatches } from "../rank/judge-matches.ts";
import { analyserOf } from "./analyser-of.ts";
import type { CollectScope } from "./collector.ts";
import { followAsked } from "./follow-asked.ts";

/** Which ways of searching found it, in the reader's words. */
function explainHit({ legs, path }: SearchHit, words: readonly string[], isNamed: boolean): string {
	const reasons = [
		...(isNamed ? ["the question names it"] : []),
		...(words.length > 0 ? [`holds ${words.join(", ")}`] : []),
		...(legs.some(({ leg }) => leg === "fuzzy") ? ["holds a word spelt alike"] : []),
		...(words.length === 0 && legs.some(({ leg }) => leg === "meaning")
			? ["close in meaning to the question"]
			: []),
		...(path ? [`reached from ${path[0]?.title ?? "a match"}`] : []),
	];
	return reasons.join("; ") || "connected to what matched";
}

const groupOf = (beyond: number): Group => ({
	type: "group",
	section: "semantic",
	key: "matches",
	heading: "",
	beyond,
	order: "score",
	printMissing: (count) => `- ... and ${count} more: call search_ontology\n\n`,
	whenEmpty: NO_CONTENT,
});

const nearnessOf = ({ legs }: SearchHit): number => legs.find(({ leg }) => leg === "meaning")?.score ?? 0;

/** A hit with what the ranking asks of it. */
const toMatch = (hit: SearchHit) => ({
	hit,
	id: hit.node.id,
	kind: hit.node.kind,
	title: hit.node.title,
	score: hit.score,
	nearness: nearnessOf(hit),
	holdsWords: hit.legs.some(({ leg }) => leg === "words" || leg === "fuzzy"),
	isReached: hit.path !== undefined,
});

/** What answers the question, anywhere the reader may look, and how much matched in all. */
export function collectSearch(scope: CollectScope): Findings {
	const { reader, request, recipe, focus, queryVector } = scope;
	const { timeRange } = request.hints ?? {};
	const found = reader.graph.search({
		query: request.query,
		background: scope.background,
		projectId: request.projectId,
		focus: focus?.id,
		apart: request.apart,
		queryVector,
		skipArchived: true,
		...(timeRange === undefined && { limit: recipe.searchHits }),
	});
	const matching = timeRange
		? found.hits.filter(({ node }) => isWithin(timeRange, node.updated_at))
		: found.hits;
	const looked = matching.slice(0, recipe.searchHits);
	const { language, kinds } = reader.graph;
	const { judged, weak } = judgeMatches(looked.map(toMatch), {
		query: request.query,
		analyse: analyserOf(language),
		kinds,
		focusId: focus?.id,
		evidence: found.evidence,
		standsAlone: focus === undefined && scope.background === undefined,
		leastNearness: recipe.limits.semantic.minThreshold,
	});
	const total = timeRange ? matching.length : found.total;
	// Of a question that is about nothing here, what shares a word with it is no more to be fetched.
	const beyond = judged.length === 0 ? 0 : total - judged.length;
	const wordsIn = reader.graph.matchWords(request.query);
	const candidates = judged.map(({ match: { hit }, relevance, isNamed, textOnly }, position): Candidate => {
		const words = wordsIn(hit.node.id);
		return {
			subject: hit.node,
			collector: "search",
			section: "semantic",
			group: "matches",
			position,
			relevance,
			fit: hit.fit,
			...(isNamed && { isNamed }),
			path: hit.path ?? [{ id: hit.node.id, title: hit.node.title }],
			reason: explainHit(hit, words, isNamed),
			words,
			...(textOnly && { textOnly }),
			presentation: { as: "entity", textFirst: true, passages: hit.passages },
		};
	});
	const followed = followAsked(candidates, scope);
	const isShown = new Set(followed.map(({ subject }) => subject.id));
	return {
		candidates: followed,
		parts: [groupOf(Math.max(0, beyond - (followed.length - candidates.length)))],
		refused: weak
			.filter(({ id }) => !isShown.has(id))
			.map(({ id, kind, title }): Omission => ({ id, kind, title, reason: "relevance" })),
		considered: total,
	};
}
