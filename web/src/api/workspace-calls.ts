import {
	type CallOptions,
	getJson,
	type Kind,
	type Me,
	type ProfileKey,
	type Written,
	write,
} from "../api.ts";

/** The calls about the workspace itself: its projects, kinds, people, tokens and indexes. */

export interface GraphNode {
	readonly id: string;
	readonly ref: string;
	readonly kind: string;
	readonly name: string;
	readonly state_key: string | null;
	readonly direct_edge: boolean;
	readonly last_updated: string;
}

export interface GraphEdge {
	readonly id: string;
	readonly src_id: string;
	readonly dst_id: string;
	readonly rel: string;
}

export interface KindCoverage {
	readonly total: number;
	readonly direct: number;
	readonly unlinked: number;
	readonly isolated: number;
}

export interface ProjectGraph {
	readonly root_id: string;
	readonly nodes: readonly GraphNode[];
	readonly edges: readonly GraphEdge[];
	readonly coverage: Readonly<Record<string, KindCoverage>>;
	readonly total?: number;
	readonly next_cursor?: number | null;
}

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

export interface SearchHit {
	readonly type: string;
	readonly id: string;
	readonly ref: string;
	readonly title: string;
	readonly project_name?: string;
	readonly snippet: string;
	readonly highlights: readonly (readonly [number, number])[];
	readonly legs: readonly { readonly leg: string }[];
}

export interface SearchAnswer {
	readonly results: readonly SearchHit[];
	readonly total: number;
	readonly message: string;
}

export async function searchWorkspace(
	request: { readonly query: string; readonly types?: readonly string[]; readonly limit?: number },
	options?: CallOptions,
): Promise<SearchAnswer> {
	const { answer } = await write<SearchAnswer>("POST", "/api/onto/search", request);
	options?.signal?.throwIfAborted();
	return answer;
}

export interface QueryRow {
	readonly id: string;
	readonly ref: string;
	readonly kind: string;
	readonly title: string;
	readonly state_key: string | null;
}

export interface QueryAnswer {
	readonly rows: readonly QueryRow[];
	readonly total: number;
	readonly truncated: boolean;
}

export async function runQuery(request: {
	readonly wql: string;
	readonly this?: string;
	readonly limit?: number;
}): Promise<QueryAnswer> {
	const { answer } = await write<QueryAnswer>("POST", "/api/query", request);
	return answer;
}

export type KindDefinition = Pick<Kind, "label" | "fields"> & Partial<Pick<Kind, "plural" | "icon" | "hue">>;

export interface DefinedKind extends Kind {
	readonly unconverted: readonly {
		readonly entity_id: string;
		readonly title: string;
		readonly field: string;
		readonly kept_as: string;
	}[];
}

export const createKind = (kind: string, definition: KindDefinition): Promise<Written<DefinedKind>> =>
	write("POST", "/api/kinds", { kind, ...definition });

export const changeKind = (kind: string, definition: KindDefinition): Promise<Written<DefinedKind>> =>
	write("PATCH", `/api/kinds/${encodeURIComponent(kind)}`, definition);

export const removeKind = (kind: string): Promise<Written<unknown>> =>
	write("DELETE", `/api/kinds/${encodeURIComponent(kind)}`);

export interface Member {
	readonly id: string;
	readonly email: string | null;
	readonly display_name: string;
	readonly role: Me["role"];
}

export async function listMembers(options?: CallOptions): Promise<readonly Member[]> {
	return (await getJson<{ members: readonly Member[] }>("/api/members", options)).members;
}

export const addMember = (member: {
	readonly email: string;
	readonly display_name?: string;
	readonly role: Me["role"];
}): Promise<Written<Member>> => write("POST", "/api/members", member);

export const setMemberRole = (id: string, role: Me["role"]): Promise<Written<Member>> =>
	write("PATCH", `/api/members/${id}`, { role });

export const removeMember = (id: string): Promise<Written<Member>> => write("DELETE", `/api/members/${id}`);

export interface Group {
	readonly id: string;
	readonly name: string;
	readonly member_ids: readonly string[];
}

