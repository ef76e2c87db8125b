import type { SearchHit } from "../../graph/search/view-search.ts";
import type { Candidate, Omission } from "../model/candidate.ts";
import { type Findings, type Group, NO_CONTENT } from "../model/findings.ts";
import { isWithin } from "../model/time-range.ts";
import { analyserOf } from "./analyser-of.ts";
import type { CollectScope } from "./collector.ts";
import { weighHits } from "./weigh-hits.ts";

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

/** How well the best hit fits. The focus is no measure for the others: it matches itself. */
const bestOf = (hits: readonly SearchHit[], { focus }: CollectScope): number =>
	hits.find(({ node }) => node.id !== focus?.id)?.score ?? 0;

/** Hits that are not far below the best. */
function keepNear(hits: readonly SearchHit[], scope: CollectScope): readonly SearchHit[] {
	const least = bestOf(hits, scope) * scope.recipe.leastHit;
	return hits.filter(({ score }) => score >= least);
}

const nearnessOf = ({ legs }: SearchHit): number => legs.find(({ leg }) => leg === "meaning")?.score ?? 0;

/**
 * Words vouch for a hit, and so does the way that led to it; one that meaning alone found must not be far behind the
 * nearest. That the graph spread from it says nothing: it spreads from every good match. Held against the nearest, since
 * what one model calls near another calls far.
 */
function keepVouchedFor(
	hits: readonly SearchHit[],
	{ limits }: CollectScope["recipe"],
): readonly SearchHit[] {
	const nearest = hits.reduce((most, hit) => Math.max(most, nearnessOf(hit)), 0);
	return hits.filter(
		(hit) =>
			hit.path !== undefined ||
			hit.legs.some(({ leg }) => leg === "words" || leg === "fuzzy") ||
			nearnessOf(hit) >= nearest * limits.semantic.minThreshold,
	);
}

/** What was looked at and is too far beside the question to be a candidate, however much room there is. */
function listWeak(looked: readonly SearchHit[], kept: readonly SearchHit[]): readonly Omission[] {
	const strong = new Set(kept);
	return looked
		.filter((hit) => !strong.has(hit))
		.map(({ node: { id, kind, title } }) => ({ id, kind, title, reason: "relevance" }));
}

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
	const kept = keepVouchedFor(keepNear(looked, scope), recipe);
	const named = new Set(kept.filter(({ score }) => score === 1).map(({ node }) => node.id));
	const { language, kinds } = reader.graph;
	const hits = weighHits(kept, { query: request.query, analyse: analyserOf(language), kinds });
	const total = timeRange ? matching.length : found.total;
	const wordsIn = reader.graph.matchWords(request.query);
	const least = recipe.leastNamed * bestOf(hits, scope);
	const candidates = hits.map((hit, position): Candidate => {
		const words = wordsIn(hit.node.id);
		return {
			subject: hit.node,
			collector: "search",
			section: "semantic",
			group: "matches",
			position,
			relevance: hit.score,
			fit: hit.fit,
			...(named.has(hit.node.id) && { isNamed: true }),
			path: hit.path ?? [{ id: hit.node.id, title: hit.node.title }],
			reason: explainHit(hit, words, named.has(hit.node.id)),
			words,
			...(hit.score < least && !named.has(hit.node.id) && { textOnly: true }),
			presentation: { as: "entity", textFirst: true, passages: hit.passages },
		};
	});
	return {
		candidates,
		parts: [groupOf(total - candidates.length)],
		refused: listWeak(looked, kept),
		considered: total,
	};
}
