import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callMcp, MCP_ERAS, McpStage, READING_TOOLS, searchMcp } from "../../../test/support/mcp-stage.ts";
import { o200k } from "../../context/budget/tokenizer.ts";
import type { Session } from "../../graph/graph.ts";
import { StoreUnavailableError } from "../../graph/model/errors.ts";
import { newId } from "../../graph/model/ids.ts";
import type { McpBackend } from "./mcp-backend.ts";

let stage: McpStage;

beforeAll(async () => {
	stage = await McpStage.open();
});
afterAll(() => stage.demo.close());
afterEach(() => stage.hangUp());

describe.each(MCP_ERAS)("a client of $era", ({ era, mode }) => {
	test("learns who serves and how to begin", async () => {
		const client = await stage.connect({ mode });
		expect(client.getNegotiatedProtocolVersion()).toBe(era);
		expect(client.getServerVersion()).toMatchObject({ name: "skein", version: "1.2.3" });
		for (const name of READING_TOOLS) expect(client.getInstructions()).toContain(name);
	});

	test("lists every tool, with its schema and what it may do", async () => {
		const { tools } = await (await stage.connect({ mode })).listTools();
		expect(tools.map((tool) => tool.name)).toEqual(READING_TOOLS);
		for (const tool of tools) {
			expect(tool.title).not.toBe("");
			expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
			expect(tool.inputSchema).toMatchObject({ type: "object" });
		}
		const [context] = tools;
		expect(context?.inputSchema.required).toEqual(["query"]);
	});

	test("gets a context within its budget, each item with a reason", async () => {
		const client = await stage.connect({ mode });
		const focus = await stage.pickTask();
		const { text, structured } = await callMcp(client, "get_context", {
			query: "Why is this blocked?",
			focus: focus.ref,
			max_tokens: 1500,
		});
		expect(text).toContain(focus.title);
		expect(structured.tokens).toBe(o200k.count(text));
		expect(structured.tokens).toBeLessThanOrEqual(1500);
		expect(text).toMatch(new RegExp(`^.*${focus.ref}.* \\(in focus\\)$`, "m"));
		const items = structured.items as { ref: string; reason: string }[];
		expect(items).toContainEqual(expect.objectContaining({ ref: focus.ref, reason: "in focus" }));
		for (const item of items) expect(item.reason).not.toBe("");
	});

	test("[D17] repeats nothing as data that its text has said, unless the whole is asked for", async () => {
		const { ref } = await stage.pickTask();
		const calls: readonly (readonly [string, Record<string, unknown>])[] = [
			["get_context", { query: "Why is this blocked?", focus: ref, max_tokens: 1500 }],
			["search_ontology", { query: "hinge" }],
			["get_entity_details", { entity_id: ref }],
			["get_linked_entities", { entity_id: ref, entity_kind: "task" }],
			["list_entities", { kind: "task" }],
			["run_query", { query: "SELECT t FROM task" }],
			["describe_workspace", {}],
			["run_query", { query: "SELECT" }],
		];
		const whole = await stage.connect({ mode });
		const short = await stage.connect({ mode, server: { structure: "refs" } });
		for (const [name, input] of calls) {
			const full = await callMcp(whole, name, input);
			const { text, structured } = await callMcp(short, name, input);
			expect([name, text]).toEqual([name, full.text]);
			expect(Object.keys(full.structured)).toEqual(expect.arrayContaining(Object.keys(structured)));
			const words = JSON.stringify(structured).match(/[a-z]+ [a-z]+ [a-z]+/gi) ?? [];
			expect([name, words]).toEqual([name, []]);
			const share = o200k.count(JSON.stringify(structured)) / o200k.count(text);
			expect([name, share > 0.5]).toEqual([name, false]);
		}
		expect((await callMcp(short, "list_entities", { kind: "task" })).structured).toMatchObject({
			total: expect.any(Number),
			entities: expect.arrayContaining([expect.stringMatching(/^[0-9a-z]{8}$/)]),
		});
	});

	test("searches, and reads what it found as a tool and as a resource", async () => {
		const client = await stage.connect({ mode });
		const { ref, title } = await stage.pickTask();
		const hits = await searchMcp(client, { query: title, types: ["task"], limit: 5 });
		const hit = hits.find((candidate) => candidate.ref === ref);
		const details = await callMcp(client, "get_entity_details", { entity_id: hit?.ref });
		expect(details.text).toContain(`[id:${hit?.ref}]`);
		expect(details.structured).toMatchObject({ kind: hit?.type, title: hit?.title });

		const { contents } = await client.readResource({ uri: `skein://entity/${hit?.ref}` });
		expect(contents).toEqual([
			{ uri: `skein://entity/${hit?.ref}`, mimeType: "text/markdown", text: details.text },
		]);
		const { resourceTemplates } = await client.listResourceTemplates();
		expect(resourceTemplates.map((template) => template.uriTemplate)).toEqual([
			"skein://entity/{id}",
			"skein://query/{name}",
		]);
	});

	test.each([
		["a missing query", "get_context", {}, "invalid_input"],
		["a wrong type", "get_context", { query: 7 }, "invalid_input"],
		["a key nobody knows", "search_ontology", { query: "x", projectId: "y" }, "invalid_input"],
		["a budget out of bounds", "get_context", { query: "x", max_tokens: -1 }, "invalid_input"],
		["an unknown recipe", "get_context", { query: "x", recipe: "soup" }, "invalid_input"],
		["an unknown focus", "get_context", { query: "x", focus: "nobody knows this" }, "not_found"],
		["an unknown project", "search_ontology", { query: "x", project_id: newId() }, "not_found"],
		["an unknown kind", "search_ontology", { query: "x", types: ["soup"] }, "unknown_kind"],
		["a kind of a megabyte", "search_ontology", { query: "x", types: ["s".repeat(1e6)] }, "unknown_kind"],
		["an empty query", "search_ontology", { query: " " }, "query_empty"],
		["a query of a megabyte", "search_ontology", { query: "word ".repeat(2e5) }, "invalid_input"],
		["a question of a megabyte", "get_context", { query: "word ".repeat(2e5) }, "invalid_input"],
		["NUL and half a surrogate pair", "get_entity_details", { entity_id: "\0\ud800" }, "not_found"],
		["a prototype", "get_entity_details", { entity_id: "__proto__" }, "not_found"],
	])("%s is answered with a typed error, and the server goes on", async (_, name, input, code) => {
		const client = await stage.connect({ mode });
		const { isError, text, structured } = await callMcp(client, name, input);
		expect({ isError, code: structured.code }).toEqual({ isError: true, code });
		expect(text).toBe(`${structured.message} (${code})`);
		expect(text.length).toBeLessThan(1200);
		expect(await searchMcp(client, { query: (await stage.pickTask()).title })).not.toEqual([]);
	});

	test.each(["no_such_tool", "__proto__", "constructor"])("there is no tool %s", async (name) => {
		const client = await stage.connect({ mode });
		await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 });
		expect(await searchMcp(client, { query: (await stage.pickTask()).title })).not.toEqual([]);
	});
});

