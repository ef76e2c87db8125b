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
		expect(resources.length).toBeGreaterThan(0);
		for (const { uri, name, title } of resources) {
			// Clients show the title where there is one.
			expect(title).toBe(name);
			const { contents } = await client.readResource({ uri });
			expect(contents).toMatchObject([{ text: expect.stringContaining(name) }]);
		}
	});
});
