import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { MCP_ERAS, McpStage } from "../../../test/support/mcp-stage.ts";
import { RECIPE_NAMES } from "../../context/model/recipe.ts";
import { newId } from "../../graph/model/ids.ts";
import { suggestEntities } from "../../graph/search/suggest-entities.ts";

let stage: McpStage;

beforeAll(async () => {
	stage = await McpStage.open();
});
afterAll(() => stage.demo.close());
afterEach(() => stage.hangUp());

describe.each(MCP_ERAS)("to a client of $era", ({ mode }) => {
	test("prompts are the recipes, each with its context and the question", async () => {
		const client = await stage.connect({ mode });
		const { prompts } = await client.listPrompts();
		expect(prompts.map(({ name }) => name)).toEqual(RECIPE_NAMES);
		const task = await stage.pickTask();
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
		const client = await stage.connect({ mode });
		const task = await stage.pickTask();
		const typed = task.title.slice(0, -1);
		const offered = await suggestEntities(await stage.graph.openSession(stage.owner), { q: typed });
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
});
