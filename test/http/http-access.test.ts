import { tmpdir } from "node:os";
import { z } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entityPageSchema } from "../../src/contract/entity.ts";
import { statusSchema } from "../../src/contract/operation.ts";
import { contextPayloadSchema } from "../../src/contract/payload.ts";
import { meSchema } from "../../src/contract/people.ts";
import { searchAnswerSchema, suggestionsSchema } from "../../src/contract/search.ts";
import { expectProblem } from "../support/http-caller.ts";
import {
	HERON,
	type HttpStage,
	KINGFISHER,
	MAREN,
	openStageWithPages,
	PRIYA,
	SYLVIE,
} from "../support/http-stage.ts";
import { NOW } from "../support/open-demo.ts";

const documentSchema = z.looseObject({
	openapi: z.string(),
	paths: z.record(z.string(), z.record(z.string(), z.looseObject({ security: z.array(z.unknown()) }))),
	components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

let stage: HttpStage;

beforeAll(async () => {
	stage = await openStageWithPages();
});
afterAll(() => stage?.served.close());

describe("signing in", () => {
	test("a link works once, and the cookie it sets is out of reach of scripts and other sites", async () => {
		const path = await stage.served.signInPath(PRIYA);
		const first = await stage.call(path, { token: null });
		expect([first.status, first.headers.get("location")]).toEqual([303, "/"]);
		const cookie = first.headers.get("set-cookie") ?? "";
		expect(cookie).toMatch(/^skein_session=[^;]+;.*HttpOnly.*SameSite=Strict/i);

		const headers = { cookie: cookie.split(";")[0] ?? "" };
		const me = await stage.read(meSchema, "/api/me", { token: null, headers });
		expect(me.display_name).toBe("Priya Raghunathan");

		const again = await stage.call(path, { token: null });
		expect(again.headers.get("location")).toBe("/?signin=expired");
		expect(again.headers.get("set-cookie")).toBeNull();
	});

	test("[R13] a program that only looks at a link does not use it up", async () => {
		const path = await stage.served.signInPath(PRIYA);
		const looked = await stage.call(path, { token: null, method: "HEAD" });
		expect([looked.status, looked.headers.get("set-cookie")]).toEqual([200, null]);
		const used = await stage.call(path, { token: null });
		expect(used.headers.get("set-cookie")).toMatch(/^skein_session=/);
	});

	test("of many who use a link at once one gets in", async () => {
		const path = await stage.served.signInPath();
		const answers = await Promise.all(Array.from({ length: 8 }, () => stage.call(path, { token: null })));
		expect(answers.filter((answer) => answer.headers.has("set-cookie"))).toHaveLength(1);
	});

	test("a cookie may change things only from our own page", async () => {
		const signedIn = await stage.call(await stage.served.signInPath(), { token: null });
		const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
		const post = (headers: Record<string, string>) =>
			stage.call("/api/chats", { body: {}, token: null, headers: { cookie, ...headers } });
		await expectProblem(await post({}), 403, "forbidden_origin");
		await expectProblem(await post({ origin: "https://elsewhere.example" }), 403, "forbidden_origin");
		expect((await post({ origin: stage.served.url })).status).toBe(200);
	});

	test.each([
		["nothing", {}, ""],
		["a secret we never made", { authorization: "Bearer skein_AAAA" }, ', error="invalid_token"'],
		["another scheme", { authorization: "Basic bWFyZW46" }, ""],
		["an invented cookie", { cookie: "skein_session=1" }, ""],
	])("%s is 401", async (_name, headers, told) => {
		const answer = await stage.call("/api/me", { token: null, headers });
		expect(answer.headers.get("www-authenticate")).toBe(`Bearer realm="skein"${told}`);
		await expectProblem(answer, 401, "unauthenticated");
	});

	test("a sign-in link is no session, and a session no sign-in link", async () => {
		const link = (await stage.served.signInPath()).split("token=")[1] ?? "";
		await expectProblem(await stage.call("/api/me", { token: link }), 401, "unauthenticated");
		const answer = await stage.call(`/signin?token=${stage.owner}`, { token: null });
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
		const routes = new Set(stage.served.app.routes.map(({ method, path }) => `${method} ${path}`));
		const api = [...routes].filter((route) => /^(?!ALL)\S+ (?:\/api\/|\/signin|\/mcp)/.test(route));
		expect(api.length).toBeGreaterThan(15);
		for (const route of api) {
			const [method = "", path = ""] = route.split(" ");
			const body = method === "GET" ? {} : { text: "not even JSON" };
			const answer = await stage.call(path.replace(/:\w+/g, "x"), { method, token: null, ...body });
			expect({ route, asked: answer.status === 401 }).toEqual({ route, asked: !OPEN.includes(route) });
		}
	});

	test("the OpenAPI document lists every route and says which are open", async () => {
		const document = await stage.read(documentSchema, "/api/openapi.json", { token: null });
		expect(document.openapi).toBe("3.1.0");
		const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, { security }]) => ({
				route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
				open: security.length === 0,
			})),
		);
		const routes = new Set(stage.served.app.routes.map(({ method, path }) => `${method} ${path}`));
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
		const token = await stage.served.credential(MAREN, { mode: "read" });
		expect((await stage.read(statusSchema, "/api/status", { token })).entities).toBe(
			await stage.sizeFor(MAREN),
		);
		await expectProblem(await stage.call("/api/tokens", { token, body: {} }), 403, "forbidden");
		const imports = { source: "markdown", path: tmpdir() };
		await expectProblem(await stage.call("/api/imports", { token, body: imports }), 403, "forbidden");
	});

	test("a token that is bound to a project sees that project and no more", async () => {
		const { reader } = await stage.served.demo.as(MAREN);
		const heron = reader.graph.find(HERON)?.id ?? "";
		const token = await stage.served.credential(MAREN, { mode: "read", projectIds: [heron] });
		const listed = await stage.read(entityPageSchema, "/api/entities?limit=200", { token });
		expect(listed.total).toBeGreaterThan(50);
		const outside = listed.entities.filter(({ project_id }) => project_id !== heron);
		expect(outside).toEqual([]);
		expect((await stage.read(statusSchema, "/api/status", { token })).entities).toBe(listed.total);
		const found = await stage.read(searchAnswerSchema, "/api/onto/search", {
			token,
			body: { query: "Kingfisher Brannock purchase" },
		});
		const projects = new Set(found.results.map(({ project_id }) => project_id));
		expect([...projects]).toEqual([heron]);
		await expectProblem(await stage.call("/api/chats", { token, body: {} }), 403, "forbidden");
	});

	test("each person sees their own part, everywhere", async () => {
		for (const person of [MAREN, PRIYA, SYLVIE]) {
			const size = await stage.sizeFor(person);
			const token = await stage.served.credential(person);
			expect((await stage.read(statusSchema, "/api/status", { token })).entities).toBe(size);
			expect((await stage.read(entityPageSchema, "/api/entities?limit=1", { token })).total).toBe(size);
		}
		const token = await stage.served.credential(PRIYA);
		const body = {
			query: "Why is the modem decision still pending? Kingfisher exclusivity purchase",
			now: NOW,
		};
		const { sections, omitted } = await stage.read(contextPayloadSchema, "/api/context", { token, body });
		expect(JSON.stringify([sections, omitted])).not.toMatch(/Kingfisher|exclusivity ends/);
		expect((await stage.read(suggestionsSchema, "/api/suggest?q=kingfisher", { token })).suggestions).toEqual(
			[],
		);
	});

	test("rights are those of this moment", async () => {
		const { skein, workspaceId } = stage.served.demo;
		const { workspaces } = skein.graph.store;
		const { reader } = await stage.served.demo.as(MAREN);
		const projectId = reader.graph.find(KINGFISHER)?.id ?? "";
		const { accountId } = await skein.principal(workspaceId, PRIYA);
		const token = await stage.served.credential(PRIYA);
		const path = `/api/entities/${projectId}`;
		await expectProblem(await stage.call(path, { token }), 404, "not_found");
		await workspaces.setProjectMember({ workspaceId, projectId, accountId, role: "viewer" });
		expect((await stage.call(path, { token })).status).toBe(200);
		await workspaces.setProjectMember({ workspaceId, projectId, accountId, role: null });
		await expectProblem(await stage.call(path, { token }), 404, "not_found");
	});
});
