import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { serveStdio as serveTransport } from "@modelcontextprotocol/server/stdio";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Demo, openDemo } from "../../../test/support/open-demo.ts";
import { ALL_TOOLS } from "../../chat/tools/all-tools.ts";
import { o200k } from "../../context/budget/tokenizer.ts";
import { RECIPE_NAMES } from "../../context/model/recipe.ts";
import type { Graph, Session } from "../../graph/graph.ts";
import type { Principal } from "../../graph/model/access.ts";
import { StoreUnavailableError } from "../../graph/model/errors.ts";
import { newId } from "../../graph/model/ids.ts";
import { suggestEntities } from "../../graph/search/suggest-entities.ts";
import { createMcpServer, type McpOptions } from "./create-mcp-server.ts";
import type { McpDoor } from "./mcp-door.ts";
import { openGraphDoor } from "./open-graph-door.ts";

const TOOL_LIST_TOKENS = 1500;
const WRITING_TOOLS = ["upsert_entity", "link_entities"];
const READING_TOOLS = [
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

const ORIGIN = "http://localhost:4747";
const doorOf = (principal: Principal): McpDoor => openGraphDoor(graph, principal, ORIGIN);
const readOnly = (principal: Principal): Principal => ({
	...principal,
	grant: { mode: "read", projectIds: null },
});

async function connect(
	options: {
		readonly mode?: Mode;
		readonly server?: Partial<McpOptions>;
		/** What the person at the client does when asked; without it the client cannot ask. */
		readonly says?: "accept" | "decline" | undefined;
		readonly asked?: string[];
	} = {},
): Promise<Client> {
	const [near, far] = InMemoryTransport.createLinkedPair();
	serveTransport(
		() => createMcpServer({ door: doorOf(readOnly(owner)), version: "1.2.3", ...options.server }),
		{
			transport: far,
		},
	);
	const client = new Client(
		{ name: "test", version: "0" },
		{
			versionNegotiation: { mode: options.mode ?? ERAS[0].mode },
			capabilities: options.says === undefined ? {} : { elicitation: { form: {} } },
		},
	);
	const { says: action } = options;
	if (action !== undefined) {
		client.setRequestHandler("elicitation/create", async ({ params }) => {
			options.asked?.push(params.message);
			return action === "accept" ? { action, content: { confirm: true } } : { action };
		});
	}
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
		for (const name of READING_TOOLS) expect(client.getInstructions()).toContain(name);
	});

	test("lists every tool, with its schema and what it may do", async () => {
		const { tools } = await (await connect({ mode })).listTools();
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

describe("the tool list", () => {
	test("stays small, with what writes for whoever may write", async () => {
		const { tools } = await (await connect({ server: { door: doorOf(owner) } })).listTools();
		expect(tools.map(({ name }) => name)).toEqual([...READING_TOOLS, ...WRITING_TOOLS]);
		const tokens = o200k.count(JSON.stringify(tools));
		expect(tokens).toBeLessThanOrEqual(TOOL_LIST_TOKENS);
	});

	test("holds everything on demand, and what writes never for whoever only reads", async () => {
		const names = async (server: Partial<McpOptions>): Promise<readonly string[]> =>
			(await (await connect({ server })).listTools()).tools.map(({ name }) => name);
		const all = await names({ toolset: "all", door: doorOf(owner) });
		expect(all).toEqual(ALL_TOOLS.map(({ name }) => name));
		const read = await names({ toolset: "all" });
		expect(read).toEqual(ALL_TOOLS.filter(({ tier }) => tier.startsWith("R")).map(({ name }) => name));
		const asReader = await connect({ server: { toolset: "all" } });
		for (const name of all.filter((each) => !read.includes(each))) {
			await expect(asReader.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 });
		}
	});

	test("tells of every tool what it may do", async () => {
		const { tools } = await (await connect({ server: { toolset: "all", door: doorOf(owner) } })).listTools();
		const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true);
		expect(destructive.map(({ name }) => name)).toEqual(["delete_entity"]);
		const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
		for (const { name, inputSchema } of reading) {
			expect({ name, budget: "max_tokens" in (inputSchema.properties ?? {}) }).toEqual({
				name,
				budget: true,
			});
		}
	});

	test("answers to names from before, which it does not list", async () => {
		const client = await connect();
		const task = await pickTask();
		const { text } = await call(client, "get_entity_details", { entity_id: task.ref });
		expect(await call(client, "get_onto_task_details", { task_id: task.ref })).toMatchObject({ text });
		expect(await call(client, "get_onto_task_details", { entity_id: task.ref })).toMatchObject({ text });
		const project = "Heron 2 bridge gauge";
		const graphs = await Promise.all([
			call(client, "get_project_graph", { project_id: project, detail: "full" }),
			call(client, "get_project_graph_full", { project_id: project }),
		]);
		expect(graphs[1]).toEqual(graphs[0]);
	});
});

