import type { Answer } from "../../contract/frozen.ts";
import { MOST_HITS } from "../../contract/limits.ts";
import type { searchAnswerSchema } from "../../contract/search.ts";
import type { Entity } from "../model/entity.ts";
import { InvalidInputError } from "../model/errors.ts";
import { isId } from "../model/ids.ts";
import { textsIn } from "../model/json.ts";
import type { Rows } from "../store/rows.ts";
import type { GraphView } from "./view/graph-view.ts";
import { placeAmongNamesakes } from "./view/place-among-namesakes.ts";
import type { Correction, SearchHit, SearchQuery } from "./view/search-query.ts";
import { analyseText } from "./words/analyse-text.ts";
import { holdsPhrase, listPlaces } from "./words/hold-phrase.ts";
import { makeSnippet, type Snippet } from "./words/make-snippet.ts";
import { type ParsedQuery, parseSearchQuery } from "./words/parse-search-query.ts";

export interface SearchRequest {
	/** Words, "phrases", -excluded words, `or` between two; the last word may be unfinished. */
	readonly query: string;
	readonly projectId?: string | undefined;
	readonly types?: readonly string[] | undefined;
	readonly limit?: number | undefined;
	/** The entity that the question is asked from. */
	readonly focus?: string | undefined;
	/** False leaves out the search by meaning. */
	readonly semantic?: boolean | undefined;
	/** True looks for the words exactly as they are written: no slip is corrected, no unfinished word completed. */
	readonly exact?: boolean | undefined;
}

export type SearchAnswer = Answer<typeof searchAnswerSchema>;

export type SearchResult = SearchAnswer["results"][number];

type CorrectedQuery = NonNullable<SearchAnswer["corrected"]>;

const DEFAULT_LIMIT = 20;
/** The index holds no word order: so many of the best candidates are read to look for a phrase. */
const MOST_READ = 200;

const textsOf = (entity: Entity): readonly string[] => [
	entity.title,
	...entity.aliases,
	entity.description,
	entity.body,
	...textsIn(entity.props),
];

const joinTexts = (texts: readonly string[]): string =>
	texts.filter((text) => text !== "" && !isId(text)).join(" · ");

/** From the text, where that holds what was looked for; from the fields only where nothing else does. */
function chooseSnippet(entity: Entity, make: (text: string) => Snippet): Snippet {
	const text = joinTexts([entity.description, entity.body]);
	const own = make(text || entity.title);
	if (own.highlights.length > 0) return own;
	const fields = joinTexts([...textsIn(entity.props)]);
	const inFields = make(fields || entity.title);
	return inFields.highlights.length > 0 || (text === "" && fields !== "") ? inFields : own;
}

function describeOutcome(shown: number, { total, isWhole }: Pick<Matches, "total" | "isWhole">): string {
	if (total === 0) {
		return "Nothing matched. Try fewer or other words, or leave out the quotes, the project and the types.";
	}
	const least = isWhole ? "" : "at least ";
	const counted =
		shown < total || !isWhole
			? `The best ${shown} of ${least}${total} matches.`
			: `${total} ${total === 1 ? "match" : "matches"}.`;
	return `${counted} Fetch details by id for the full text.`;
}

/** The query as it was written and as it was looked for, with its quotes and what it excludes. */
function describeCorrection(query: string, { replaced, text }: Correction): CorrectedQuery | undefined {
	if (replaced.length === 0) return undefined;
	const original = query.trim().replace(/\s+/g, " ");
	let [shown, rest] = ["", original];
	for (const { typed, instead } of replaced) {
		const at = listPlaces(rest, typed).find((place) => rest[place - 1] !== "-");
		// Words that quotes or signs keep apart were read as one text.
		if (at === undefined) return { shown: text, original };
		shown += rest.slice(0, at) + instead;
		rest = rest.slice(at + typed.length);
	}
	return { shown: shown + rest, original };
}

export interface SearchGround {
	readonly rows: Rows;
	readonly graph: GraphView;
	readonly embedQuery: (query: string) => Promise<Float32Array | undefined>;
}

const roundScore = (score: number): number => Number(score.toFixed(4));

