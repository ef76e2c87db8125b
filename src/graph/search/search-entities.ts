import type { Entity } from "../model/entity.ts";
import { InvalidInputError } from "../model/errors.ts";
import { textsIn } from "../model/json.ts";
import type { Rows } from "../store/rows.ts";
import { analyseText } from "./analyse-text.ts";
import type { GraphView } from "./graph-view.ts";
import { makeSnippet } from "./make-snippet.ts";

export interface SearchRequest {
	readonly query: string;
	readonly projectId?: string | undefined;
	readonly types?: readonly string[] | undefined;
	readonly limit?: number | undefined;
}

export interface SearchResult {
	readonly type: string;
	readonly id: string;
	readonly ref: string;
	readonly project_id: string | null;
	readonly project_name?: string;
	readonly title: string;
	readonly snippet: string;
	readonly highlights: readonly (readonly [number, number])[];
	readonly score: number;
	/** Which ways of searching found it, each with the rank it had there. */
	readonly legs: readonly { readonly leg: "words"; readonly rank: number; readonly score: number }[];
}

export interface SearchAnswer {
	readonly results: readonly SearchResult[];
	readonly total: number;
	readonly message: string;
}

export const LARGEST_RESULT = 50;
const DEFAULT_LIMIT = 20;
const LONGEST_QUERY = 10_000;

const snippetSource = (entity: Entity): string =>
	[entity.description, entity.body, ...textsIn(entity.props)].filter((text) => text !== "").join(" · ") ||
	entity.title;

function describeOutcome(shown: number, total: number): string {
	if (total === 0)
		return "Nothing matched. Try fewer or other words, or leave out the project and the types.";
	const counted =
		shown < total
			? `The best ${shown} of ${total} matches.`
			: `${total} ${total === 1 ? "match" : "matches"}.`;
	return `${counted} Fetch details by id for the full text.`;
}

/** Finds entities by words, among what the reader may read, and says for each how it was found. */
export async function searchEntities(
	{ rows, graph }: { readonly rows: Rows; readonly graph: GraphView },
	request: SearchRequest,
): Promise<SearchAnswer> {
	for (const type of request.types ?? []) graph.kinds.get(type);
	const query = request.query.slice(0, LONGEST_QUERY);
	if (query.trim() === "") {
		throw new InvalidInputError(
			"Say what to search for: the query is empty.",
			{ field: "query" },
			"query_empty",
		);
	}
	const limit = Math.min(Math.max(request.limit ?? DEFAULT_LIMIT, 1), LARGEST_RESULT);
	const hits = graph.rankByWords({ query, projectId: request.projectId, kinds: request.types });
	const best = hits.slice(0, limit);
	const entities = await rows.getMany(best.map((hit) => hit.node.id));
	const terms = analyseText(query);
	const results = best.flatMap((hit, index): SearchResult[] => {
		const entity = entities.get(hit.node.id);
		if (entity === undefined) return [];
		const projectName = entity.project_id ? graph.node(entity.project_id)?.title : undefined;
		const snippet = makeSnippet(snippetSource(entity), terms);
		return [
			{
				type: entity.kind,
				id: entity.id,
				ref: entity.ref,
				project_id: entity.project_id,
				...(projectName !== undefined && { project_name: projectName }),
				title: entity.title,
				snippet: snippet.text,
				highlights: snippet.highlights,
				score: Number(hit.score.toFixed(4)),
				legs: [{ leg: "words", rank: index + 1, score: Number(hit.score.toFixed(4)) }],
			},
		];
	});
	return { results, total: hits.length, message: describeOutcome(results.length, hits.length) };
}
