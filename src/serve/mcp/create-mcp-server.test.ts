import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { serveStdio as serveTransport } from "@modelcontextprotocol/server/stdio";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Demo, openDemo } from "../../../test/support/open-demo.ts";
import { ALL_TOOLS } from "../../chat/tools/all-tools.ts";
import { o200k } from "../../context/budget/tokenizer.ts";
import type { Graph, Session } from "../../graph/graph.ts";
import type { Principal } from "../../graph/model/access.ts";
import { StoreUnavailableError } from "../../graph/model/errors.ts";
import { newId } from "../../graph/model/ids.ts";
import { createMcpServer, type McpOptions } from "./create-mcp-server.ts";

const TOOL_LIST_TOKENS = 1500;
const DEFAULT_TOOLS = [
	"get_context",
	"search_ontology",
	"get_entity_details",
	"get_linked_entities",
	"get_project_graph",
	"list_entities",
];
const ERAS = [
	{ era: "2026-07-28", mode: { pin: "2026-07-28" } },
	{ era: "2025-11-25", mode: "legacy" },
] as const;

let demo: Demo;
let graph: Graph;
let owner: Principal;
let guest: Principal;
let clients: Client[] = [];

beforeAll(async () => {
	demo = await openDemo();
	graph = demo.skein.graph;
	const members = await graph.store.workspaces.members(demo.workspaceId);
	const principalOf = (role: string): Principal => ({
		workspaceId: demo.workspaceId,
		accountId: members.find((member) => member.role === role)?.id ?? "",
	});
	owner = principalOf("owner");
	guest = principalOf("guest");
});
afterAll(() => demo.close());
afterEach(async () => {
	for (const client of clients) await client.close();
	clients = [];
});

type Mode = (typeof ERAS)[number]["mode"];

/** The tools as one person has them, with a new session for each call. */
const toolsOf =
	(principal: Principal): McpOptions["callTool"] =>
	async (name, input) => {
		const tool = ALL_TOOLS.find((candidate) => candidate.name === name);
		if (tool === undefined) throw new Error(`no tool ${name}`);
		return tool.call(input, await graph.as(principal));
	};

async function connect(
	options: { readonly mode?: Mode; readonly server?: Partial<McpOptions> } = {},
): Promise<Client> {
	const [near, far] = InMemoryTransport.createLinkedPair();
	serveTransport(() => createMcpServer({ callTool: toolsOf(owner), version: "1.2.3", ...options.server }), {
		transport: far,
	});
	const client = new Client(
		{ name: "test", version: "0" },
		{ versionNegotiation: { mode: options.mode ?? ERAS[0].mode } },
	);
	await client.connect(near);
	clients.push(client);
	return client;
}

async function call(client: Client, name: string, input: Record<string, unknown>) {
	const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: input });
	const [part] = content;
	const structured = structuredContent as Readonly<Record<string, unknown>>;
	return { isError, text: part?.type === "text" ? part.text : "", structured };
}

interface Hit {
	readonly ref: string;
	readonly type: string;
	readonly title: string;
}

/** The title of some task is a question that finds at least that task, whatever the demo tells. */
async function pickTask(): Promise<{ readonly ref: string; readonly title: string }> {
	const { reader } = await graph.as(owner);
	const task = [...reader.graph.nodes()].find((node) => node.kind === "task" && node.project_id !== null);
	if (task === undefined) throw new Error("the demo has no task");
	return task;
}

const search = async (client: Client, input: Record<string, unknown>): Promise<readonly Hit[]> =>
	(await call(client, "search_ontology", input)).structured.results as Hit[];

