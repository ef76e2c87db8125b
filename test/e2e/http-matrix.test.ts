import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entity } from "../../src/graph/model/entity.ts";
import { problemSchema } from "../../src/serve/http/problem.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { type CallOptions, createCaller, type HttpCaller, SECRETS_OF_OURS } from "./http-caller.ts";
import { type ServedWorkbench, serveWorkbench } from "./serve-workbench.ts";

/** Everybody who can stand before a door. */
const PRINCIPALS = [
	"owner",
	"admin",
	"member",
	"guest",
	"viewer",
	"editor",
	"stranger",
	"readToken",
	"boundToken",
	"anonymous",
] as const;
type Who = (typeof PRINCIPALS)[number];

const ABSENT = "01900000-0000-7000-8000-000000000000";
const OPERATOR = "the operator's own key";

interface Ground {
	readonly project: Entity;
	readonly task: Entity;
	readonly note: Entity;
	readonly secret: Entity;
	readonly edgeId: string;
	readonly changeId: string;
	readonly memberId: string;
	readonly groupId: string;
	readonly chatId: string;
	readonly contextId: string;
	readonly tokenId: string;
}

let served: ServedWorkbench;
let callers: Record<Who, HttpCaller>;
let turn = 0;

beforeAll(async () => {
	served = await serveWorkbench(await openTestDatabase(), {
		operatorKey: OPERATOR,
		limits: { perAddress: 100_000, perUser: 100_000, signIns: 100_000 },
	});
	const { bench } = served;
	const { workspaces } = bench.graph.store;
	const { workspaceId } = bench;
	const addPerson = async (name: string, role: "admin" | "member" | "guest"): Promise<string> => {
		const account = await workspaces.ensureAccount({ email: `${name}@${workspaceId}`, display_name: name });
		await workspaces.setMember(workspaceId, account.id, role);
		return account.id;
	};
	const people = {
		admin: await addPerson("dan", "admin"),
		viewer: await addPerson("vera", "guest"),
		editor: await addPerson("eve", "guest"),
	};
	const elsewhere = await workspaces.create("Elsewhere");
	await workspaces.setMember(elsewhere.id, bench.people.zoe, "owner");
	const project = await bench.project("Closed", { visibility: "private" });
	for (const role of ["viewer", "editor"] as const) {
		await workspaces.setProjectMember({ workspaceId, projectId: project, accountId: people[role], role });
	}
	closed = project;
	const { credentials } = bench.graph.store;
	const session = async (accountId: string, workspace = workspaceId): Promise<HttpCaller> => {
		const secret = { workspaceId: workspace, accountId, purpose: "session", mode: "write" } as const;
		return createCaller(served.url, (await credentials.create(secret)).token);
	};
	const token = async (grant: object): Promise<HttpCaller> => {
		const secret = { workspaceId, accountId: bench.people.ada, purpose: "token", mode: "read" } as const;
		return createCaller(served.url, (await credentials.create({ ...secret, ...grant })).token);
	};
	callers = {
		owner: await session(bench.people.ada),
		admin: await session(people.admin),
		member: await session(bench.people.ben),
		guest: await session(bench.people.gil),
		viewer: await session(people.viewer),
		editor: await session(people.editor),
		stranger: await session(bench.people.zoe, elsewhere.id),
		readToken: await token({}),
		boundToken: await token({ mode: "write", projectIds: [await bench.project("Other")] }),
		anonymous: createCaller(served.url, "skein_none"),
	};
}, 120_000);
afterAll(() => served?.close());

let closed: string;

/** New things for every call, so that one answer cannot spoil the next: all in Ada's closed project, but for the private one. */
async function prepare(): Promise<Ground> {
	const { bench } = served;
	const { writer, chats, manifests, reader } = await bench.as("ada");
	turn += 1;
	const task = await writer.create({ kind: "task", title: `Task ${turn}`, project_id: closed }, "test");
	const note = await writer.create(
		{ kind: "note", title: `Note ${turn}`, project_id: closed, body: "A\n\nB" },
		"test",
	);
	const secret = await writer.create(
		{ kind: "note", title: `Secret ${turn}`, visibility: "private" },
		"test",
	);
	const { edges } = await writer.link({ src_id: task.id, rel: "references", dst_id: note.id }, "test");
	const { change_id } = await writer.commit(
		[{ op: "update", id: task.id, version: 1, patch: { description: "x" } }],
		"test",
	);
	const group = await bench.graph.store.workspaces.createGroup(bench.workspaceId, `Group ${turn}`);
	const leaver = await bench.graph.store.workspaces.ensureAccount({
		email: `l${turn}@x`,
		display_name: "Leaver",
	});
	await bench.graph.store.workspaces.setMember(bench.workspaceId, leaver.id, "member");
	const chat = await chats.create();
	const contextId = ABSENT.replace("0000-7000", `${String(turn).padStart(4, "0")}-7000`);
	await manifests.save({
		id: contextId,
		revision: reader.graph.revision,
		payload: {} as never,
		entityIds: [task.id],
	});
	const { credentials } = bench.graph.store;
	const owned = { workspaceId: bench.workspaceId, accountId: bench.people.ada, mode: "read" } as const;
	const { id: tokenId } = await credentials.create({ ...owned, purpose: "token" });
	const project = await reader.rows.get(closed);
	return {
		...{
			project,
			task,
			note,
			secret,
			memberId: leaver.id,
			groupId: group,
			chatId: chat.id,
			contextId,
			tokenId,
		},
		edgeId: edges[0]?.id ?? "",
		changeId: change_id ?? "",
	};
}

type Expected = number | Partial<Record<Who | "others", number>>;

interface Case {
	/** The route as the code names it. */
	readonly route: string;
	readonly call: (ground: Ground) => readonly [path: string, options?: CallOptions];
	readonly expected: Expected;
}

