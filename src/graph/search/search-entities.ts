import type { Entity } from "../model/entity.ts";
import { InvalidInputError } from "../model/errors.ts";
import { isId } from "../model/ids.ts";
import { textsIn } from "../model/json.ts";
import type { Rows } from "../store/rows.ts";
import { analyseText } from "./analyse-text.ts";
import type { GraphView } from "./graph-view.ts";
import { makeSnippet } from "./make-snippet.ts";
import type { HitStep, LegHit } from "./view-search.ts";

export interface SearchRequest {
	readonly query: string;
	readonly projectId?: string | undefined;
	readonly types?: readonly string[] | undefined;
	readonly limit?: number | undefined;
	/** What the question is asked from. */
	readonly focus?: string | undefined;
	/** False leaves out the search by meaning. */
	readonly semantic?: boolean | undefined;
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
	readonly legs: readonly LegHit[];
	/** How the graph led to it, when its own words did not. */
	readonly path?: readonly HitStep[];
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
	[entity.description, entity.body, ...textsIn(entity.props)]
		.filter((text) => text !== "" && !isId(text))
		.join(" · ") || entity.title;

function describeOutcome(shown: number, total: number): string {
	if (total === 0)
		return "Nothing matched. Try fewer or other words, or leave out the project and the types.";
	const counted =
		shown < total
			? `The best ${shown} of ${total} matches.`
			: `${total} ${total === 1 ? "match" : "matches"}.`;
	return `${counted} Fetch details by id for the full text.`;
}

export interface SearchGround {
	readonly rows: Rows;
	readonly graph: GraphView;
	readonly embedQuery: (query: string) => Promise<Float32Array | undefined>;
}

const roundScore = (score: number): number => Number(score.toFixed(4));

/** Finds entities by words, meaning and connection, among what the reader may read, and says for each how it was found. */
export async function searchEntities(
	{ rows, graph, embedQuery }: SearchGround,
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
	const queryVector = request.semantic === false ? undefined : await embedQuery(query);
	const { hits: best, total } = graph.search({
		query,
		queryVector,
		projectId: request.projectId,
		kinds: request.types,
		focus: request.focus,
		limit,
	});
	const entities = await rows.getMany(best.map((hit) => hit.node.id));
	const terms = analyseText(query);
	const results = best.flatMap((hit): SearchResult[] => {
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
				score: roundScore(hit.score),
				legs: hit.legs.map((leg) => ({ ...leg, score: roundScore(leg.score) })),
				...(hit.path && { path: hit.path }),
			},
		];
	});
	return { results, total, message: describeOutcome(results.length, total) };
}
