import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	chatSchema,
	chatsSchema,
	chatWithMessagesSchema,
	toolAnswerSchema,
	toolsSchema,
} from "../../src/serve/http/schemas/chat-schemas.ts";
import { contextPayloadSchema } from "../../src/serve/http/schemas/context-schemas.ts";
import { entityPageSchema, entitySchema } from "../../src/serve/http/schemas/entity-schemas.ts";
import { kindsSchema } from "../../src/serve/http/schemas/kind-schemas.ts";
import { statusSchema } from "../../src/serve/http/schemas/operation-schemas.ts";
import { meSchema } from "../../src/serve/http/schemas/people-schemas.ts";
import { searchAnswerSchema, suggestionsSchema } from "../../src/serve/http/schemas/search-schemas.ts";
import { tokenAnswerSchema } from "../../src/serve/http/schemas/token-schemas.ts";
import { serveHttp } from "../../src/serve/http/serve-http.ts";
import { NOW } from "../support/open-demo.ts";
import { type ServedDemo, serveDemo } from "../support/serve-demo.ts";
import { createCaller, expectProblem, type HttpCaller, SECRETS_OF_OURS } from "./http-caller.ts";

const MAREN = "maren@rillmark.example";
const PRIYA = "priya@rillmark.example";
const SYLVIE = "sylvie@marchetti-advisers.example";
const HERON = "Heron 2 bridge gauge";
const KINGFISHER = "Kingfisher: buying Brannock Telemetry";
const LONGEST_WAIT = 2_000;
const healthSchema = z.object({ status: z.literal("ok") });
const documentSchema = z.looseObject({
	openapi: z.string(),
	paths: z.record(z.string(), z.record(z.string(), z.looseObject({ security: z.array(z.unknown()) }))),
	components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

let served: ServedDemo;
let webFolder: string;
let owner: string;

beforeAll(async () => {
	webFolder = mkdtempSync(join(tmpdir(), "skein-web-"));
	mkdirSync(join(webFolder, "assets"));
	writeFileSync(join(webFolder, "index.html"), "<!doctype html><title>Skein</title>");
	writeFileSync(join(webFolder, "assets/app-1.js"), "export {};");
	served = await serveDemo({ webFolder });
	owner = await served.credential(MAREN);
});
afterAll(async () => {
	await served?.close();
	rmSync(webFolder, { recursive: true, force: true });
});

const call: HttpCaller["call"] = (path, options) => createCaller(served.url, owner).call(path, options);
const read: HttpCaller["read"] = (schema, path, options) =>
	createCaller(served.url, owner).read(schema, path, options);

/** How much of the demo a person may read, asked of the library rather than the server. */
const sizeFor = async (person: string): Promise<number> => (await served.demo.as(person)).reader.graph.size;

/** A request as only a hostile or broken client sends it; `fetch` would refuse to. */
function callRaw(path: string, headers: Record<string, string>, method = "GET") {
	const { hostname, port } = new URL(served.url);
	return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
		(resolve, reject) => {
			const sent = request({ hostname, port, path, method, headers, setHost: false }, (answer) => {
				let text = "";
				answer.on("data", (chunk: Buffer) => {
					text += chunk;
				});
				answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
			});
			sent.on("error", reject);
			sent.end();
		},
	);
}

describe("signing in", () => {
	test("a link works once, and the cookie it sets is out of reach of scripts and other sites", async () => {
		const path = await served.signInPath(PRIYA);
		const first = await call(path, { token: null });
		expect([first.status, first.headers.get("location")]).toEqual([303, "/"]);
		const cookie = first.headers.get("set-cookie") ?? "";
		expect(cookie).toMatch(/^skein_session=[^;]+;.*HttpOnly.*SameSite=Strict/i);

		const headers = { cookie: cookie.split(";")[0] ?? "" };
		const me = await read(meSchema, "/api/me", { token: null, headers });
		expect(me.display_name).toBe("Priya Raghunathan");

		const again = await call(path, { token: null });
		expect(again.headers.get("location")).toBe("/?signin=expired");
		expect(again.headers.get("set-cookie")).toBeNull();
	});

	test("of many who use a link at once one gets in", async () => {
		const path = await served.signInPath();
		const answers = await Promise.all(Array.from({ length: 8 }, () => call(path, { token: null })));
		expect(answers.filter((answer) => answer.headers.has("set-cookie"))).toHaveLength(1);
	});

	test("a cookie may change things only from our own page", async () => {
		const signedIn = await call(await served.signInPath(), { token: null });
		const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
		const post = (headers: Record<string, string>) =>
			call("/api/chats", { body: {}, token: null, headers: { cookie, ...headers } });
		await expectProblem(await post({}), 403, "forbidden_origin");
		await expectProblem(await post({ origin: "https://elsewhere.example" }), 403, "forbidden_origin");
		expect((await post({ origin: served.url })).status).toBe(200);
	});

	test.each([
		["nothing", {}],
		["a secret we never made", { authorization: "Bearer skein_AAAA" }],
		["another scheme", { authorization: "Basic bWFyZW46" }],
		["an invented cookie", { cookie: "skein_session=1" }],
	])("%s is 401", async (_name, headers) => {
		const answer = await call("/api/me", { token: null, headers });
		expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="skein"');
		await expectProblem(answer, 401, "unauthenticated");
	});

	test("a sign-in link is no session, and a session no sign-in link", async () => {
		const link = (await served.signInPath()).split("token=")[1] ?? "";
		await expectProblem(await call("/api/me", { token: link }), 401, "unauthenticated");
		const answer = await call(`/signin?token=${owner}`, { token: null });
		expect(answer.headers.get("location")).toBe("/?signin=expired");
	});
});

describe("who may call", () => {
	const OPEN = [
		"GET /api/health",
		"GET /api/openapi.json",
		"GET /api/ready",
		"GET /signin",
		"POST /api/session",
	];

	test("every route asks who is there before it reads anything, but for the pinned ones", async () => {
		const routes = new Set(served.app.routes.map(({ method, path }) => `${method} ${path}`));
		const api = [...routes].filter((route) => /^(?!ALL)\S+ (?:\/api\/|\/signin|\/mcp)/.test(route));
		expect(api.length).toBeGreaterThan(15);
		for (const route of api) {
			const [method = "", path = ""] = route.split(" ");
			const body = method === "GET" ? {} : { text: "not even JSON" };
			const answer = await call(path.replace(/:\w+/g, "x"), { method, token: null, ...body });
			expect({ route, asked: answer.status === 401 }).toEqual({ route, asked: !OPEN.includes(route) });
		}
	});

	test("the OpenAPI document lists every route and says which are open", async () => {
		const document = await read(documentSchema, "/api/openapi.json", { token: null });
		expect(document.openapi).toBe("3.1.0");
		const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, { security }]) => ({
				route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
				open: security.length === 0,
			})),
		);
		const routes = new Set(served.app.routes.map(({ method, path }) => `${method} ${path}`));
		expect(listed.every(({ route }) => routes.has(route))).toBe(true);
		expect(
			listed
				.filter(({ open }) => open)
				.map(({ route }) => route)
				.sort(),
		).toEqual(OPEN);
		expect(Object.keys(document.components.schemas)).toEqual(
			expect.arrayContaining(["ContextPayload", "Entity", "Problem", "SearchAnswer"]),
		);
	});

	test("a read-only token reads and changes nothing", async () => {
		const token = await served.credential(MAREN, { mode: "read" });
		expect((await read(statusSchema, "/api/status", { token })).entities).toBe(await sizeFor(MAREN));
		await expectProblem(await call("/api/tokens", { token, body: {} }), 403, "forbidden");
		const imports = { source: "markdown", path: tmpdir() };
		await expectProblem(await call("/api/imports", { token, body: imports }), 403, "forbidden");
	});

	test("a token that is bound to a project sees that project and no more", async () => {
		const { reader } = await served.demo.as(MAREN);
		const heron = reader.graph.find(HERON)?.id ?? "";
		const token = await served.credential(MAREN, { mode: "read", projectIds: [heron] });
		const listed = await read(entityPageSchema, "/api/entities?limit=200", { token });
		expect(listed.total).toBeGreaterThan(50);
		const outside = listed.entities.filter(({ project_id }) => project_id !== heron);
		expect(outside).toEqual([]);
		expect((await read(statusSchema, "/api/status", { token })).entities).toBe(listed.total);
		const found = await read(searchAnswerSchema, "/api/onto/search", {
			token,
			body: { query: "Kingfisher Brannock purchase" },
		});
		const projects = new Set(found.results.map(({ project_id }) => project_id));
		expect([...projects]).toEqual([heron]);
		await expectProblem(await call("/api/chats", { token, body: {} }), 403, "forbidden");
	});

	test("each person sees their own part, everywhere", async () => {
		for (const person of [MAREN, PRIYA, SYLVIE]) {
			const size = await sizeFor(person);
			const token = await served.credential(person);
			expect((await read(statusSchema, "/api/status", { token })).entities).toBe(size);
			expect((await read(entityPageSchema, "/api/entities?limit=1", { token })).total).toBe(size);
		}
		const token = await served.credential(PRIYA);
		const body = {
			query: "Why is the modem decision still pending? Kingfisher exclusivity purchase",
			now: NOW,
		};
		const { sections, omitted } = await read(contextPayloadSchema, "/api/context", { token, body });
		expect(JSON.stringify([sections, omitted])).not.toMatch(/Kingfisher|exclusivity ends/);
		expect((await read(suggestionsSchema, "/api/suggest?q=kingfisher", { token })).suggestions).toEqual([]);
	});

	test("rights are those of this moment", async () => {
		const { skein, workspaceId } = served.demo;
		const { workspaces } = skein.graph.store;
		const { reader } = await served.demo.as(MAREN);
		const projectId = reader.graph.find(KINGFISHER)?.id ?? "";
		const { accountId } = await skein.principal(workspaceId, PRIYA);
		const token = await served.credential(PRIYA);
		const path = `/api/entities/${projectId}`;
		await expectProblem(await call(path, { token }), 404, "not_found");
		await workspaces.setProjectMember({ workspaceId, projectId, accountId, role: "viewer" });
		expect((await call(path, { token })).status).toBe(200);
		await workspaces.setProjectMember({ workspaceId, projectId, accountId, role: null });
		await expectProblem(await call(path, { token }), 404, "not_found");
	});
});