test("what somebody may not read is as absent to them as what does not exist", async () => {
	const asGuest = await stage.connect({ server: { backend: stage.doorOf(stage.guest) } });
	const mine = (await stage.graph.openSession(stage.owner)).reader.graph;
	const theirs = (await stage.graph.openSession(stage.guest)).reader.graph;
	const hidden = [...mine.nodes()].find((node) => theirs.node(node.id) === undefined);
	expect(hidden).toBeDefined();
	for (const [name, key] of [
		["get_entity_details", "entity_id"],
		["get_context", "focus"],
		["search_ontology", "project_id"],
		["get_linked_entities", "entity_id"],
		["get_project_graph", "project_id"],
		["list_entities", "project_id"],
	] as const) {
		const asksInWords = name === "get_context" || name === "search_ontology";
		const ask = (id: string | undefined) =>
			callMcp(asGuest, name, { ...(asksInWords && { query: "valley" }), [key]: id });
		expect(await ask(hidden?.ref)).toEqual(await ask(newId()));
	}
	const read = (id: string | undefined) => asGuest.readResource({ uri: `skein://entity/${id}` });
	await expect(read(hidden?.ref)).rejects.toMatchObject({ code: -32602 });
	await expect(read(newId())).rejects.toMatchObject({ code: -32602 });
});

