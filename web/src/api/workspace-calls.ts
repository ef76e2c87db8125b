import type { chatSchema } from "../../../src/contract/chat.ts";
import type { projectGraphSchema } from "../../../src/contract/edge.ts";
import type { Answer, Body } from "../../../src/contract/frozen.ts";
import type { definedKindSchema } from "../../../src/contract/kind.ts";
import type { modelChangeSchema, modelsSchema } from "../../../src/contract/model.ts";
import type { statusSchema } from "../../../src/contract/operation.ts";
import type {
	groupSchema,
	memberSchema,
	mePatchSchema,
	newMemberSchema,
	projectRightsSchema,
} from "../../../src/contract/people.ts";
import type { qualitySchema, ratedPageSchema, ratedQuestionSchema } from "../../../src/contract/rating.ts";
import type {
	queryAnswerSchema,
	queryRequestSchema,
	savedQueriesSchema,
	savedQuerySchema,
	searchAnswerSchema,
	searchRequestSchema,
} from "../../../src/contract/search.ts";
import type { settingsSchema } from "../../../src/contract/settings.ts";
import type { newTokenSchema, tokenAnswerSchema, tokensSchema } from "../../../src/contract/token.ts";
import { type CallOptions, getJson, type Kind, listOf, type Me, post, type Written, write } from "./api.ts";

/** Calls about the workspace itself: its projects, kinds, people, tokens and indexes. */

export type ProjectGraph = Answer<typeof projectGraphSchema>;

export type GraphNode = ProjectGraph["nodes"][number];

/** The parts of an edge that are drawn. */
export type GraphEdge = Pick<ProjectGraph["edges"][number], "id" | "src_id" | "dst_id" | "rel">;

export function getProjectGraph(
	id: string,
	page: { readonly form: "light" | "full"; readonly cursor?: number },
	options?: CallOptions,
): Promise<ProjectGraph> {
	const parameters = new URLSearchParams({ form: page.form });
	if (page.form === "full") parameters.set("limit", "1000");
	if (page.cursor !== undefined) parameters.set("cursor", String(page.cursor));
	return getJson(`/api/projects/${encodeURIComponent(id)}/graph?${parameters}`, options);
}

export type SearchAnswer = Answer<typeof searchAnswerSchema>;

export type SearchHit = SearchAnswer["results"][number];

export async function searchWorkspace(
	request: Body<typeof searchRequestSchema>,
	options?: CallOptions,
): Promise<SearchAnswer> {
	const answer = await post<SearchAnswer>("/api/search", request);
	options?.signal?.throwIfAborted();
	return answer;
}

export type QueryAnswer = Answer<typeof queryAnswerSchema>;

export const runQuery = (request: Body<typeof queryRequestSchema>) =>
	post<QueryAnswer>("/api/query", request);

export type KindDefinition = Pick<Kind, "label" | "fields"> &
	Partial<Pick<Kind, "plural" | "icon" | "hue" | "light_fields">>;

export type DefinedKind = Kind & Pick<Answer<typeof definedKindSchema>, "unconverted">;

export const createKind = (kind: string, definition: KindDefinition) =>
	write<DefinedKind>("POST", "/api/kinds", { kind, ...definition });

export const changeKind = (kind: string, definition: KindDefinition) =>
	write<DefinedKind>("PATCH", `/api/kinds/${encodeURIComponent(kind)}`, definition);

export const removeKind = (kind: string) =>
	write<unknown>("DELETE", `/api/kinds/${encodeURIComponent(kind)}`);

export type Member = Answer<typeof memberSchema>;

export const listMembers = listOf<Member>("members");

export const addMember = (member: Body<typeof newMemberSchema>) =>
	write<Member>("POST", "/api/members", member);

export const setMemberRole = (id: string, role: Me["role"]) =>
	write<Member>("PATCH", `/api/members/${id}`, { role });

export const removeMember = (id: string) => write<Member>("DELETE", `/api/members/${id}`);

export type Group = Answer<typeof groupSchema>;

export const listGroups = listOf<Group>("groups");

export const createGroup = (name: string) => write<Group>("POST", "/api/groups", { name });

export const removeGroup = (id: string) => write<Group>("DELETE", `/api/groups/${id}`);

export const setGroupMember = (id: string, accountId: string, belongs: boolean) =>
	write<Group>(belongs ? "PUT" : "DELETE", `/api/groups/${id}/members/${accountId}`);

