import type { Reader } from "../../graph/graph.ts";
import type { SearchHit } from "../../graph/search/view-search.ts";
import type { Candidate } from "../model/candidate.ts";
import type { Findings, Group } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";

/** Which ways of searching found it, in the reader's words. */
function explainHit(reader: Reader, query: string, { node, legs, path }: SearchHit): string {
	const words = reader.graph.matchedWords(node.id, query);
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
	printMissing: (count) =>
		`- ... and ${count} more that matched, left out for room: call search_ontology\n\n`,
	whenEmpty: "_No relevant content found._\n\n",
});

/** What answers the question, anywhere the reader may look, and how much matched in all. */
export function collectSearch(scope: CollectScope): Findings {
	const { reader, request, recipe, focus, queryVector } = scope;
	const { hits, total } = reader.graph.search({
		query: request.query,
		projectId: request.projectId,
		focus: focus?.id,
		queryVector,
		skipArchived: true,
		limit: recipe.searchHits,
	});
	const candidates = hits.map(
		(hit, position): Candidate => ({
			subject: hit.node,
			collector: "search",
			section: "semantic",
			group: "matches",
			position,
			relevance: hit.score,
			path: hit.path ?? [{ id: hit.node.id, title: hit.node.title }],
			reason: explainHit(reader, request.query, hit),
		}),
	);
	return { candidates, parts: [groupOf(total - candidates.length)], considered: total };
}
