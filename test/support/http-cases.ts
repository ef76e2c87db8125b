import type { Entity } from "../../src/graph/model/entity.ts";
import type { Principal } from "./cast.ts";
import type { CallOptions } from "./http-caller.ts";

/** Everybody who can call the server. */
export type Who = Principal | "anonymous";

export const ABSENT = "01900000-0000-7000-8000-000000000000";

/** Things of Ada's that a call can be about. */
export interface Ground {
	readonly project: Entity;
	readonly task: Entity;
	readonly note: Entity;
	readonly secret: Entity;
	/** A note with a file. */
	readonly holder: Entity;
	readonly edgeId: string;
	readonly changeId: string;
	readonly memberId: string;
	readonly groupId: string;
	readonly chatId: string;
	readonly contextId: string;
	readonly tokenId: string;
	/** A query that Ada keeps. */
	readonly queryId: string;
}

export type Expected = number | Partial<Record<Who | "others", number>>;

export interface Case {
	/** The route as the code names it. */
	readonly route: string;
	readonly call: (ground: Ground) => readonly [path: string, options?: CallOptions];
	readonly expected: Expected;
}

const everybody = (status: number): Expected => ({ anonymous: 401, others: status });
/** Ada's closed project: only its own people may read it, independent of anyone's role in the workspace. */
const ofProject = (read: number, write = read): Expected => ({
	...{ anonymous: 401, owner: write, editor: write, viewer: write === read ? read : 403 },
	...{ readToken: write === read ? read : 403, others: 404 },
});
const person = (status: number): Expected => ({
	anonymous: 401,
	readToken: 403,
	boundToken: 403,
	others: status,
});
const managers = (status: number, others = 403): Expected => ({
	...{ anonymous: 401, owner: status, admin: status, stranger: 404, others },
});
const ofAda = (status: number): Expected => ({
	anonymous: 401,
	owner: status,
	readToken: status,
	others: 404,
});

/** Ratings of Ada's: a token that may only read leaves them as they are. */
const ratedByAda: Expected = { anonymous: 401, owner: 200, readToken: 403, others: 404 };
const keptByAda: Expected = { ...ratedByAda, boundToken: 403 };

/** Only the admins of a project; its other readers are refused, and for everybody else it does not exist. */
const RUNS_PROJECT: Expected = {
	...{ anonymous: 401, owner: 200, viewer: 403, editor: 403, readToken: 403, boundToken: 403, others: 404 },
};

const patch = (body: object): CallOptions => ({ method: "PATCH", body });
const put = (body: object): CallOptions => ({ method: "PUT", body });
const remove: CallOptions = { method: "DELETE" };
const post = (body?: object): CallOptions => ({ method: "POST", ...(body && { body }) });

const MCP_HEADERS = { accept: "application/json, text/event-stream" };
const HELLO = {
	...{ jsonrpc: "2.0", id: 1, method: "initialize" },
	params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "0" } },
};

