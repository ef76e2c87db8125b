import { z } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	chatSchema,
	chatsSchema,
	chatWithMessagesSchema,
	toolAnswerSchema,
	toolsSchema,
} from "../../src/contract/chat.ts";
import { entityPageSchema, entitySchema } from "../../src/contract/entity.ts";
import { kindsSchema } from "../../src/contract/kind.ts";
import { statusSchema } from "../../src/contract/operation.ts";
import { contextPayloadSchema } from "../../src/contract/payload.ts";
import { meSchema } from "../../src/contract/people.ts";
import { searchAnswerSchema, suggestionsSchema } from "../../src/contract/search.ts";
import { tokenAnswerSchema } from "../../src/contract/token.ts";
import { expectProblem } from "../support/http-caller.ts";
import { HERON, type HttpStage, MAREN, openHttpStage, PRIYA } from "../support/http-stage.ts";
import { NOW } from "../support/open-demo.ts";

const healthSchema = z.object({ status: z.literal("ok") });

let stage: HttpStage;
beforeAll(async () => {
	stage = await openHttpStage();
});
afterAll(() => stage?.served.close());

describe("what the answers hold", () => {
	const QUESTION = { query: "Why did the hinge supplier change?", now: NOW };
	const FOCUS = "Re-cut the lid tool for the Lindqvist hinge";

	test("health, status, me", async () => {
		expect(await stage.read(healthSchema, "/api/health", { token: null })).toEqual({ status: "ok" });
		await stage.read(statusSchema, "/api/status");
		const me = await stage.read(meSchema, "/api/me");
		expect(me).toMatchObject({ role: "owner", workspace: { name: "Rillmark Instruments" }, model: null });
	});

	test("a context, with a focus and without", async () => {
		const without = await stage.read(contextPayloadSchema, "/api/context", { body: QUESTION });
		expect(without.metadata).toMatchObject({ recipe: "workspace-chat", timestamp: NOW });
		const focused = await stage.read(contextPayloadSchema, "/api/context", {
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
		const { metadata } = await stage.read(contextPayloadSchema, "/api/context", { body });
		expect(metadata.budget.total).toBe(1200);
		expect(metadata.totalTokens).toBeLessThanOrEqual(1200);
	});

	test("a project is named by id, ref or title, wherever one is asked for", async () => {
		const project = (await stage.served.demo.as(MAREN)).reader.graph.find(HERON);
		for (const name of [project?.id ?? "", project?.ref ?? "", HERON]) {
			const context = await stage.read(contextPayloadSchema, "/api/context", {
				body: { ...QUESTION, project_id: name },
			});
			const found = await stage.read(searchAnswerSchema, "/api/onto/search", {
				body: { query: "hinge", project_id: name },
			});
			const listed = await stage.read(
				entityPageSchema,
				`/api/entities?project_id=${encodeURIComponent(name)}`,
			);
			expect(context.metadata.blocksIncluded).toBeGreaterThan(3);
			expect(found.total).toBeGreaterThan(3);
			expect(listed.total).toBeGreaterThan(50);
		}
	});

	test("[S5] a search with a slip, and for the words as written", async () => {
		const search = (body: object) => stage.read(searchAnswerSchema, "/api/onto/search", { body });
		const { corrected, results } = await search({ query: "salt sprya", semantic: false });
		expect(corrected).toEqual({ shown: "salt spray", original: "salt sprya" });
		expect(results[0]?.snippet).toMatch(/spray/i);
		expect((await search({ query: "salt sprya", semantic: false, exact: true })).corrected).toBeUndefined();
	});

	test("a search", async () => {
		const body = { query: "salt spray", types: ["decision", "milestone", "signal"], limit: 2 };
		const answer = await stage.read(searchAnswerSchema, "/api/onto/search", { body });
		expect(answer.results).toHaveLength(2);
		expect(answer.total).toBeGreaterThan(2);
		expect(answer.message).toMatch(/by id/);
		for (const { snippet, highlights } of answer.results) {
			for (const [start, end] of highlights) expect(snippet.slice(start, end)).toMatch(/salt|spray/i);
		}
	});

	test("suggestions", async () => {
		const answer = await stage.read(suggestionsSchema, "/api/suggest?trigger=@&q=her");
		expect(answer.suggestions.length).toBeGreaterThan(1);
		const notes = await stage.read(suggestionsSchema, `/api/suggest?trigger=${encodeURIComponent("[[")}&q=`);
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
			const { entities, next_cursor } = await stage.read(entityPageSchema, path);
			for (const { id } of entities) seen.add(id);
			cursor = next_cursor;
		}
		expect(seen.size).toBe(await stage.sizeFor(MAREN));
		const { entities, total } = await stage.read(
			entityPageSchema,
			"/api/entities?kind=risk&state_key=identified&q=late",
		);
		expect(entities).toHaveLength(total);
		const page = await stage.read(entityPageSchema, "/api/entities?kind=task&limit=1");
		const first = page.entities[0] as { id: string; ref: string };
		const byRef = await stage.read(entitySchema, `/api/entities/${first.ref}`);
		expect(byRef).toEqual(await stage.read(entitySchema, `/api/entities/${first.id}`));
	});

	test("kinds, those that ship and those of the workspace", async () => {
		const answer = await stage.read(kindsSchema, "/api/kinds");
		const own = answer.kinds.filter(({ built_in }) => !built_in);
		expect(own.map(({ kind }) => kind).sort()).toEqual(["OKR", "Person", "Team"]);
	});

	test("tools, and a call of one", async () => {
		const answer = await stage.read(toolsSchema, "/api/tools");
		const names = answer.tools.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(["get_context", "search_ontology", "get_entity_details"]));
		const result = await stage.read(toolAnswerSchema, "/api/tools/search_ontology", {
			body: { query: "hinge" },
		});
		expect(result.text).toContain("hinge");
	});

	test("a token is shown once and does what it was made for", async () => {
		const created = await stage.read(tokenAnswerSchema, "/api/tokens", {
			body: { name: "script", project_ids: [HERON] },
		});
		expect(Object.keys(created).sort()).toEqual(["id", "token"]);
		const status = await stage.read(statusSchema, "/api/status", { token: created.token });
		expect(status.entities).toBeGreaterThan(50);
		expect(status.entities).toBeLessThan(await stage.sizeFor(MAREN));
	});

	test("chats are one's own", async () => {
		const chat = await stage.read(chatSchema, "/api/chats", { body: { title: "Hinges" } });
		await stage.read(chatWithMessagesSchema, `/api/chats/${chat.id}`);
		const listed = await stage.read(chatsSchema, "/api/chats");
		expect(listed.chats[0]).toEqual(chat);
		const token = await stage.served.credential(PRIYA);
		expect((await stage.read(chatsSchema, "/api/chats", { token })).chats).toEqual([]);
		await expectProblem(await stage.call(`/api/chats/${chat.id}`, { token }), 404, "not_found");
	});
});
