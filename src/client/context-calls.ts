import type { toolAnswerSchema, toolsSchema } from "../contract/chat.ts";
import type { contextRequestSchema } from "../contract/context-request.ts";
import type { projectGraphSchema } from "../contract/edge.ts";
import type { Answer, Body } from "../contract/frozen.ts";
import type { contextPayloadSchema } from "../contract/payload.ts";
import type { qualitySchema, ratedPageSchema, ratedQuestionSchema } from "../contract/rating.ts";
import type {
	queryAnswerSchema,
	queryRequestSchema,
	savedQueriesSchema,
	savedQuerySchema,
	searchAnswerSchema,
	searchRequestSchema,
	suggestionsSchema,
} from "../contract/search.ts";
import type { suggestionListSchema } from "../contract/suggestion.ts";
import type { CallOptions, Connection } from "./connection.ts";
import type { UnlinkedMention } from "./entity-calls.ts";

export type ContextPayload = Answer<typeof contextPayloadSchema>;

export type ContextSection = ContextPayload["sections"][number];

export type ContextItem = ContextSection["items"][number];

/** How much of an entity is in the prompt, from all of it to its title alone. */
export type ItemForm = ContextItem["form"];

export type PathStep = ContextItem["because"]["path"][number];

export type ScoreParts = ContextItem["because"]["scores"];

export type OmittedItem = ContextPayload["omitted"][number];

export type ContextRequest = Body<typeof contextRequestSchema>;

export type SearchAnswer = Answer<typeof searchAnswerSchema>;

export type SearchHit = SearchAnswer["results"][number];

export type QueryAnswer = Answer<typeof queryAnswerSchema>;

/** An entity that a picker offers. */
export type Completion = Answer<typeof suggestionsSchema>["suggestions"][number];

export type ProjectGraph = Answer<typeof projectGraphSchema>;

export type GraphNode = ProjectGraph["nodes"][number];

/** The parts of an edge that are drawn. */
export type GraphEdge = Pick<ProjectGraph["edges"][number], "id" | "src_id" | "dst_id" | "rel">;

export type SavedQuery = Answer<typeof savedQuerySchema>;

type Suggestions = Answer<typeof suggestionListSchema>;

export type Suggestion = Suggestions["suggestions"][number];

export type RatedQuestion = Answer<typeof ratedQuestionSchema>;

export type RatedItem = RatedQuestion["items"][number];

export type Verdict = NonNullable<RatedQuestion["answer"]> | RatedItem["verdict"];

export type RatedPage = Answer<typeof ratedPageSchema>;

export type Quality = Answer<typeof qualitySchema>;

export type Tool = Answer<typeof toolsSchema>["tools"][number];

export type ToolAnswer = Answer<typeof toolAnswerSchema>;

/** Calls that find something: contexts, searches, queries, pickers. */
export const makeFindCalls = (connection: Connection) => ({
	buildContext: (request: ContextRequest, options?: CallOptions): Promise<ContextPayload> =>
		connection.post("/api/context", request, options),

	/** Returns exactly the context that a past turn read. */
	readContext: (contextId: string, options?: CallOptions): Promise<ContextPayload> =>
		connection.get(`/api/contexts/${encodeURIComponent(contextId)}`, options),

	search: (request: Body<typeof searchRequestSchema>, options?: CallOptions): Promise<SearchAnswer> =>
		connection.post("/api/search", request, options),

	query: (request: Body<typeof queryRequestSchema>, options?: CallOptions): Promise<QueryAnswer> =>
		connection.post("/api/query", request, options),

	suggest: (trigger: "@" | "[[", q: string, options?: CallOptions): Promise<readonly Completion[]> =>
		connection.list<Completion>(
			"suggestions",
			`/api/suggest?${new URLSearchParams({ trigger, q })}`,
		)(options),

	projectGraph(
		id: string,
		page: { readonly form: "light" | "full"; readonly cursor?: number } = { form: "light" },
		options?: CallOptions,
	): Promise<ProjectGraph> {
		const parameters = new URLSearchParams({ form: page.form });
		if (page.form === "full") parameters.set("limit", "1000");
		if (page.cursor !== undefined) parameters.set("cursor", String(page.cursor));
		return connection.get(`/api/projects/${encodeURIComponent(id)}/graph?${parameters}`, options);
	},
});

/** Calls about a person's saved queries. */
export const makeQueryCalls = (connection: Connection) => ({
	list: (options?: CallOptions): Promise<Answer<typeof savedQueriesSchema>> =>
		connection.get("/api/queries", options),

	save: (query: Pick<SavedQuery, "name" | "wql">) => connection.post<SavedQuery>("/api/queries", query),

	remove: (id: string) => connection.write<unknown>("DELETE", `/api/queries/${encodeURIComponent(id)}`),
});

/** Returns the suggestion key of a mention: accepting it turns its first place in the text into a link. */
export const keyOfMention = ({ source, target }: UnlinkedMention): string =>
	`mention ${source.id} ${target.id}`;

const mostSuggestions = 200;

/** Calls about corrections that are suggested: unlinked mentions, duplicates, orphans. */
export function makeSuggestionCalls(connection: Connection) {
	const decide = (verb: "accept" | "dismiss" | "restore") => (key: string) =>
		connection.write<unknown>("POST", `/api/suggestions/${verb}`, { key });
	return {
		list: (options?: CallOptions): Promise<Suggestions> =>
			connection.get(`/api/suggestions?limit=${mostSuggestions}`, options),
		...{ accept: decide("accept"), dismiss: decide("dismiss"), restore: decide("restore") },
	};
}

const mostRated = 200;

/** Calls about a person's ratings of answers and of their contexts. */
export const makeRatingCalls = (connection: Connection) => ({
	list: (chatId: string | null, options?: CallOptions): Promise<RatedPage> =>
		connection.get(`/api/ratings?limit=${mostRated}${chatId === null ? "" : `&chat_id=${chatId}`}`, options),

	/** Sets a rating; null removes it. */
	async rate(contextId: string, item: string, verdict: Verdict | null): Promise<RatedQuestion> {
		const path = `/api/contexts/${contextId}/ratings/${item}`;
		const sent =
			verdict === null
				? connection.write<RatedQuestion>("DELETE", path)
				: connection.write<RatedQuestion>("PUT", path, { verdict });
		return (await sent).answer;
	},

	quality: (options?: CallOptions): Promise<Quality> => connection.get("/api/quality", options),
});

/** Calls about the tools, for programs with a model of their own. */
export const makeToolCalls = (connection: Connection) => ({
	list: connection.list<Tool>("tools"),

	/**
	 * Calls a tool as an agent: a write that destroys comes back as `approval` and waits for a person. `text` is for the
	 * model.
	 */
	call: (name: string, input: unknown, options?: CallOptions): Promise<ToolAnswer> =>
		connection.post(`/api/tools/${encodeURIComponent(name)}?door=mcp`, input, options),
});
