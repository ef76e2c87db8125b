import { describe, expect, test } from "vitest";
import { o200k } from "../context/budget/tokenizer.ts";
import type { Kind } from "../graph/model/kind.ts";
import { note } from "../graph/model/kinds/note.ts";
import { listChatTools, MOST_TOOL_TOKENS, writeToolList } from "./list-chat-tools.ts";
import { ALL_TOOLS } from "./tools/all-tools.ts";
import { generateKindTools } from "./tools/generate-kind-tools.ts";

const KINDS = ["Person", "Vendor", "Probe", "Site", "Visit", "Crew", "Van", "Permit"].map(
	(kind): Kind => ({
		...note,
		kind,
		label: kind,
		fields: [
			{ name: "minimum", type: "number" },
			{ name: "lead", type: "entity_ref", kind: "Person" },
			{ name: "grade", type: "select", options: ["gold", "tin", "lead"] },
			{ name: "places", type: "text_list" },
		],
	}),
);
const sizeOf = (tools: Parameters<typeof writeToolList>[0]): number => o200k.count(writeToolList(tools));

describe("[A16] the tools of a chat", () => {
	test("take at most 1,400 tokens as they are sent, however many kinds the workspace has", () => {
		expect(MOST_TOOL_TOKENS).toBe(1_400);
		const lists = KINDS.map((_, count) => listChatTools(generateKindTools(KINDS.slice(0, count + 1)), true));
		for (const list of lists) expect(sizeOf(list)).toBeLessThanOrEqual(MOST_TOOL_TOKENS);
		expect(lists[3]?.length).toBe((lists[0]?.length ?? 0) + 3);
		// More kinds add at the end and move nothing.
		const [longest = []] = lists.slice(-1);
		for (const list of lists) expect(longest.slice(0, list.length)).toEqual(list);
	});

	test("keep their names and what a call must have; a reader is offered nothing that writes", () => {
		const byName = new Map(ALL_TOOLS.map((tool) => [tool.name, tool]));
		for (const { name, inputSchema } of listChatTools([], true)) {
			const tool = byName.get(name);
			const { properties = {}, required = [] } = inputSchema as { properties?: object; required?: string[] };
			expect(Object.keys(tool?.input.shape ?? {})).toEqual(expect.arrayContaining(Object.keys(properties)));
			expect(Object.keys(properties)).toEqual(expect.arrayContaining(required));
		}
		const reading = listChatTools(generateKindTools(KINDS), false).map(({ name }) => name);
		expect(reading).toContain("search_ontology");
		expect(reading.filter((name) => byName.get(name)?.tier.startsWith("W"))).toEqual([]);
	});

	test("show the fields of a kind, whatever they are called", () => {
		const tool = listChatTools(generateKindTools(KINDS), true).find(({ name }) => name === "upsert_Person");
		expect(tool?.inputSchema).toMatchObject({
			properties: {
				fields: {
					properties: {
						minimum: { type: "number" },
						lead: { type: "string", description: "a Person" },
						grade: { enum: ["gold", "tin", "lead"] },
					},
				},
			},
		});
	});
});
