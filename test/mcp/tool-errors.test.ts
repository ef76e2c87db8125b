import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_TOOLS } from "../../src/chat/tools/all-tools.ts";
import { isWriteTool } from "../../src/chat/tools/tool.ts";
import { newId } from "../../src/graph/model/ids.ts";
import { callMcp, McpStage } from "../support/mcp-stage.ts";

let stage: McpStage;
let client: Awaited<ReturnType<McpStage["connect"]>>;
/** Names for inputs: a task, its project, two notes of one title, and a text. */
let ids: { readonly task: string; readonly project: string };
beforeAll(async () => {
	stage = await McpStage.open();
	const session = await stage.graph.openSession(stage.owner);
	const node = [...session.reader.graph.nodes()].find(
		({ kind, project_id }) => kind === "task" && project_id,
	);
	ids = { task: node?.ref ?? "", project: node?.project_id ?? "" };
	for (const body of ["one", "two"])
		await session.writer.create({ kind: "note", title: "Twin", body }, "test");
	await session.writer.create({ kind: "note", title: "Echo", body: "tick tick" }, "test");
	client = await stage.connect({ server: { backend: stage.doorOf(stage.owner), toolset: "all" } });
}, 120_000);
afterAll(async () => {
	await stage?.hangUp();
	await stage?.demo.close();
});

/** What a caller can do about it, in the imperative, or a list of what would be right. */
const NEXT_STEP =
	/(?:^|[.:;,\n] |\n|, or )(?:Ask|Call|Change|Check|Choose|Correct|Flatten|Give|Leave|Link|Look|Make|[Pp]ass|[Uu]se|Quote|Read|Remove|Say|Search|Shorten|Split|Swap|Try|Write|Known (?:kinds|relations)|Its (?:states|fields)|It takes)\b|takes (?:a |one |an |nothing)/;

const missing = newId();

/** A call with what a tool must have, of a thing that is there. */
const FITTING: Readonly<Record<string, () => Record<string, unknown>>> = {
	get_context: () => ({ query: "Why?" }),
	search_ontology: () => ({ query: "Why?" }),
	get_entity_details: () => ({ entity_id: ids.task }),
	run_query: () => ({ query: "SELECT t FROM task" }),
	upsert_entity: () => ({ entity_id: ids.task }),
	link_entities: () => ({ src_id: ids.task, rel: "relates_to", dst_id: "Echo" }),
	unlink_entities: () => ({ src_id: ids.task, rel: "relates_to", dst_id: "Echo" }),
	delete_entity: () => ({ entity_id: ids.task }),
	create_note: () => ({ title: "x", body: "x" }),
	get_linked_entities: () => ({ entity_id: ids.task }),
	get_project_graph: () => ({ project_id: ids.project }),
	list_entities: () => ({}),
	get_entity_relationships: () => ({ entity_id: ids.task }),
	describe_workspace: () => ({}),
	write_entities: () => ({}),
	append_text: () => ({ entity_id: ids.task, text: "x" }),
	edit_text: () => ({ entity_id: "Echo", quote: "tick tick", replacement: "tock" }),
};

/** Wrong values by parameter, wherever a tool takes it. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
	entity_id: [missing, "Twin", "", 7],
	project_id: [missing, "Twin", 7],
	src_id: [missing, "Twin"],
	dst_id: [missing, "Twin"],
	focus: [missing, "Twin", 7],
	mentions: [["Twin"]],
	pins: [["Twin"], "x"],
	this: [missing, "Twin"],
	query: [
		"",
		"SELEC t",
		"SELECT x FROM soup",
		"SELECT t FROM task WHERE t.nothing ~ 3",
		7,
		"x".repeat(200_000),
	],
	recipe: ["soup"],
	type: ["soup"],
	hints: [
		{ maxDept: 1 },
		{ timeRange: { start: "soon" } },
		{ timeRange: { start: "2026-02-01", end: "2026-01-01" } },
	],
	max_tokens: [-1, 1, 1e12],
	types: [["soup"]],
	limit: [0, 1e9],
	cursor: [-1],
	detail: ["soup"],
	kind: ["soup"],
	entity_kind: ["soup"],
	filter_kind: ["soup"],
	state_key: ["soup"],
	type_key: ["So up!"],
	props: [{ deadline: "x" }, { due_at: "soon" }, { priority: 99 }, { __proto__x: 1 }],
	title: [" ", "x".repeat(501), "\0"],
	version: [999, -1],
	rel: ["soup", "mitigates", "has_task"],
	about: [[missing], ["Twin"], Array.from({ length: 6 }, () => "Echo")],
	quote: ["nowhere", "tick", ""],
	text: ["", "\0"],
	entities: [
		[{ kind: "soup", title: "x" }],
		[{ kind: "task" }],
		[{ kind: "task", title: "x", project_id: "$no" }],
	],
	links: [
		[{ src_id: "$no", rel: "relates_to", dst_id: "Echo" }],
		[{ src_id: "Twin", rel: "x", dst_id: "Twin" }],
	],
};

const fitting = (name: string): Record<string, unknown> => FITTING[name]?.() ?? {};

describe("[D16] every tool error names the next step", () => {
	test("no tool is left out", () => {
		expect(Object.keys(FITTING).sort()).toEqual(ALL_TOOLS.map(({ name }) => name).sort());
	});

	test.each(ALL_TOOLS.map((tool) => [tool.name, tool] as const))("%s", async (name, tool) => {
		const calls: Record<string, unknown>[] = [
			...Object.entries(WRONG).flatMap(([key, values]) =>
				key in tool.input.shape ? values.map((value) => ({ ...fitting(name), [key]: value })) : [],
			),
			{ ...fitting(name), nonsense: 1 },
			...Object.keys(fitting(name)).map((key) => {
				const { [key]: _, ...others } = fitting(name);
				return others;
			}),
		];
		const codes = new Set<unknown>();
		for (const input of calls) {
			const { isError, text, structured } = await callMcp(client, name, input);
			if (!isError) continue;
			codes.add(structured.code);
			expect({ input: JSON.stringify(input).slice(0, 200), text }).toEqual({
				input: expect.anything(),
				text: expect.stringMatching(NEXT_STEP),
			});
			expect(structured.code).not.toBe("internal");
		}
		expect(codes.has("invalid_input")).toBe(true);
		if (isWriteTool(tool) || "entity_id" in tool.input.shape) expect(codes.size).toBeGreaterThan(1);
	});
});
