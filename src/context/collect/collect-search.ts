import type { Reader } from "../../graph/graph.ts";
import type { SearchHit } from "../../graph/search/view-search.ts";
import type { Candidate } from "../model/candidate.ts";
import type { ContextRequest } from "../model/request.ts";

/** Which ways of searching found it, in the reader's words. */
function explainHit(reader: Reader, request: ContextRequest, { node, legs, path }: SearchHit): string {
	const words = reader.graph.matchedWords(node.id, request.query);
	const reasons = [
		...(words.length > 0 ? [`matched: ${words.join(", ")}`] : []),
		...(legs.some(({ leg }) => leg === "fuzzy") ? ["matched a word spelt alike"] : []),
		...(legs.some(({ leg }) => leg === "meaning") ? ["close in meaning"] : []),
		...(path ? [`reached from ${path[0]?.title ?? "a match"}`] : []),
	];
	return reasons.join("; ") || "connected to what matched";
}

/** What answers the question, anywhere the reader may look, and how much matched in all. */
export function collectSearch(
	reader: Reader,
	request: ContextRequest,
	options: {
		readonly hits: number;
		readonly queryVector?: Float32Array | undefined;
		readonly focus?: string | undefined;
	},
): { readonly candidates: readonly Candidate[]; readonly total: number } {
	const { hits, total } = reader.graph.search({
		query: request.query,
		projectId: request.projectId,
		focus: options.focus,
		queryVector: options.queryVector,
		skipArchived: true,
		limit: options.hits,
	});
	const candidates = hits.map((hit): Candidate => {
		const { id, title } = hit.node;
		return {
			id,
			collector: "search",
			section: "semantic",
			relevance: hit.score,
			path: hit.path ?? [{ id, title }],
			reason: explainHit(reader, request, hit),
		};
	});
	return { candidates, total };
}
