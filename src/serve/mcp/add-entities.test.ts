import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { MCP_ERAS, McpStage } from "../../../test/support/mcp-stage.ts";

let stage: McpStage;

beforeAll(async () => {
	stage = await McpStage.open();
});
afterAll(() => stage.demo.close());
afterEach(() => stage.hangUp());

describe.each(MCP_ERAS)("to a client of $era", ({ mode }) => {
	test("resources are what was used lately or is new, and each can be read", async () => {
		const client = await stage.connect({ mode });
		const { resources } = await client.listResources();
		const entities = resources.filter(({ uri }) => uri.startsWith("skein://entity/"));
		expect(entities.length).toBeGreaterThan(0);
		for (const { uri, name, title } of entities) {
			// Clients show the title where there is one.
			expect(title).toBe(name);
			const { contents } = await client.readResource({ uri });
			expect(contents).toMatchObject([{ text: expect.stringContaining(name) }]);
		}
	});

	test("[D10] what there is and every query one keeps are resources, others' queries are not", async () => {
		const { savedQueries } = await stage.graph.openSession(stage.owner);
		const name = `Late & blocked? ${mode === "legacy" ? "old" : "new"}`;
		await savedQueries.save({ name, wql: "SELECT t FROM task WHERE t.state = 'blocked'" });
		const client = await stage.connect({ mode });
		const { resources } = await client.listResources();
		const listed = resources.find((resource) => resource.name === name);
		const { contents } = await client.readResource({ uri: listed?.uri ?? "" });
		expect(contents).toMatchObject([
			{ text: expect.stringMatching(/^# Late & blocked\?.*\n\n[1-9]\d* found by SELECT/) },
		]);
		const workspace = await client.readResource({ uri: "skein://workspace" });
		expect(workspace.contents).toMatchObject([{ text: expect.stringContaining("task (") }]);
		const { completion } = await client.complete({
			ref: { type: "ref/resource", uri: "skein://query/{name}" },
			argument: { name: "name", value: "late" },
		});
		expect(completion.values).toContain(name);
		const asGuest = await stage.connect({ mode, server: { backend: stage.doorOf(stage.guest) } });
		expect((await asGuest.listResources()).resources.map((resource) => resource.name)).not.toContain(name);
		await expect(asGuest.readResource({ uri: listed?.uri ?? "" })).rejects.toMatchObject({ code: -32602 });
	});
});
