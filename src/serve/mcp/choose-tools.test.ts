import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callMcp, MCP_ORIGIN, McpStage, READING_TOOLS } from "../../../test/support/mcp-stage.ts";
import { ALL_TOOLS } from "../../chat/tools/all-tools.ts";
import { o200k } from "../../context/budget/tokenizer.ts";
import { newId } from "../../graph/model/ids.ts";
import type { McpOptions } from "./create-mcp-server.ts";

let stage: McpStage;

beforeAll(async () => {
	stage = await McpStage.open();
});
afterAll(() => stage.demo.close());
afterEach(() => stage.hangUp());

const TOOL_LIST_TOKENS = 1500;
const MOST_TOOLS = 10;
const WRITING_TOOLS = ["upsert_entity", "link_entities"];

describe("the tool list", () => {
	test("[D1] stays small, with tools that write only for those who may write", async () => {
		const { tools } = await (
			await stage.connect({ server: { backend: stage.doorOf(stage.owner) } })
		).listTools();
		const names = tools.map(({ name }) => name);
		// What came later is at the end: a list that moves empties prompt caches.
		expect(names).toEqual([...READING_TOOLS.slice(0, 6), ...WRITING_TOOLS, ...READING_TOOLS.slice(6)]);
		expect(names.length).toBeLessThanOrEqual(MOST_TOOLS);
		const tokens = o200k.count(JSON.stringify(tools));
		expect(tokens).toBeLessThanOrEqual(TOOL_LIST_TOKENS);
	});

	test("holds everything on request, and tools that write never for those who only read", async () => {
		const names = async (server: Partial<McpOptions>): Promise<readonly string[]> =>
			(await (await stage.connect({ server })).listTools()).tools.map(({ name }) => name);
		const all = await names({ toolset: "all", backend: stage.doorOf(stage.owner) });
		expect(all).toEqual(ALL_TOOLS.map(({ name }) => name));
		const read = await names({ toolset: "all" });
		expect(read).toEqual(ALL_TOOLS.filter(({ tier }) => tier.startsWith("R")).map(({ name }) => name));
		const asReader = await stage.connect({ server: { toolset: "all" } });
		for (const name of all.filter((each) => !read.includes(each))) {
			await expect(asReader.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 });
		}
	});

	test("says of every tool what it may do", async () => {
		const { tools } = await (
			await stage.connect({ server: { toolset: "all", backend: stage.doorOf(stage.owner) } })
		).listTools();
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
		const client = await stage.connect();
		const task = await stage.pickTask();
		const { text } = await callMcp(client, "get_entity_details", { entity_id: task.ref });
		expect(await callMcp(client, "get_onto_task_details", { task_id: task.ref })).toMatchObject({ text });
		expect(await callMcp(client, "get_onto_task_details", { entity_id: task.ref })).toMatchObject({ text });
		const project = "Heron 2 bridge gauge";
		const graphs = await Promise.all([
			callMcp(client, "get_project_graph", { project_id: project, detail: "full" }),
			callMcp(client, "get_project_graph_full", { project_id: project }),
		]);
		expect(graphs[1]).toEqual(graphs[0]);
	});
});

test("ChatGPT finds and reads in the shape it asks for", async () => {
	const client = await stage.connect({ server: { toolset: "chatgpt" } });
	const task = await stage.pickTask();
	const { text, structured } = await callMcp(client, "search", { query: task.title });
	const url = `${MCP_ORIGIN}/entities/${task.ref}`;
	expect(structured.results).toContainEqual({ id: task.ref, title: task.title, url });
	expect(JSON.parse(text)).toEqual(structured);
	const read = await callMcp(client, "fetch", { id: task.ref });
	expect(JSON.parse(read.text)).toMatchObject({
		...{ id: task.ref, title: task.title, url, metadata: { kind: "task" } },
		text: expect.stringContaining(task.title),
	});
	await expect(client.callTool({ name: "search", arguments: {} })).rejects.toMatchObject({ code: -32602 });
	expect(await callMcp(client, "fetch", { id: newId() })).toMatchObject({ isError: true });
});