export async function listGroups(options?: CallOptions): Promise<readonly Group[]> {
	return (await getJson<{ groups: readonly Group[] }>("/api/groups", options)).groups;
}

export const createGroup = (name: string): Promise<Written<Group>> => write("POST", "/api/groups", { name });

export const removeGroup = (id: string): Promise<Written<Group>> => write("DELETE", `/api/groups/${id}`);

export const setGroupMember = (id: string, accountId: string, belongs: boolean): Promise<Written<Group>> =>
	write(belongs ? "PUT" : "DELETE", `/api/groups/${id}/members/${accountId}`);

export type ProjectRole = "viewer" | "editor" | "admin";

export interface ProjectRights {
	readonly project_id: string;
	readonly visibility: "private" | "workspace";
	readonly members: readonly {
		readonly id: string;
		readonly display_name: string;
		readonly role: ProjectRole;
	}[];
}

const rightsOf = (id: string): string => `/api/projects/${encodeURIComponent(id)}/members`;

export const getProjectRights = (id: string, options?: CallOptions): Promise<ProjectRights> =>
	getJson(rightsOf(id), options);

export const setProjectVisibility = (
	id: string,
	visibility: ProjectRights["visibility"],
): Promise<Written<ProjectRights>> => write("PATCH", rightsOf(id), { visibility });

export const setProjectMember = (
	id: string,
	accountId: string,
	role: ProjectRole | null,
): Promise<Written<ProjectRights>> =>
	role === null
		? write("DELETE", `${rightsOf(id)}/${accountId}`)
		: write("POST", rightsOf(id), { account_id: accountId, role });

export interface Token {
	readonly id: string;
	readonly name: string;
	readonly mode: "read" | "write";
	readonly project_ids: readonly string[] | null;
	readonly created_at: string;
	readonly expires_at: string | null;
}

export async function listTokens(options?: CallOptions): Promise<readonly Token[]> {
	return (await getJson<{ tokens: readonly Token[] }>("/api/tokens", options)).tokens;
}

export const createToken = (token: {
	readonly name: string;
	readonly mode: "read" | "write";
	readonly project_ids: readonly string[];
	readonly days?: number;
}): Promise<Written<{ readonly id: string; readonly token: string }>> => write("POST", "/api/tokens", token);

export const revokeToken = (id: string): Promise<Written<unknown>> => write("DELETE", `/api/tokens/${id}`);

export const changeMe = (patch: {
	readonly display_name?: string;
	readonly profile?: Partial<Record<ProfileKey, string | null>>;
	readonly password?: string | null;
	readonly current_password?: string;
}): Promise<Written<Me>> => write("PATCH", "/api/me", patch);

export const signIn = (email: string, password: string): Promise<Written<unknown>> =>
	write("POST", "/api/session", { email, password });

export const signOut = (): Promise<Written<unknown>> => write("DELETE", "/api/session");

export interface Settings {
	readonly language: string;
	readonly languages: readonly { readonly code: string; readonly name: string }[];
}

export const getSettings = (options?: CallOptions): Promise<Settings> => getJson("/api/settings", options);

export const changeSettings = (language: string): Promise<Written<Settings>> =>
	write("PATCH", "/api/settings", { language });

/** How many entities an index holds, how many wait, and why some could not be taken in. */
export interface IndexCoverage {
	readonly indexed: number;
	readonly pending: number;
	readonly failed: number;
	readonly reasons?: readonly { readonly reason: string; readonly count: number }[];
	readonly model?: string;
}

export interface Status {
	readonly version: string;
	readonly revision: number;
	readonly entities: number;
	readonly index: { readonly words: IndexCoverage; readonly meaning: IndexCoverage | null };
}

export const getStatus = (options?: CallOptions): Promise<Status> => getJson("/api/status", options);

export interface ChatSummary {
	readonly id: string;
	readonly title: string;
	readonly created_at: string;
}

export async function listChats(options?: CallOptions): Promise<readonly ChatSummary[]> {
	return (await getJson<{ chats: readonly ChatSummary[] }>("/api/chats", options)).chats;
}