describe.each(ERAS)("a client of $era", ({ era, mode }) => {
	test("is told who serves and how to begin", async () => {
		const client = await connect({ mode });
		expect(client.getNegotiatedProtocolVersion()).toBe(era);
		expect(client.getServerVersion()).toMatchObject({ name: "skein", version: "1.2.3" });
		for (const name of DEFAULT_TOOLS) expect(client.getInstructions()).toContain(name);
	});

	test("lists every tool, with its schema and what it may do", async () => {
		const { tools } = await (await connect({ mode })).listTools();
		expect(tools.map((tool) => tool.name)).toEqual(DEFAULT_TOOLS);
		for (const tool of tools) {
			expect(tool.title).not.toBe("");
			expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
			expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
		}
		const [context] = tools;
		expect(context?.inputSchema.required).toEqual(["query"]);
	});

	test("gets a context within its budget, each item with a reason", async () => {
		const client = await connect({ mode });
		const focus = await pickTask();
		const { text, structured } = await call(client, "get_context", {
			query: "Why is this blocked?",
			focus: focus.ref,
			max_tokens: 1500,
		});
		expect(text).toContain(focus.title);
		expect(structured.tokens).toBe(o200k.count(text));
		expect(structured.tokens).toBeLessThanOrEqual(1500);
		const items = structured.items as { ref: string; reason: string }[];
		expect(items).toContainEqual(expect.objectContaining({ ref: focus.ref, reason: "in focus" }));
		for (const item of items) expect(item.reason).not.toBe("");
	});

	test("searches, and reads what it found as a tool and as a resource", async () => {
		const client = await connect({ mode });
		const { ref, title } = await pickTask();
		const hits = await search(client, { query: title, types: ["task"], limit: 5 });
		const hit = hits.find((candidate) => candidate.ref === ref);
		const details = await call(client, "get_entity_details", { entity_id: hit?.ref });
		expect(details.text).toContain(`[id:${hit?.ref}]`);
		expect(details.structured).toMatchObject({ kind: hit?.type, title: hit?.title });

		const { contents } = await client.readResource({ uri: `skein://entity/${hit?.ref}` });
		expect(contents).toEqual([
			{ uri: `skein://entity/${hit?.ref}`, mimeType: "text/markdown", text: details.text },
		]);
		const { resourceTemplates } = await client.listResourceTemplates();
		expect(resourceTemplates.map((template) => template.uriTemplate)).toEqual(["skein://entity/{id}"]);
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
		const client = await connect({ mode });
		const { isError, text, structured } = await call(client, name, input);
		expect({ isError, code: structured.code }).toEqual({ isError: true, code });
		expect(text).toBe(`${structured.message} (${code})`);
		expect(text.length).toBeLessThan(1200);
		expect(await search(client, { query: (await pickTask()).title })).not.toEqual([]);
	});

	test.each(["no_such_tool", "__proto__", "constructor"])("there is no tool %s", async (name) => {
		const client = await connect({ mode });
		await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 });
		expect(await search(client, { query: (await pickTask()).title })).not.toEqual([]);
	});
});

test("the tool list stays small", async () => {
	const list = await (await connect()).listTools();
	expect(o200k.count(JSON.stringify(list.tools))).toBeLessThanOrEqual(TOOL_LIST_TOKENS);
});

test("what somebody may not read is as absent to them as what does not exist", async () => {
	const asGuest = await connect({ server: { callTool: toolsOf(guest) } });
	const mine = (await graph.as(owner)).reader.graph;
	const theirs = (await graph.as(guest)).reader.graph;
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
			call(asGuest, name, { ...(asksInWords && { query: "valley" }), [key]: id });
		expect(await ask(hidden?.ref)).toEqual(await ask(newId()));
	}
	const read = (id: string | undefined) => asGuest.readResource({ uri: `skein://entity/${id}` });
	await expect(read(hidden?.ref)).rejects.toMatchObject({ code: -32602 });
	await expect(read(newId())).rejects.toMatchObject({ code: -32602 });
});

test("rights that are taken away and entities that are written count at the next call", async () => {
	const client = await connect({ server: { callTool: toolsOf(guest) } });
	const session: Session = await graph.as(owner);
	const id = newId();
	await session.writer.commit([{ op: "create", entity: { id, kind: "project", title: "Osprey" } }], "test");
	const note = { kind: "note", title: "Quince", project_id: id, body: "Quince jelly sets overnight." };
	await session.writer.commit([{ op: "create", entity: note }], "test");
	expect(await search(client, { query: "quince" })).toEqual([]);

	const place = { workspaceId: guest.workspaceId, projectId: id, accountId: guest.accountId };
	await graph.store.workspaces.setProjectMember({ ...place, role: "viewer" });
	expect(await search(client, { query: "quince" })).toMatchObject([{ title: "Quince" }]);

	await graph.store.workspaces.setProjectMember({ ...place, role: null });
	expect(await search(client, { query: "quince" })).toEqual([]);
});

describe("an error that is no answer", () => {
	const secret = new TypeError("connect ECONNREFUSED db.internal:5432");

	test("is kept from the client and told to the operator", async () => {
		const seen: unknown[] = [];
		const server = {
			callTool: () => Promise.reject(secret),
			onUnexpected: (error: unknown) => seen.push(error),
		};
		const client = await connect({ server });
		const answer = await call(client, "search_ontology", { query: "x" });
		expect(answer).toMatchObject({ isError: true, structured: { code: "internal" } });
		const failure: unknown = await client.readResource({ uri: "skein://entity/x" }).catch((error) => error);
		expect(failure).toMatchObject({ code: -32603 });
		expect(JSON.stringify([answer, failure, String(failure)])).not.toMatch(/ECONNREFUSED|TypeError/);
		expect(seen).toEqual([secret, secret]);
	});

	test("does not come along as the cause of one that is", async () => {
		const error = new StoreUnavailableError("The database does not answer. Try again.", secret);
		const client = await connect({ server: { callTool: () => Promise.reject(error) } });
		const answer = await call(client, "search_ontology", { query: "x" });
		expect(answer.structured).toEqual({ code: "store_unavailable", message: error.message });
		expect(JSON.stringify(answer)).not.toContain("ECONNREFUSED");
	});
});
