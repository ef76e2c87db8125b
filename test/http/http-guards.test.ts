import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chatSchema, chatWithMessagesSchema } from "../../src/contract/chat.ts";
import { entityPageSchema } from "../../src/contract/entity.ts";
import { expectProblem, SECRETS_OF_OURS } from "../support/http-caller.ts";
import {
	HERON,
	type HttpStage,
	KINGFISHER,
	MAREN,
	openStageWithPages,
	PRIYA,
} from "../support/http-stage.ts";

const LONGEST_WAIT = 2_000;

let stage: HttpStage;

beforeAll(async () => {
	stage = await openStageWithPages();
});
afterAll(() => stage?.served.close());

describe("guards", () => {
	const hostOf = () => new URL(stage.served.url).host;

	test.each([
		"evil.example",
		"evil.example:4747",
		"127.0.0.1.evil.example",
		"localhost.evil.example",
		"[::2]",
	])("a page that lets %s point here is refused", async (host) => {
		const answer = await stage.callRaw("/api/health", { host });
		expect(answer.status).toBe(403);
		expect(JSON.parse(answer.text)).toMatchObject({ code: "forbidden_origin" });
		expect(answer.headers["content-security-policy"]).toBeDefined();
	});

	test.each(["https://elsewhere.example", "null", "http://127.0.0.1:1", "http://localhost"])(
		"a page of %s may not call us",
		async (origin) => {
			const headers = { host: hostOf(), origin, authorization: `Bearer ${stage.owner}` };
			for (const method of ["GET", "POST", "OPTIONS"]) {
				const answer = await stage.callRaw("/api/chats", headers, method);
				expect(answer.status).toBe(403);
				expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
			}
		},
	);

	test("a malformed host is refused before anything else", async () => {
		for (const host of ["a b", "", "x@y:80"]) {
			const answer = await stage.callRaw("/api/health", { host });
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
		const answer = await stage.call(path, { token: null });
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
		const chat = await stage.read(chatSchema, "/api/chats", { body: {} });
		const answer = await stage.call(`/api/chats/${chat.id}/messages`, { body: { text: "What is overdue?" } });
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
		const answer = await stage.callRaw(path, { host: hostOf() });
		expect(answer.text).not.toContain('"dependencies"');
		expect([200, 404]).toContain(answer.status);
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
			const answer = await stage.call(path, { text });
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
		await expectProblem(await stage.call(path, { body }), status, code);
	});

	test("a question of 100,000 characters is answered or refused in time", async () => {
		for (const query of ["x".repeat(100_000), "pin ".repeat(25_000), "🍐".repeat(50_000)]) {
			const begin = performance.now();
			await expectProblem(await stage.call("/api/context", { body: { query } }), 422, "budget_too_small");
			expect(performance.now() - begin).toBeLessThan(LONGEST_WAIT);
		}
	});

	test("a body that is no JSON by its own word", async () => {
		const headers = { "content-type": "text/plain" };
		await expectProblem(
			await stage.call("/api/chats", { text: "{}", headers }),
			415,
			"unsupported_media_type",
		);
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
		await expectProblem(await stage.call(path), 400, code);
	});

	test("wildcards in a filter are letters", async () => {
		expect((await stage.read(entityPageSchema, "/api/entities?q=%25%25")).total).toBe(0);
		expect((await stage.read(entityPageSchema, "/api/entities?q=_____")).total).toBe(0);
		expect((await stage.read(entityPageSchema, "/api/entities?q=%EF%BF%BD'%3B--")).total).toBe(0);
	});

	test("a message is checked before anything is stored", async () => {
		const chat = await stage.read(chatSchema, "/api/chats", { body: {} });
		const path = `/api/chats/${chat.id}/messages`;
		await expectProblem(await stage.call(path, { body: { text: "  " } }), 400, "invalid_input");
		await expectProblem(await stage.call(path, { text: '{"text": "a\\u0000"}' }), 400, "invalid_text");
		await expectProblem(
			await stage.call(path, { body: { text: "x", focus: { id: "nobody" } } }),
			404,
			"not_found",
		);
		const tiny = { text: "x", budget: { total: 3 } };
		await expectProblem(await stage.call(path, { body: tiny }), 422, "budget_too_small");
		expect((await stage.read(chatWithMessagesSchema, `/api/chats/${chat.id}`)).messages).toEqual([]);
	});
});

describe("absent, forbidden, deleted and malformed are one answer", () => {
	let ids: readonly string[];
	let token: string;

	beforeAll(async () => {
		token = await stage.served.credential(PRIYA);
		const maren = await stage.served.demo.as(MAREN);
		const hidden = maren.reader.graph.find(KINGFISHER);
		const priya = await stage.served.demo.as(PRIYA);
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
	])("%s", (_name, path, method) =>
		expectOne((id) => stage.call(path.replace(":id", id), { token, method })),
	);

	test.each([
		["the focus of a context", "/api/context", (id: string) => ({ query: "why", focus: { id } })],
		["the project of a context", "/api/context", (id: string) => ({ query: "why", project_id: id })],
		["the project of a search", "/api/onto/search", (id: string) => ({ query: "why", project_id: id })],
		["the project of a token", "/api/tokens", (id: string) => ({ project_ids: [id] })],
		["the entity of a tool", "/api/tools/get_entity_details", (id: string) => ({ entity_id: id })],
		["the focus of a tool", "/api/tools/get_context", (id: string) => ({ query: "why", focus: id })],
	])("%s", (_name, path, makeBody) =>
		expectOne((id) => stage.call(path, { token, body: makeBody(decoded(id)) })),
	);

	test("a message to a chat", () =>
		expectOne((id) => stage.call(`/api/chats/${id}/messages`, { token, body: { text: "hello" } })));

	test("the project of a list", () =>
		expectOne((id) => stage.call(`/api/entities?project_id=${encodeURIComponent(decoded(id))}`, { token })));

	test("somebody else's chat, even while it answers", async () => {
		const chat = await stage.read(chatSchema, "/api/chats", { body: {} });
		const absent = await stage.call("/api/chats/not-an-id/messages", { token, body: { text: "hello" } });
		const foreign = await stage.call(`/api/chats/${chat.id}/messages`, { token, body: { text: "hello" } });
		expect([foreign.status, await foreign.text()]).toEqual([absent.status, await absent.text()]);
	});
});