const everybody = (status: number): Expected => ({ anonymous: 401, others: status });
/** Ada's closed project: its own people, and nobody else, whatever they are to the workspace. */
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

const patch = (body: object): CallOptions => ({ method: "PATCH", body });
const put = (body: object): CallOptions => ({ method: "PUT", body });
const remove: CallOptions = { method: "DELETE" };
const post = (body?: object): CallOptions => ({ method: "POST", ...(body && { body }) });

const CASES: readonly Case[] = [
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
		call: () => ["/api/members", post({ email: `n${turn}-${Math.random()}@x.example` })],
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
		expected: {
			anonymous: 401,
			owner: 200,
			viewer: 403,
			editor: 403,
			readToken: 403,
			boundToken: 403,
			others: 404,
		},
	},
	{
		route: "POST /api/projects/:id/members",
		call: ({ project, memberId }) => [
			`/api/projects/${project.id}/members`,
			post({ account_id: memberId, role: "viewer" }),
		],
		expected: {
			anonymous: 401,
			owner: 200,
			viewer: 403,
			editor: 403,
			readToken: 403,
			boundToken: 403,
			others: 404,
		},
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
		// Too short to be summed up, which only those are told who may have it summed up.
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
		expected: {
			anonymous: 401,
			owner: 200,
			viewer: 403,
			editor: 403,
			readToken: 403,
			boundToken: 403,
			others: 404,
		},
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
			post({ kind: `K${turn}_${Math.floor(Math.random() * 1e9)}`, label: "K", fields: [] }),
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
		route: "POST /api/imports",
		call: () => ["/api/imports", post({ source: "markdown", path: "/nowhere/at/all", dry_run: true })],
		expected: { anonymous: 401, owner: 202, stranger: 202, others: 403 },
	},
	{ route: "GET /api/imports/:id", call: () => [`/api/imports/${ABSENT}`], expected: everybody(404) },
	{ route: "GET /api/export", call: () => ["/api/export"], expected: everybody(200) },
];

/** Statuses of the contract that a test must not confuse. */
const expectedFor = (expected: Expected, who: Who): number | undefined =>
	typeof expected === "number" ? expected : (expected[who] ?? expected.others);

const HIDDEN_FROM: readonly Who[] = ["admin", "member", "guest", "stranger", "boundToken", "anonymous"];

describe("[P3] every route and every kind of principal", () => {
	test("no route of the code is left out", () => {
		const routes = new Set(served.app.routes.map(({ method, path }) => `${method} ${path}`));
		const api = [...routes].filter((route) => /^(?!ALL)\S+ (?:\/api\/|\/signin|\/mcp)/.test(route));
		const covered = new Set(CASES.map(({ route }) => route));
		expect(api.filter((route) => !covered.has(route))).toEqual([]);
	});

	test.each(CASES)("$route", async ({ call, expected }) => {
		for (const who of PRINCIPALS) {
			const want = expectedFor(expected, who);
			if (want === undefined) continue;
			const ground = await prepare();
			const [path, options] = call(ground);
			const response = await callers[who].call(path, options);
			const text = await response.text();
			expect({ who, status: response.status, text: response.status === want ? "" : text }).toEqual({
				who,
				status: want,
				text: "",
			});
			if (HIDDEN_FROM.includes(who)) expect(text).not.toMatch(/Task \d|Note \d/);
			if (who !== "owner" && who !== "readToken") expect(text).not.toMatch(/Secret \d/);
			if (response.status >= 400) {
				problemSchema.parse(JSON.parse(text));
				expect(text).not.toMatch(SECRETS_OF_OURS);
			}
		}
	});

	test("the operator's key opens the operator's routes, and nothing else", async () => {
		const headers = { "skein-operator": OPERATOR };
		expect((await callers.anonymous.call("/api/diagnosis", { headers, token: null })).status).toBe(200);
		expect((await callers.anonymous.call("/api/me", { headers, token: null })).status).toBe(401);
		const wrong = { "skein-operator": `${OPERATOR}.` };
		expect((await callers.owner.call("/api/diagnosis", { headers: wrong })).status).toBe(401);
	});
});

describe("[P5] [R7] ids from outside are not trusted", () => {
	const withIds = CASES.filter(({ route }) => /:(?:id|account_id)/.test(route) && !route.includes("groups"));

	test.each(withIds)(
		"$route: foreign, deleted, absent and malformed are one answer",
		async ({ route, call }) => {
			const ground = await prepare();
			const { writer } = await served.bench.as("ben");
			const gone = await writer.create({ kind: "note", title: "Gone" }, "test");
			await writer.commit([{ op: "delete", id: gone.id }], "test");
			const { member } = callers;
			const [path, options] = call(ground);
			const id = [...Object.values(ground), ground.project.ref, ground.task.ref]
				.map((value) => (typeof value === "string" ? value : (value as Entity).id))
				.find((candidate) => path.includes(candidate));
			const isRestorable = route.endsWith("/restore");
			const others = [
				ABSENT,
				"zzzzzzzz",
				"not-an-id",
				"0".repeat(3_000),
				"%F0%9F%90%9F",
				...(isRestorable ? [] : [gone.id]),
			];
			const answers = await Promise.all(
				[id ?? ABSENT, ...others].map(async (name) => {
					const response = await member.call(path.replace(id ?? ABSENT, name), options);
					return `${response.status} ${await response.text()}`;
				}),
			);
			const distinct = new Set(answers.map((answer) => answer.replaceAll(/"id":"[^"]*"/g, "")));
			expect([...distinct]).toHaveLength(1);
			expect([...distinct][0]).toMatch(/^(?:403|404) /);
		},
	);
});
