import type { Reader } from "../../graph/graph.ts";
import type { Candidate } from "../model/candidate.ts";
import type { ContextRequest } from "../model/request.ts";

/** What matches the words of the question, anywhere the reader may look, and how much matched in all. */
export function collectSearch(
	reader: Reader,
	request: ContextRequest,
	hits: number,
): { readonly candidates: readonly Candidate[]; readonly total: number } {
	const found = reader.graph
		.rankByWords({ query: request.query, projectId: request.projectId })
		.filter(({ node }) => node.archived_at === null);
	const candidates = found.slice(0, hits).map(
		({ node, score }): Candidate => ({
			id: node.id,
			collector: "search",
			section: "semantic",
			relevance: score,
			path: [{ id: node.id, title: node.title }],
			reason: `matched: ${reader.graph.matchedWords(node.id, request.query).join(", ")}`,
		}),
	);
	return { candidates, total: found.length };
}