/** Finds entities by words, meaning and connection, among what the reader may read, and says for each how it was found. */
export async function searchEntities(ground: SearchGround, request: SearchRequest): Promise<SearchAnswer> {
	const { graph } = ground;
	for (const type of request.types ?? []) graph.kinds.get(type);
	const parsed = parseSearchQuery(request.query, graph.language);
	if (parsed.text.trim() === "") {
		throw new InvalidInputError(
			"Say what to search for: the query is empty, or says only what is not wanted.",
			{ field: "query" },
			"query_empty",
		);
	}
	const limit = Math.min(Math.max(request.limit ?? DEFAULT_LIMIT, 1), MOST_HITS);
	const { found, total, isWhole, correction } = await findMatches(ground, { ...request, limit }, parsed);
	// A snippet marks the terms of the corrected query.
	const terms = [...new Set([...analyseText(correction.text, graph.language), ...parsed.terms])];
	const results = found.map(({ hit, entity }) =>
		presentHit(graph, { hit, entity, parsed: { ...parsed, terms } }),
	);
	const corrected = total === 0 ? undefined : describeCorrection(request.query, correction);
	const outcome = describeOutcome(results.length, { total, isWhole });
	return {
		results,
		total,
		message: corrected === undefined ? outcome : `Showing results for “${corrected.shown}”. ${outcome}`,
		...(corrected && { corrected }),
	};
}

interface Match {
	readonly hit: SearchHit;
	readonly entity: Entity;
}

interface Matches {
	readonly found: readonly Match[];
	readonly total: number;
	/** False when more candidates were left than are read. */
	readonly isWhole: boolean;
	readonly correction: Correction;
}

/** Words are matched in memory; whether they are adjacent is read from the texts of the entities that have them all. */
async function findMatches(
	{ rows, graph, embedQuery }: SearchGround,
	request: SearchRequest & { readonly limit: number },
	{ text, phrases, alternatives, either, excluded, excludedPhrases, prefix }: ParsedQuery,
): Promise<Matches> {
	const readsTexts = phrases.length + alternatives.length + excludedPhrases.length > 0;
	const asked: SearchQuery = {
		query: text,
		projectId: request.projectId,
		kinds: request.types,
		focus: request.focus,
		required: phrases.flatMap((phrase) => analyseText(phrase, graph.language)),
		banned: excluded,
		prefix,
		...(!either && { allWordsFirst: request.limit }),
		limit: readsTexts ? MOST_READ : request.limit,
		...(request.exact && { without: ["fuzzy"] }),
	};
	// A model that reads parts of words takes a slip for something else.
	const queryVector = request.semantic === false ? undefined : await embedQuery(graph.correct(asked));
	const { hits, total, correction } = graph.search({ ...asked, queryVector });
	const entities = await rows.getMany(hits.map((hit) => hit.node.id));
	const matches = hits.flatMap((hit): Match[] => {
		const entity = entities.get(hit.node.id);
		return entity === undefined ? [] : [{ hit, entity }];
	});
	if (!readsTexts) return { found: matches, total, isWhole: true, correction };
	const fits = matches.filter(({ entity }) => {
		const texts = textsOf(entity);
		return (
			phrases.every((phrase) => holdsPhrase(texts, phrase)) &&
			alternatives.every((group) => group.some((phrase) => holdsPhrase(texts, phrase))) &&
			!excludedPhrases.some((phrase) => holdsPhrase(texts, phrase))
		);
	});
	return { found: fits.slice(0, request.limit), total: fits.length, isWhole: total <= MOST_READ, correction };
}

function presentHit(
	graph: GraphView,
	{ hit, entity, parsed }: Match & { readonly parsed: ParsedQuery },
): SearchResult {
	const projectName = entity.project_id ? graph.node(entity.project_id)?.title : undefined;
	const { terms, prefix } = parsed;
	const snippet = chooseSnippet(entity, (text) =>
		makeSnippet(text, terms, { language: graph.language, prefix }),
	);
	return {
		type: entity.kind,
		id: entity.id,
		ref: entity.ref,
		project_id: entity.project_id,
		...(projectName !== undefined && { project_name: projectName }),
		title: entity.title,
		...placeAmongNamesakes(graph, entity),
		snippet: snippet.text,
		highlights: snippet.highlights,
		score: roundScore(hit.score),
		legs: hit.legs.map((leg) => ({ ...leg, score: roundScore(leg.score) })),
		...(hit.path && { path: hit.path }),
	};
}