test("rights that are taken away and entities that are written count at the next call", async () => {
	const client = await stage.connect({ server: { backend: stage.doorOf(stage.guest) } });
	const session: Session = await stage.graph.openSession(stage.owner);
	const id = newId();
	await session.writer.commit([{ op: "create", entity: { id, kind: "project", title: "Osprey" } }], "test");
	const note = { kind: "note", title: "Quince", project_id: id, body: "Quince jelly sets overnight." };
	await session.writer.commit([{ op: "create", entity: note }], "test");
	expect(await searchMcp(client, { query: "quince" })).toEqual([]);

	const place = { workspaceId: stage.guest.workspaceId, projectId: id, accountId: stage.guest.accountId };
	await stage.graph.store.workspaces.setProjectMember({ ...place, role: "viewer" });
	expect(await searchMcp(client, { query: "quince" })).toMatchObject([{ title: "Quince" }]);

	await stage.graph.store.workspaces.setProjectMember({ ...place, role: null });
	expect(await searchMcp(client, { query: "quince" })).toEqual([]);
});

describe.each(MCP_ERAS)("[D3] on a connection of a person's own, a client of $era", ({ mode }) => {
	const remove = async (says: "accept" | "decline" | undefined) => {
		const { writer } = await stage.graph.openSession(stage.owner);
		const note = await writer.create({ kind: "note", title: `Loose page ${newId()}` }, "test");
		const asked: string[] = [];
		const client = await stage.connect({
			mode,
			says,
			asked,
			server: { backend: stage.doorOf(stage.owner), toolset: "all" },
		});
		const answer = await callMcp(client, "delete_entity", { entity_id: note.ref });
		const stays = (await stage.graph.openSession(stage.owner)).reader.graph.node(note.id) !== undefined;
		return { state: answer.structured.state, asked: asked.map((text) => text.includes(note.title)), stays };
	};

	test("is asked before anything is destroyed", async () => {
		expect(await remove("accept")).toEqual({ state: "approved", asked: [true], stays: false });
		expect(await remove("decline")).toEqual({ state: "denied", asked: [true], stays: true });
	});

	test("[A7] sees what is invisible, and is asked again when what it saw has changed", async () => {
		const { writer } = await stage.graph.openSession(stage.owner);
		const note = await writer.create({ kind: "note", title: `Loose\u200b\u034f page ${newId()}` }, "test");
		const renamed = `Renamed ${newId()}`;
		const asked: string[] = [];
		const client = await stage.connect({
			...{ mode, says: "accept", asked, server: { backend: stage.doorOf(stage.owner), toolset: "all" } },
			meanwhile: async (times) =>
				times === 1 &&
				writer.update({ id: note.id, version: note.version, patch: { title: renamed }, via: "test" }),
		});
		const answer = await callMcp(client, "delete_entity", { entity_id: note.ref });
		expect(asked).toEqual([
			expect.stringContaining("Loose⟨U+200B⟩⟨U+034F⟩ page"),
			expect.stringContaining(renamed),
		]);
		expect(answer.structured.state).toBe("approved");
	});

	test("learns where to confirm when it cannot ask", async () => {
		expect(await remove(undefined)).toEqual({ state: "pending", asked: [], stays: true });
	});
});

describe("an error that is no answer", () => {
	const secret = new TypeError("connect ECONNREFUSED db.internal:5432");
	const failing = (error: unknown): McpBackend => ({
		...stage.doorOf(stage.owner),
		callTool: () => Promise.reject(error),
		suggest: () => Promise.reject(error),
	});

	test("is kept from the client and reported to the operator", async () => {
		const seen: unknown[] = [];
		const server = {
			backend: failing(secret),
			onUnexpected: (error: unknown) => seen.push(error),
		};
		const client = await stage.connect({ server });
		const answer = await callMcp(client, "search_ontology", { query: "x" });
		expect(answer).toMatchObject({ isError: true, structured: { code: "internal" } });
		const failure: unknown = await client.readResource({ uri: "skein://entity/x" }).catch((error) => error);
		expect(failure).toMatchObject({ code: -32603 });
		expect(JSON.stringify([answer, failure, String(failure)])).not.toMatch(/ECONNREFUSED|TypeError/);
		expect(seen).toEqual([secret, secret]);
	});

	test("does not come along as the cause of one that is", async () => {
		const error = new StoreUnavailableError("The database does not answer. Try again.", secret);
		const client = await stage.connect({ server: { backend: failing(error) } });
		const answer = await callMcp(client, "search_ontology", { query: "x" });
		expect(answer.structured).toEqual({ code: "store_unavailable", message: error.message });
		expect(JSON.stringify(answer)).not.toContain("ECONNREFUSED");
	});
});