describe("absent, forbidden, deleted and malformed are one answer", () => {
	let ids: readonly string[];
	let token: string;

	beforeAll(async () => {
		token = await served.credential(PRIYA);
		const maren = await served.demo.as(MAREN);
		const hidden = maren.reader.graph.find(KINGFISHER);
		const priya = await served.demo.as(PRIYA);
		const projectId = priya.reader.graph.find(HERON)?.id ?? "";
		const draft = { kind: "task", title: "Soon gone", project_id: projectId };
		const gone = await priya.writer.create(draft, "test");
		await priya.writer.commit([{ op: "delete", id: gone.id, version: gone.version }], "test");
		ids = [
			"01900000-0000-7000-8000-000000000000",
			hidden?.id ?? "",
			hidden?.ref ?? "",
			gone.id,
			gone.ref,
			"zzzzzzzz",
			"not-an-id",
			"0".repeat(5_000),
			"%00",
		];
	});

	const expectOne = async (ask: (id: string) => Promise<Response>): Promise<void> => {
		const answers: string[] = [];
		for (const id of ids) answers.push(await expectProblem(await ask(id), 404, "not_found"));
		expect(new Set(answers).size).toBe(1);
	};
	const decoded = (id: string): string => (id === "%00" ? "\u{fffd}" : id);

	test.each([
		["an entity", "/api/entities/:id", "GET"],
		["a context", "/api/contexts/:id", "GET"],
		["a chat", "/api/chats/:id", "GET"],
		["a stream", "/api/chats/:id/stream", "GET"],
		["a stop", "/api/chats/:id/stop", "POST"],
	])("%s", (_name, path, method) => expectOne((id) => call(path.replace(":id", id), { token, method })));

	test.each([
		["the focus of a context", "/api/context", (id: string) => ({ query: "why", focus: { id } })],
		["the project of a context", "/api/context", (id: string) => ({ query: "why", project_id: id })],
		["the project of a search", "/api/onto/search", (id: string) => ({ query: "why", project_id: id })],
		["the project of a token", "/api/tokens", (id: string) => ({ project_ids: [id] })],
		["the entity of a tool", "/api/tools/get_entity_details", (id: string) => ({ entity_id: id })],
		["the focus of a tool", "/api/tools/get_context", (id: string) => ({ query: "why", focus: id })],
	])("%s", (_name, path, makeBody) => expectOne((id) => call(path, { token, body: makeBody(decoded(id)) })));

	test("a message to a chat", () =>
		expectOne((id) => call(`/api/chats/${id}/messages`, { token, body: { text: "hello" } })));

	test("the project of a list", () =>
		expectOne((id) => call(`/api/entities?project_id=${encodeURIComponent(decoded(id))}`, { token })));

	test("somebody else's chat, even while it answers", async () => {
		const chat = await read(chatSchema, "/api/chats", { body: {} });
		const absent = await call("/api/chats/not-an-id/messages", { token, body: { text: "hello" } });
		const foreign = await call(`/api/chats/${chat.id}/messages`, { token, body: { text: "hello" } });
		expect([foreign.status, await foreign.text()]).toEqual([absent.status, await absent.text()]);
	});
});