test("ChatGPT finds and reads in the shape it asks for", async () => {
	const client = await connect({ server: { toolset: "chatgpt" } });
	const task = await pickTask();
	const { text, structured } = await call(client, "search", { query: task.title });
	const url = `${ORIGIN}/entities/${task.ref}`;
	expect(structured.results).toContainEqual({ id: task.ref, title: task.title, url });
	expect(JSON.parse(text)).toEqual(structured);
	const read = await call(client, "fetch", { id: task.ref });
	expect(JSON.parse(read.text)).toMatchObject({
		...{ id: task.ref, title: task.title, url, metadata: { kind: "task" } },
		text: expect.stringContaining(task.title),
	});
	await expect(client.callTool({ name: "search", arguments: {} })).rejects.toMatchObject({ code: -32602 });
	expect(await call(client, "fetch", { id: newId() })).toMatchObject({ isError: true });
});

describe.each(ERAS)("to a client of $era", ({ mode }) => {
	test("prompts are the recipes, each with its context and the question", async () => {
		const client = await connect({ mode });
		const { prompts } = await client.listPrompts();
		expect(prompts.map(({ name }) => name)).toEqual(RECIPE_NAMES);
		const task = await pickTask();
		for (const { name, arguments: parameters, description } of prompts) {
			expect(parameters?.map((each) => [each.name, each.required ?? false])).toEqual([
				["query", true],
				["focus", false],
			]);
			expect(description).not.toContain("with the recipe");
			const { messages } = await client.getPrompt({
				name,
				arguments: { query: "What now?", focus: task.ref },
			});
			expect(messages).toEqual([
				{ role: "user", content: { type: "text", text: expect.stringMatching(/What now\?$/) } },
			]);
		}
		const missing = client.getPrompt({ name: "element", arguments: { query: "x", focus: newId() } });
		await expect(missing).rejects.toMatchObject({ code: -32602 });
	});

	test("completions are what a picker offers, and what they give is understood", async () => {
		const client = await connect({ mode });
		const task = await pickTask();
		const typed = task.title.slice(0, -1);
		const offered = await suggestEntities(await graph.as(owner), { q: typed });
		expect(offered[0]?.ref).toBe(task.ref);
		const focus = await client.complete({
			...{ ref: { type: "ref/prompt", name: "element" }, argument: { name: "focus", value: typed } },
		});
		expect(focus.completion.values).toEqual(offered.map(({ title, ref }) => `${title} [${ref}]`));
		const { messages } = await client.getPrompt({
			...{ name: "element", arguments: { query: "What now?", focus: focus.completion.values[0] ?? "" } },
		});
		expect(JSON.stringify(messages)).toContain(offered[0]?.ref);
		const id = await client.complete({
			ref: { type: "ref/resource", uri: "skein://entity/{id}" },
			argument: { name: "id", value: typed },
		});
		expect(id.completion.values).toEqual(offered.map(({ ref }) => ref));
	});

	test("resources are what was used lately or is new, and each can be read", async () => {
		const client = await connect({ mode });
		const { resources } = await client.listResources();
		expect(resources.length).toBeGreaterThan(0);
		for (const { uri, name } of resources) {
			const { contents } = await client.readResource({ uri });
			expect(contents).toMatchObject([{ text: expect.stringContaining(name) }]);
		}
	});
});

test("what somebody may not read is as absent to them as what does not exist", async () => {
	const asGuest = await connect({ server: { door: doorOf(guest) } });
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
	const client = await connect({ server: { door: doorOf(guest) } });
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

describe.each(ERAS)("[D3] on a connection of a person's own, a client of $era", ({ mode }) => {
	const remove = async (says: "accept" | "decline" | undefined) => {
		const { writer } = await graph.as(owner);
		const note = await writer.create({ kind: "note", title: `Loose page ${newId()}` }, "test");
		const asked: string[] = [];
		const client = await connect({ mode, says, asked, server: { door: doorOf(owner), toolset: "all" } });
		const answer = await call(client, "delete_entity", { entity_id: note.ref });
		const stays = (await graph.as(owner)).reader.graph.node(note.id) !== undefined;
		return { state: answer.structured.state, asked: asked.map((text) => text.includes(note.title)), stays };
	};

	test("is asked before anything is destroyed", async () => {
		expect(await remove("accept")).toEqual({ state: "approved", asked: [true], stays: false });
		expect(await remove("decline")).toEqual({ state: "denied", asked: [true], stays: true });
	});

	test("is told where to confirm when it cannot ask", async () => {
		expect(await remove(undefined)).toEqual({ state: "pending", asked: [], stays: true });
	});
});

describe("an error that is no answer", () => {
	const secret = new TypeError("connect ECONNREFUSED db.internal:5432");
	const failing = (error: unknown): McpDoor => ({
		...doorOf(owner),
		callTool: () => Promise.reject(error),
		suggest: () => Promise.reject(error),
	});

	test("is kept from the client and told to the operator", async () => {
		const seen: unknown[] = [];
		const server = {
			door: failing(secret),
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
		const client = await connect({ server: { door: failing(error) } });
		const answer = await call(client, "search_ontology", { query: "x" });
		expect(answer.structured).toEqual({ code: "store_unavailable", message: error.message });
		expect(JSON.stringify(answer)).not.toContain("ECONNREFUSED");
	});
});