export type ProjectRights = Answer<typeof projectRightsSchema>;

export type ProjectRole = ProjectRights["members"][number]["role"];

const rightsOf = (id: string): string => `/api/projects/${encodeURIComponent(id)}/members`;

export const getProjectRights = (id: string, options?: CallOptions): Promise<ProjectRights> =>
	getJson(rightsOf(id), options);

export const setProjectVisibility = (id: string, visibility: ProjectRights["visibility"]) =>
	write<ProjectRights>("PATCH", rightsOf(id), { visibility });

export const setProjectMember = (
	id: string,
	accountId: string,
	role: ProjectRole | null,
): Promise<Written<ProjectRights>> =>
	role === null
		? write("DELETE", `${rightsOf(id)}/${accountId}`)
		: write("POST", rightsOf(id), { account_id: accountId, role });

export type Token = Answer<typeof tokensSchema>["tokens"][number];

export const listTokens = listOf<Token>("tokens");

export const createToken = (token: Body<typeof newTokenSchema>) =>
	write<Answer<typeof tokenAnswerSchema>>("POST", "/api/tokens", token);

export const revokeToken = (id: string) => write<unknown>("DELETE", `/api/tokens/${id}`);

export const changeMe = (patch: Body<typeof mePatchSchema>) => write<Me>("PATCH", "/api/me", patch);

export const signIn = (email: string, password: string) =>
	write<unknown>("POST", "/api/session", { email, password });

export const signOut = () => write<unknown>("DELETE", "/api/session");

export type Settings = Answer<typeof settingsSchema>;

export const getSettings = (options?: CallOptions): Promise<Settings> => getJson("/api/settings", options);

export const changeSettings = (language: string) => write<Settings>("PATCH", "/api/settings", { language });

export type Status = Answer<typeof statusSchema>;

/** How many entities an index holds, how many wait, and why some could not be indexed. */
export type IndexCoverage = Status["index"]["words"] & Partial<NonNullable<Status["index"]["meaning"]>>;

export const getStatus = (options?: CallOptions): Promise<Status> => getJson("/api/status", options);

export type ChatSummary = Answer<typeof chatSchema>;

export const listChats = listOf<ChatSummary>("chats");

/** Calls about the language models of a workspace. */

export type Models = Answer<typeof modelsSchema>;

export type OfferedModel = Models["models"][number];

/** A model as a person sets it up; a key left out stays as it is. */
export type ModelEntry = Answer<typeof modelChangeSchema>["models"][number];

export const getModels = (options?: CallOptions): Promise<Models> => getJson("/api/models", options);

export const putModels = (wish: {
	readonly models: readonly ModelEntry[];
	readonly chain: readonly string[];
}) => write<Models>("PUT", "/api/models", wish);

/** Calls about a person's saved queries. */

export type SavedQuery = Answer<typeof savedQuerySchema>;

export const listQueries = (options?: CallOptions): Promise<Answer<typeof savedQueriesSchema>> =>
	getJson("/api/queries", options);

export const saveQuery = (query: Pick<SavedQuery, "name" | "wql">) => post<SavedQuery>("/api/queries", query);

export const removeQuery = (id: string): Promise<unknown> =>
	write("DELETE", `/api/queries/${encodeURIComponent(id)}`);

/** Calls about a person's ratings of answers and of their contexts. */

export type RatedQuestion = Answer<typeof ratedQuestionSchema>;

export type RatedItem = RatedQuestion["items"][number];

export type Verdict = NonNullable<RatedQuestion["answer"]> | RatedItem["verdict"];

export type RatedPage = Answer<typeof ratedPageSchema>;

const most = 200;

export const listRated = (chatId: string | null, options?: CallOptions): Promise<RatedPage> =>
	getJson(`/api/ratings?limit=${most}${chatId === null ? "" : `&chat_id=${chatId}`}`, options);

/** Sets a rating; null removes it. */
export async function rate(contextId: string, item: string, verdict: Verdict | null): Promise<RatedQuestion> {
	const path = `/api/contexts/${contextId}/ratings/${item}`;
	const sent = verdict === null ? write("DELETE", path) : write("PUT", path, { verdict });
	return (await sent).answer as RatedQuestion;
}

export type Quality = Answer<typeof qualitySchema>;

export const getQuality = (options?: CallOptions): Promise<Quality> => getJson("/api/quality", options);