describe("guards", () => {
	const hostOf = () => new URL(served.url).host;

	test.each([
		"evil.example",
		"evil.example:4747",
		"127.0.0.1.evil.example",
		"localhost.evil.example",
		"[::2]",
	])("a page that lets %s point here is refused", async (host) => {
		const answer = await callRaw("/api/health", { host });
		expect(answer.status).toBe(403);
		expect(JSON.parse(answer.text)).toMatchObject({ code: "forbidden_origin" });
		expect(answer.headers["content-security-policy"]).toBeDefined();
	});

	test.each(["https://elsewhere.example", "null", "http://127.0.0.1:1", "http://localhost"])(
		"a page of %s may not call us",
		async (origin) => {
			const headers = { host: hostOf(), origin, authorization: `Bearer ${owner}` };
			for (const method of ["GET", "POST", "OPTIONS"]) {
				const answer = await callRaw("/api/chats", headers, method);
				expect(answer.status).toBe(403);
				expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
			}
		},
	);

	test("a malformed host is refused before anything else", async () => {
		for (const host of ["a b", "", "x@y:80"]) {
			const answer = await callRaw("/api/health", { host });
			expect([400, 403]).toContain(answer.status);
			expect(answer.text).not.toMatch(SECRETS_OF_OURS);
		}
	});

	test.each([
		["/", 200, "no-cache"],
		["/some/page/of/the/app", 200, "no-cache"],
		["/assets/app-1.js", 200, "public, max-age=31536000, immutable"],
		["/assets/app-0.js", 404, "no-store"],
		["/api/health", 200, "no-store"],
		["/api/nowhere", 404, "no-store"],
		["/signin", 303, "no-store"],
	])("%s carries the security headers and says how long it may be kept", async (path, status, cache) => {
		const answer = await call(path, { token: null });
		expect(answer.status).toBe(status);
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			"content-security-policy": expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
			"x-content-type-options": "nosniff",
			"referrer-policy": "no-referrer",
			"cross-origin-opener-policy": "same-origin",
			"cross-origin-resource-policy": "same-origin",
			"cache-control": cache,
		});
	});

	test("streams carry them, too", async () => {
		const chat = await read(chatSchema, "/api/chats", { body: {} });
		const answer = await call(`/api/chats/${chat.id}/messages`, { body: { text: "What is overdue?" } });
		expect(answer.headers.get("content-type")).toBe("text/event-stream");
		expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'/);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(await answer.text()).toMatch(/data: \[DONE\]\n\n$/);
	});

	test.each([
		"/../package.json",
		"/..%2f..%2fpackage.json",
		"/assets/../../package.json",
		"/%2e%2e/x",
		"//x",
	])("%s leads to no file outside the app", async (path) => {
		const answer = await callRaw(path, { host: hostOf() });
		expect(answer.text).not.toContain('"dependencies"');
		expect([200, 404]).toContain(answer.status);
	});
});

