import type { SearchHit } from "../../graph/search/view-search.ts";
import type { Candidate } from "../model/candidate.ts";
import type { Findings, Group } from "../model/findings.ts";
import type { ContextHints } from "../model/request.ts";
import type { CollectScope } from "./collector.ts";

/** Which ways of searching found it, in the reader's words. */
function explainHit({ legs, path }: SearchHit, words: readonly string[]): string {
	const reasons = [
		...(words.length > 0 ? [`matched: ${words.join(", ")}`] : []),
		...(legs.some(({ leg }) => leg === "fuzzy") ? ["matched a word spelt alike"] : []),
		...(legs.some(({ leg }) => leg === "meaning") ? ["close in meaning"] : []),
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
	whenEmpty: "_No relevant content found._\n\n",
});

/** A day as an end means the whole of it. */
const endOf = (moment: string): number =>
	Date.parse(moment.length === 10 ? `${moment}T23:59:59.999Z` : moment);

/** Whether something changed in the time that was asked for. */
function isInRange({ node }: SearchHit, range: NonNullable<ContextHints["timeRange"]>): boolean {
	const changed = Date.parse(node.updated_at);
	const { start, end } = range;
	return (
		(start === undefined || changed >= Date.parse(start)) && (end === undefined || changed <= endOf(end))
	);
}

/** Hits that are not far below the best. The focus is no measure for the others: it matches itself. */
function keepNear(hits: readonly SearchHit[], { recipe, focus }: CollectScope): readonly SearchHit[] {
	const best = hits.find(({ node }) => node.id !== focus?.id)?.score ?? 0;
	return hits.filter(({ score }) => score >= best * recipe.leastHit);
}

/** What answers the question, anywhere the reader may look, and how much matched in all. */
export function collectSearch(scope: CollectScope): Findings {
	const { reader, request, recipe, focus, queryVector } = scope;
	const { timeRange, excludeBlocks = [] } = request.hints ?? {};
	const found = reader.graph.search({
		query: request.query,
		projectId: request.projectId,
		focus: focus?.id,
		apart: request.apart,
		exclude: excludeBlocks.flatMap((name) => reader.graph.find(name)?.id ?? []),
		queryVector,
		skipArchived: true,
		...(timeRange === undefined && { limit: recipe.searchHits }),
	});
	const matching = timeRange ? found.hits.filter((hit) => isInRange(hit, timeRange)) : found.hits;
	const hits = keepNear(matching.slice(0, recipe.searchHits), scope);
	const total = timeRange ? matching.length : found.total;
	const wordsIn = reader.graph.matchWords(request.query);
	const candidates = hits.map(
		(hit, position): Candidate => ({
			subject: hit.node,
			collector: "search",
			section: "semantic",
			group: "matches",
			position,
			relevance: hit.score,
			path: hit.path ?? [{ id: hit.node.id, title: hit.node.title }],
			reason: explainHit(hit, wordsIn(hit.node.id)),
			presentation: { as: "entity", textFirst: true },
		}),
	);
	return { candidates, parts: [groupOf(total - candidates.length)], considered: total };
}