export const CASES: readonly Case[] = [
	{ route: "GET /api/health", call: () => ["/api/health"], expected: 200 },
	{ route: "GET /api/ready", call: () => ["/api/ready"], expected: 200 },
	{ route: "GET /api/openapi.json", call: () => ["/api/openapi.json"], expected: 200 },
	{ route: "GET /signin", call: () => ["/signin"], expected: 303 },
	{
		route: "POST /api/session",
		call: () => ["/api/session", post({ email: "x", password: "x" })],
		expected: 401,
	},
	{ route: "DELETE /api/session", call: () => ["/api/session", remove], expected: everybody(200) },
	{ route: "GET /api/diagnosis", call: () => ["/api/diagnosis"], expected: 401 },
	{ route: "GET /api/backup", call: () => ["/api/backup"], expected: 401 },
	{ route: "GET /api/status", call: () => ["/api/status"], expected: everybody(200) },
	{ route: "GET /api/me", call: () => ["/api/me"], expected: everybody(200) },
	{
		route: "PATCH /api/me",
		call: () => ["/api/me", patch({ profile: { role: "x" } })],
		expected: person(200),
	},
	{ route: "GET /api/settings", call: () => ["/api/settings"], expected: everybody(200) },
	{
		route: "PATCH /api/settings",
		call: () => ["/api/settings", patch({ language: "en" })],
		expected: { anonymous: 401, owner: 200, admin: 200, stranger: 200, others: 403 },
	},
	{
		route: "POST /api/repair",
		call: () => ["/api/repair", { body: {} }],
		expected: { anonymous: 401, owner: 200, admin: 200, stranger: 200, others: 403 },
	},
	{ route: "GET /api/models", call: () => ["/api/models"], expected: everybody(200) },
	{
		// The models of these tests are fixed; a caller who may change models gets that answer.
		route: "PUT /api/models",
		call: () => ["/api/models", put({ models: [] })],
		expected: { anonymous: 401, owner: 400, admin: 400, stranger: 400, others: 403 },
	},
	{
		route: "POST /mcp",
		call: () => ["/mcp", { method: "POST", body: HELLO, headers: MCP_HEADERS }],
		expected: everybody(200),
	},
	{ route: "GET /mcp", call: () => ["/mcp", { headers: MCP_HEADERS }], expected: everybody(405) },
	{ route: "DELETE /mcp", call: () => ["/mcp", remove], expected: everybody(405) },
	...["", "/mcp"].map((path) => ({
		route: `GET /.well-known/oauth-protected-resource${path}`,
		call: () => [`/.well-known/oauth-protected-resource${path}`] as const,
		expected: 200,
	})),
	{ route: "GET /api/suggestions", call: () => ["/api/suggestions"], expected: everybody(200) },
	{
		route: "POST /api/suggestions/accept",
		call: () => ["/api/suggestions/accept", post({ key: `orphan ${ABSENT}` })],
		expected: everybody(404),
	},
	{
		route: "POST /api/suggestions/dismiss",
		call: () => ["/api/suggestions/dismiss", post({ key: `orphan ${ABSENT}` })],
		expected: { anonymous: 401, readToken: 403, others: 200 },
	},
	{ route: "GET /api/tokens", call: () => ["/api/tokens"], expected: person(200) },
	{ route: "POST /api/tokens", call: () => ["/api/tokens", post({})], expected: person(201) },
	{
		route: "DELETE /api/tokens/:id",
		call: ({ tokenId }) => [`/api/tokens/${tokenId}`, remove],
		expected: { anonymous: 401, owner: 200, readToken: 403, boundToken: 403, others: 404 },
	},
	{ route: "GET /api/members", call: () => ["/api/members"], expected: everybody(200) },
	{
		route: "POST /api/members",
		call: () => ["/api/members", post({ email: `n${Math.random()}@x.example` })],
		expected: { anonymous: 401, owner: 201, admin: 201, stranger: 201, others: 403 },
	},
	{
		route: "PATCH /api/members/:id",
		call: ({ memberId }) => [`/api/members/${memberId}`, patch({ role: "guest" })],
		expected: managers(200),
	},
	{
		route: "DELETE /api/members/:id",
		call: ({ memberId }) => [`/api/members/${memberId}`, remove],
		expected: managers(200),
	},
	{ route: "GET /api/groups", call: () => ["/api/groups"], expected: everybody(200) },
	{
		route: "POST /api/groups",
		call: () => ["/api/groups", post({ name: "G" })],
		expected: { anonymous: 401, owner: 201, admin: 201, stranger: 201, others: 403 },
	},
	{
		route: "DELETE /api/groups/:id",
		call: ({ groupId }) => [`/api/groups/${groupId}`, remove],
		expected: managers(200),
	},
	...(["PUT", "DELETE"] as const).map((method) => ({
		route: `${method} /api/groups/:id/members/:account_id`,
		call: ({ groupId, memberId }: Ground) =>
			[`/api/groups/${groupId}/members/${memberId}`, { method }] as const,
		expected: managers(200),
	})),
	{
		route: "GET /api/projects/:id/graph",
		call: ({ project }) => [`/api/projects/${project.ref}/graph`],
		expected: ofProject(200),
	},
	{
		route: "GET /api/projects/:id/members",
		call: ({ project }) => [`/api/projects/${project.id}/members`],
		expected: ofProject(200),
	},
	{
		route: "PATCH /api/projects/:id/members",
		call: ({ project }) => [`/api/projects/${project.id}/members`, patch({ visibility: "private" })],
		expected: RUNS_PROJECT,
	},
	{
		route: "POST /api/projects/:id/members",
		call: ({ project, memberId }) => [
			`/api/projects/${project.id}/members`,
			post({ account_id: memberId, role: "viewer" }),
		],
		expected: RUNS_PROJECT,
	},
	{
		route: "DELETE /api/projects/:id/members/:account_id",
		call: ({ project, memberId }) => [`/api/projects/${project.id}/members/${memberId}`, remove],
		expected: { anonymous: 401, viewer: 403, editor: 403, readToken: 403, boundToken: 403, others: 404 },
	},
	{ route: "GET /api/entities", call: () => ["/api/entities"], expected: everybody(200) },
	{
		route: "POST /api/entities",
		call: ({ project }) => ["/api/entities", post({ kind: "task", title: "New", project_id: project.ref })],
		expected: { ...(ofProject(201, 403) as object), owner: 201, editor: 201 },
	},
	{
		route: "GET /api/entities/:id",
		call: ({ task }) => [`/api/entities/${task.ref}`],
		expected: ofProject(200),
	},
	{
		route: "PATCH /api/entities/:id",
		call: ({ task }) => [`/api/entities/${task.id}`, patch({ version: 2, title: "Renamed" })],
		expected: { ...(ofProject(200, 403) as object), owner: 200, editor: 200 },
	},
	{
		route: "DELETE /api/entities/:id",
		call: ({ task }) => [`/api/entities/${task.id}`, remove],
		expected: { ...(ofProject(200, 403) as object), owner: 200, editor: 200 },
	},
	{
		route: "POST /api/entities/:id/restore",
		call: ({ task }) => [`/api/entities/${task.id}/restore`, post()],
		expected: everybody(404),
	},
	{
		route: "GET /api/entities/:id/blocks",
		call: ({ note }) => [`/api/entities/${note.id}/blocks`],
		expected: ofProject(200),
	},
	{
		route: "PUT /api/entities/:id/blocks",
		call: ({ note }) => [`/api/entities/${note.id}/blocks`, put({ version: 1, blocks: [{ text: "C" }] })],
		expected: { ...(ofProject(200, 403) as object), owner: 200, editor: 200 },
	},
	{
		// Too short for a summary; only callers who may have it summarised get that answer.
		route: "POST /api/entities/:id/summary",
		call: ({ note }) => [`/api/entities/${note.id}/summary`, post({})],
		expected: { ...(ofProject(422, 403) as object), owner: 422, editor: 422 },
	},
	{
		route: "GET /api/entities/:id/mentions",
		call: ({ note }) => [`/api/entities/${note.id}/mentions`],
		expected: ofProject(200),
	},
	{
		route: "GET /api/entities/:id/shares",
		call: ({ note }) => [`/api/entities/${note.id}/shares`],
		expected: { anonymous: 401, owner: 200, viewer: 403, editor: 403, readToken: 403, others: 404 },
	},
	{
		route: "PUT /api/entities/:id/shares",
		call: ({ note }) => [`/api/entities/${note.id}/shares`, put({ shares: [] })],
		expected: RUNS_PROJECT,
	},
	{
		route: "POST /api/edges",
		call: ({ task, project }) => [
			"/api/edges",
			post({ src_id: project.ref, rel: "has_task", dst_id: task.ref }),
		],
		expected: { ...(ofProject(201, 403) as object), owner: 201, editor: 201 },
	},
	{
		route: "DELETE /api/edges/:id",
		call: ({ edgeId }) => [`/api/edges/${edgeId}`, remove],
		expected: { ...(ofProject(200, 403) as object), owner: 200, editor: 200 },
	},
	{
		route: "GET /api/onto/edges/linked",
		call: ({ task }) => [`/api/onto/edges/linked?sourceId=${task.id}&available=true`],
		expected: ofProject(200),
	},
	{
		route: "GET /api/onto/:kind/:id/details",
		call: ({ task }) => [`/api/onto/task/${task.id}/details`],
		expected: ofProject(200),
	},
	{ route: "GET /api/kinds", call: () => ["/api/kinds"], expected: everybody(200) },
	{
		route: "POST /api/kinds",
		call: () => [
			"/api/kinds",
			post({ kind: `K_${Math.floor(Math.random() * 1e9)}`, label: "K", fields: [] }),
		],
		expected: {
			...{ anonymous: 401, owner: 201, admin: 201, member: 201, stranger: 201, others: 403 },
		},
	},
	{
		route: "PATCH /api/kinds/:kind",
		call: () => ["/api/kinds/Nothing", patch({ label: "x" })],
		expected: everybody(404),
	},
	{
		route: "DELETE /api/kinds/:kind",
		call: () => ["/api/kinds/Nothing", remove],
		expected: { anonymous: 401, owner: 404, admin: 404, stranger: 404, others: 403 },
	},
	{
		route: "GET /api/changes",
		call: ({ task }) => [`/api/changes?entity_id=${task.id}`],
		expected: ofProject(200),
	},
	{
		route: "POST /api/changes/:id/undo",
		call: ({ changeId }) => [`/api/changes/${changeId}/undo`, post()],
		expected: { ...(ofProject(200, 403) as object), owner: 200, editor: 200 },
	},
	{ route: "GET /api/trash", call: () => ["/api/trash"], expected: everybody(200) },
	{ route: "GET /api/activity", call: () => ["/api/activity"], expected: everybody(200) },
	{
		route: "POST /api/context",
		call: ({ task }) => ["/api/context", post({ query: "why", focus: { id: task.id } })],
		expected: ofProject(200),
	},
	{
		route: "GET /api/contexts/:id",
		call: ({ contextId }) => [`/api/contexts/${contextId}`],
		expected: ofAda(200),
	},
	{
		route: "GET /api/contexts/:id/ratings",
		call: ({ contextId }) => [`/api/contexts/${contextId}/ratings`],
		expected: ofAda(200),
	},
	{
		route: "PUT /api/contexts/:id/ratings/:item",
		call: ({ contextId }) => [`/api/contexts/${contextId}/ratings/answer`, put({ verdict: "helped" })],
		expected: ratedByAda,
	},
	{
		route: "DELETE /api/contexts/:id/ratings/:item",
		call: ({ contextId }) => [`/api/contexts/${contextId}/ratings/answer`, remove],
		expected: ratedByAda,
	},
	{ route: "GET /api/ratings", call: () => ["/api/ratings"], expected: everybody(200) },
	{
		route: "GET /api/ratings/export",
		call: () => ["/api/ratings/export?file=nodes"],
		expected: everybody(200),
	},
	{ route: "GET /api/quality", call: () => ["/api/quality"], expected: everybody(200) },
	{ route: "GET /api/queries", call: () => ["/api/queries"], expected: everybody(200) },
	{
		route: "POST /api/queries",
		call: () => [
			"/api/queries",
			post({ name: `Q ${Math.floor(Math.random() * 1e9)}`, wql: "SELECT t FROM task" }),
		],
		expected: person(201),
	},
	{
		route: "PATCH /api/queries/:id",
		call: ({ queryId }) => [`/api/queries/${queryId}`, patch({ wql: "SELECT n FROM note" })],
		expected: keptByAda,
	},
	{
		route: "DELETE /api/queries/:id",
		call: ({ queryId }) => [`/api/queries/${queryId}`, remove],
		expected: keptByAda,
	},
	{
		route: "POST /api/search",
		call: ({ project }) => ["/api/search", post({ query: "Task", project_id: project.id })],
		expected: ofProject(200),
	},
	{
		route: "POST /api/onto/search",
		call: ({ project }) => ["/api/onto/search", post({ query: "Task", project_id: project.id })],
		expected: ofProject(200),
	},
	{ route: "GET /api/suggest", call: () => ["/api/suggest?q=Task"], expected: everybody(200) },
	{
		route: "POST /api/query",
		call: ({ task }) => ["/api/query", post({ wql: "SELECT t FROM task", this: task.id })],
		expected: ofProject(200),
	},
	{ route: "GET /api/chats", call: () => ["/api/chats"], expected: everybody(200) },
	{
		route: "POST /api/chats",
		call: () => ["/api/chats", post({})],
		expected: { anonymous: 401, boundToken: 403, others: 200 },
	},
	{ route: "GET /api/chats/:id", call: ({ chatId }) => [`/api/chats/${chatId}`], expected: ofAda(200) },
	{
		route: "PATCH /api/chats/:id",
		call: ({ chatId }) => [`/api/chats/${chatId}`, patch({ title: "T" })],
		expected: ofAda(200),
	},
	{
		route: "POST /api/chats/:id/messages",
		call: ({ chatId }) => [`/api/chats/${chatId}/messages`, post({ text: "Task" })],
		expected: ofAda(200),
	},
	{
		route: "GET /api/chats/:id/stream",
		call: ({ chatId }) => [`/api/chats/${chatId}/stream`],
		expected: everybody(404),
	},
	{
		route: "POST /api/chats/:id/stop",
		call: ({ chatId }) => [`/api/chats/${chatId}/stop`, post()],
		expected: everybody(404),
	},
	{ route: "GET /api/approvals", call: () => ["/api/approvals"], expected: person(200) },
	{
		route: "POST /api/approvals/:id",
		call: () => [`/api/approvals/${ABSENT}`, post({ decision: "deny" })],
		expected: { anonymous: 401, readToken: 403, boundToken: 403, others: 404 },
	},
	{ route: "GET /api/tools", call: () => ["/api/tools"], expected: everybody(200) },
	{
		route: "POST /api/tools/:name",
		call: ({ task }) => ["/api/tools/get_entity_details", post({ entity_id: task.id })],
		expected: ofProject(200),
	},
	{
		route: "POST /api/suggestions/restore",
		call: () => ["/api/suggestions/restore", post({ key: `orphan ${ABSENT}` })],
		expected: { anonymous: 401, readToken: 403, others: 200 },
	},
	{
		route: "GET /api/entities/:id/attachments/:name",
		call: ({ holder }) => [`/api/entities/${holder.id}/attachments/plan.png`],
		expected: ofProject(200),
	},
	{
		route: "PUT /api/entities/:id/attachments/:name",
		call: ({ holder }) => [`/api/entities/${holder.id}/attachments/new.png`, { method: "PUT", text: "png" }],
		expected: { ...(ofProject(200, 403) as object), owner: 200, editor: 200 },
	},
	{
		route: "DELETE /api/entities/:id/attachments/:name",
		call: ({ holder }) => [`/api/entities/${holder.id}/attachments/plan.png`, remove],
		expected: { ...(ofProject(200, 403) as object), owner: 200, editor: 200 },
	},
	{
		route: "POST /api/uploads",
		call: () => ["/api/uploads?name=Note.md", { text: "A note" }],
		expected: { anonymous: 401, readToken: 403, others: 201 },
	},
	{
		route: "DELETE /api/uploads/:id",
		call: () => [`/api/uploads/${ABSENT}`, remove],
		expected: everybody(404),
	},
	{
		route: "POST /api/imports",
		call: () => ["/api/imports", post({ source: "markdown", path: "/nowhere/at/all", dry_run: true })],
		expected: everybody(403),
	},
	{ route: "GET /api/sources", call: () => ["/api/sources"], expected: everybody(200) },
	{ route: "GET /api/imports", call: () => ["/api/imports"], expected: everybody(200) },
	{
		route: "DELETE /api/imports/:id",
		call: () => [`/api/imports/${ABSENT}`, remove],
		expected: everybody(404),
	},
	{ route: "GET /api/imports/:id", call: () => [`/api/imports/${ABSENT}`], expected: everybody(404) },
	{ route: "GET /api/export", call: () => ["/api/export"], expected: everybody(200) },
];
