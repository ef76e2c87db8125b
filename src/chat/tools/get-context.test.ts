import { afterAll, beforeAll, expect, test } from "vitest";
import { type Demo, openDemo } from "../../../test/support/open-demo.ts";
import type { Session } from "../../graph/graph.ts";
import { getContext } from "./get-context.ts";

const TASK = "Re-cut the lid tool for the Lindqvist hinge";

let demo: Demo;
let maren: Session;
beforeAll(async () => {
	demo = await openDemo();
	maren = await demo.as("maren@rillmark.example");
});
afterAll(() => demo?.close());

const call = (input: object) => getContext.call({ query: "What does this wait for?", ...input }, maren);

test("a model can say all that a request can: focus, project, mentions, pins, recipe, type, hints, budget", async () => {
	const { text, structured } = await call({
		focus: TASK,
		project_id: "Heron 2 bridge gauge",
		mentions: ["Priya Raghunathan"],
		pins: ["Handbook"],
		hints: {
			includeBlocks: ["Salt-spray cabinet opened at 310 hours"],
			excludeBlocks: ["Sign off the Lindqvist first-article samples"],
			prioritizeTypes: ["decision"],
			timeRange: { start: "2026-01-01", end: "2027-12-31" },
			maxDepth: 1,
		},
		max_tokens: 6_000,
	});
	expect(structured.tokens).toBeLessThanOrEqual(6_000);
	for (const shown of [TASK, "### @Priya Raghunathan", "### [[Handbook]]", "[Salt-spray cabinet opened"])
		expect(text).toContain(shown);
	const shutOut = maren.reader.graph.find("Sign off the Lindqvist first-article samples")?.ref ?? "";
	expect(text).not.toContain(shutOut);
});

test("a block can be in focus, and a program is told what it can write", async () => {
	const page = maren.reader.graph.find("How we run a review")?.id ?? "";
	const [block] = await maren.reader.rows.blocks(page);
	expect((await call({ focus: block?.id })).text).toContain("← in focus");
	expect((await call({ focus: TASK, type: "automate", recipe: "element" })).text).toContain(
		"### Kinds and relations",
	);
});

test.each([
	{ hints: { maxDept: 1 } },
	{ hints: { timeRange: { from: "2026-01-01" } } },
	{ hints: { includeBlocks: "Handbook" } },
	{ type: "chatting" },
	{ budget: { total: 1 } },
])("%j is refused", async (input) => {
	await expect(call(input)).rejects.toMatchObject({ code: "invalid_input" });
});