test("a port that is taken is refused in words", async () => {
	const port = Number(new URL(served.url).port);
	await expect(serveHttp(served.app, { host: "127.0.0.1", port })).rejects.toMatchObject({
		code: "port_taken",
		message: expect.stringContaining(`Port ${port} is in use`),
	});
});

describe("no input breaks it", () => {
	const deep = (depth: number): string => `${'{"query":'.repeat(depth)}1${"}".repeat(depth)}`;
	const HOSTILE: readonly (readonly [name: string, text: string, status: number, code: string])[] = [
		["nothing", "", 400, "malformed_json"],
		["half of an object", '{"query": "x"', 400, "malformed_json"],
		["a bare word", "query", 400, "malformed_json"],
		["a list", "[]", 400, "invalid_input"],
		["null", "null", 400, "invalid_input"],
		["a number for a text", '{"query": 7}', 400, "invalid_input"],
		["a misspelt key", '{"query": "x", "buget": {}}', 400, "invalid_input"],
		["a nested misspelt key", '{"query": "x", "budget": {"totl": 5}}', 400, "invalid_input"],
		["a negative budget", '{"query": "x", "budget": {"total": -1}}', 400, "invalid_input"],
		["a number past all bounds", '{"query": "x", "budget": {"total": 1e400}}', 400, "invalid_input"],
		["a prototype", '{"query": "x", "__proto__": {"type": "chat"}}', 400, "invalid_key"],
		["a nested prototype", '{"query": "x", "budget": {"__proto__": {}}}', 400, "invalid_key"],
		["a constructor", '{"query": "x", "constructor": {"prototype": {}}}', 400, "invalid_input"],
		["a NUL", '{"query": "a\\u0000b"}', 400, "invalid_text"],
		["a NUL in a key", '{"query": "x", "a\\u0000": 1}', 400, "invalid_text"],
		["half a pair", '{"query": "\\ud83d"}', 400, "invalid_text"],
		["the other half", '{"query": "\\ude00 x"}', 400, "invalid_text"],
		["a value 100 deep", deep(100), 400, "too_deep"],
		["a value 100,000 deep", deep(100_000), 400, "too_deep"],
		["lists 100,000 deep", "[".repeat(100_000) + "]".repeat(100_000), 400, "too_deep"],
		["a million values", `{"query": "x", "types": [${"1,".repeat(1_000_000)}1]}`, 413, "too_large"],
		["ten million bytes", `{"query": "${"x".repeat(10_000_000)}"}`, 413, "too_large"],
	];
	const ROUTES = ["/api/context", "/api/onto/search", "/api/tools/get_context"];

	describe.each(ROUTES)("POST %s", (path) => {
		test.each(HOSTILE)("%s", async (_name, text, status, code) => {
			const begin = performance.now();
			const answer = await call(path, { text });
			expect(performance.now() - begin).toBeLessThan(LONGEST_WAIT);
			await expectProblem(answer, status, code);
		});
	});

	test.each([
		["a recipe nobody knows", "/api/context", { query: "x", recipe: "soup" }, 400, "unknown_recipe"],
		["a budget too small", "/api/context", { query: "x", budget: { total: 5 } }, 422, "budget_too_small"],
		[
			"a question of 100,001 characters",
			"/api/context",
			{ query: "x".repeat(100_001) },
			400,
			"invalid_input",
		],
		["a moment that is none", "/api/context", { query: "x", now: "yesterday" }, 400, "invalid_input"],
		["an empty search", "/api/onto/search", { query: " " }, 400, "query_empty"],
		["a kind nobody knows", "/api/onto/search", { query: "x", types: ["soup"] }, 400, "unknown_kind"],
		["too many hits", "/api/onto/search", { query: "x", limit: 51 }, 400, "invalid_input"],
		["a mode nobody knows", "/api/tokens", { mode: "root" }, 400, "invalid_input"],
		["a tool nobody knows", "/api/tools/rm", {}, 404, "not_found"],
		["an unknown import", "/api/imports", { source: "tape", path: "/" }, 400, "invalid_input"],
		["an unknown key of a chat", "/api/chats", { titel: "x" }, 400, "invalid_input"],
	])("%s", async (_name, path, body, status, code) => {
		await expectProblem(await call(path, { body }), status, code);
	});

	test("a question of 100,000 characters is answered or refused in time", async () => {
		for (const query of ["x".repeat(100_000), "pin ".repeat(25_000), "🍐".repeat(50_000)]) {
			const begin = performance.now();
			await expectProblem(await call("/api/context", { body: { query } }), 422, "budget_too_small");
			expect(performance.now() - begin).toBeLessThan(LONGEST_WAIT);
		}
	});

	test("a body that is no JSON by its own word", async () => {
		const headers = { "content-type": "text/plain" };
		await expectProblem(await call("/api/chats", { text: "{}", headers }), 415, "unsupported_media_type");
	});

	test.each([
		["/api/entities?limit=0", "invalid_input"],
		["/api/entities?limit=x", "invalid_input"],
		["/api/entities?colour=red", "invalid_input"],
		["/api/entities?cursor=nonsense", "invalid_input"],
		["/api/entities?q=%00", "invalid_text"],
		["/api/suggest?trigger=%23", "invalid_input"],
		[`/api/suggest?q=${"x".repeat(501)}`, "invalid_input"],
	])("GET %s", async (path, code) => {
		await expectProblem(await call(path), 400, code);
	});

	test("wildcards in a filter are letters", async () => {
		expect((await read(entityPageSchema, "/api/entities?q=%25%25")).total).toBe(0);
		expect((await read(entityPageSchema, "/api/entities?q=_____")).total).toBe(0);
		expect((await read(entityPageSchema, "/api/entities?q=%EF%BF%BD'%3B--")).total).toBe(0);
	});

	test("a message is checked before anything is stored", async () => {
		const chat = await read(chatSchema, "/api/chats", { body: {} });
		const path = `/api/chats/${chat.id}/messages`;
		await expectProblem(await call(path, { body: { text: "  " } }), 400, "invalid_input");
		await expectProblem(await call(path, { text: '{"text": "a\\u0000"}' }), 400, "invalid_text");
		await expectProblem(await call(path, { body: { text: "x", focus: { id: "nobody" } } }), 404, "not_found");
		const tiny = { text: "x", budget: { total: 3 } };
		await expectProblem(await call(path, { body: tiny }), 422, "budget_too_small");
		expect((await read(chatWithMessagesSchema, `/api/chats/${chat.id}`)).messages).toEqual([]);
	});
});

describe("what the answers hold", () => {
	const QUESTION = { query: "Why did the hinge supplier change?", now: NOW };
	const FOCUS = "Re-cut the lid tool for the Lindqvist hinge";

	test("health, status, me", async () => {
		expect(await read(healthSchema, "/api/health", { token: null })).toEqual({ status: "ok" });
		await read(statusSchema, "/api/status");
		const me = await read(meSchema, "/api/me");
		expect(me).toMatchObject({ role: "owner", workspace: { name: "Rillmark Instruments" }, model: null });
	});

	test("a context, with a focus and without", async () => {
		const without = await read(contextPayloadSchema, "/api/context", { body: QUESTION });
		expect(without.metadata).toMatchObject({ recipe: "workspace-chat", timestamp: NOW });
		const focused = await read(contextPayloadSchema, "/api/context", {
			body: { ...QUESTION, focus: { kind: "task", id: FOCUS } },
		});
		expect(focused.metadata.recipe).toBe("combined");
		const sections = focused.sections.map(({ title }) => title);
		expect(sections).toEqual(
			expect.arrayContaining(["Focused Content", "Linked Entities", "Related Content"]),
		);
		const shown = focused.sections.find(({ type }) => type === "focus");
		expect(shown?.items.map(({ title }) => title)).toContain(FOCUS);
		expect(focused.metadata.totalTokens).toBeLessThanOrEqual(4000);
	});

	test("the words of another client: tokenBudget and a focus with a name", async () => {
		const body = {
			...QUESTION,
			tokenBudget: { total: 1200 },
			focus: { type: "task", id: FOCUS, name: FOCUS },
		};
		const { metadata } = await read(contextPayloadSchema, "/api/context", { body });
		expect(metadata.budget.total).toBe(1200);
		expect(metadata.totalTokens).toBeLessThanOrEqual(1200);
	});

	test("a project is named by id, ref or title, wherever one is asked for", async () => {
		const project = (await served.demo.as(MAREN)).reader.graph.find(HERON);
		for (const name of [project?.id ?? "", project?.ref ?? "", HERON]) {
			const context = await read(contextPayloadSchema, "/api/context", {
				body: { ...QUESTION, project_id: name },
			});
			const found = await read(searchAnswerSchema, "/api/onto/search", {
				body: { query: "hinge", project_id: name },
			});
			const listed = await read(entityPageSchema, `/api/entities?project_id=${encodeURIComponent(name)}`);
			expect(context.metadata.blocksIncluded).toBeGreaterThan(3);
			expect(found.total).toBeGreaterThan(3);
			expect(listed.total).toBeGreaterThan(50);
		}
	});

	test("a search", async () => {
		const body = { query: "salt spray", types: ["decision", "milestone", "signal"], limit: 2 };
		const answer = await read(searchAnswerSchema, "/api/onto/search", { body });
		expect(answer.results).toHaveLength(2);
		expect(answer.total).toBeGreaterThan(2);
		expect(answer.message).toMatch(/by id/);
		for (const { snippet, highlights } of answer.results) {
			for (const [start, end] of highlights) expect(snippet.slice(start, end)).toMatch(/salt|spray/i);
		}
	});

	test("suggestions", async () => {
		const answer = await read(suggestionsSchema, "/api/suggest?trigger=@&q=her");
		expect(answer.suggestions.length).toBeGreaterThan(1);
		const notes = await read(suggestionsSchema, `/api/suggest?trigger=${encodeURIComponent("[[")}&q=`);
		const kinds = new Set(notes.suggestions.map(({ kind }) => kind));
		expect(kinds.size).toBeGreaterThan(0);
		expect([...kinds].filter((kind) => !["note", "document", "page"].includes(kind))).toEqual([]);
	});

	test("entities, page by page, without a gap", async () => {
		const seen = new Set<string>();
		let cursor: string | null = "";
		for (let pages = 0; cursor !== null; pages += 1) {
			expect(pages).toBeLessThan(10);
			const path: string = `/api/entities?limit=100${cursor && `&cursor=${cursor}`}`;
			const { entities, next_cursor } = await read(entityPageSchema, path);
			for (const { id } of entities) seen.add(id);
			cursor = next_cursor;
		}
		expect(seen.size).toBe(await sizeFor(MAREN));
		const { entities, total } = await read(
			entityPageSchema,
			"/api/entities?kind=risk&state_key=identified&q=late",
		);
		expect(entities).toHaveLength(total);
		const page = await read(entityPageSchema, "/api/entities?kind=task&limit=1");
		const first = page.entities[0] as { id: string; ref: string };
		const byRef = await read(entitySchema, `/api/entities/${first.ref}`);
		expect(byRef).toEqual(await read(entitySchema, `/api/entities/${first.id}`));
	});

	test("kinds, those that ship and those of the workspace", async () => {
		const answer = await read(kindsSchema, "/api/kinds");
		const own = answer.kinds.filter(({ built_in }) => !built_in);
		expect(own.map(({ kind }) => kind).sort()).toEqual(["OKR", "Person", "Team"]);
	});

	test("tools, and a call of one", async () => {
		const answer = await read(toolsSchema, "/api/tools");
		const names = answer.tools.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(["get_context", "search_ontology", "get_entity_details"]));
		const result = await read(toolAnswerSchema, "/api/tools/search_ontology", { body: { query: "hinge" } });
		expect(result.text).toContain("hinge");
	});

	test("a token is shown once and does what it was made for", async () => {
		const created = await read(tokenAnswerSchema, "/api/tokens", {
			body: { name: "script", project_ids: [HERON] },
		});
		expect(Object.keys(created).sort()).toEqual(["id", "token"]);
		const status = await read(statusSchema, "/api/status", { token: created.token });
		expect(status.entities).toBeGreaterThan(50);
		expect(status.entities).toBeLessThan(await sizeFor(MAREN));
	});

	test("chats are one's own", async () => {
		const chat = await read(chatSchema, "/api/chats", { body: { title: "Hinges" } });
		await read(chatWithMessagesSchema, `/api/chats/${chat.id}`);
		const listed = await read(chatsSchema, "/api/chats");
		expect(listed.chats[0]).toEqual(chat);
		const token = await served.credential(PRIYA);
		expect((await read(chatsSchema, "/api/chats", { token })).chats).toEqual([]);
		await expectProblem(await call(`/api/chats/${chat.id}`, { token }), 404, "not_found");
	});
});
