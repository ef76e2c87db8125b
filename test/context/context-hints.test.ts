import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ContextItem, ContextPayload } from "../../src/context/model/payload.ts";
import { RECIPE_NAMES } from "../../src/context/model/recipe.ts";
import type { ContextHints, ContextRequest, RequestType } from "../../src/context/model/request.ts";
import type { SkeinSession } from "../../src/open-skein.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";

const TYPES: readonly RequestType[] = ["chat", "assist", "search", "automate"];
const QUERY = "Why did the hinge supplier change?";
const TASK = "Re-cut the lid tool for the Lindqvist hinge";
const PROJECT = "Heron 2 bridge gauge";

let demo: Demo;
let maren: SkeinSession;
beforeAll(async () => {
	demo = await openDemo();
	maren = await demo.as("maren@rillmark.example");
});
afterAll(() => demo?.close());

const idOf = (title: string): string => {
	const found = maren.reader.graph.find(title);
	if (found === undefined) throw new Error(`the demo has nothing called ${title}`);
	return found.id;
};
const itemsOf = ({ sections }: ContextPayload): readonly ContextItem[] =>
	sections.flatMap(({ items }) => items);
const foundBy = (payload: ContextPayload, collector: string): readonly ContextItem[] =>
	itemsOf(payload).filter(({ because }) => because.collector === collector);
const weave = (request: Partial<ContextRequest> = {}): Promise<ContextPayload> =>
	maren.buildContext({ query: QUERY, now: NOW, ...request });

/** Requests that between them show linked lines, slices, a snapshot, connected items, fields, notes and blocks. */
const wideRequests = (): readonly Partial<ContextRequest>[] => [
	{ focus: { id: idOf(TASK) } },
	{ projectId: idOf(PROJECT), budget: { total: 8_000 } },
	{ mentions: [idOf("Priya Raghunathan"), idOf("Firmware and data")] },
	{ focus: { pageId: idOf("Handbook") }, recipe: "element" },
	{ focus: { databaseId: idOf("Who is who") } },
	{ query: "What tasks are overdue?" },
	{ recipe: "global" },
	{ recipe: "calendar", projectId: idOf(PROJECT) },
];

describe("[L10] what is shut out", () => {
	test("stands nowhere: no line, no slice, no node, no field, no path, no omission", async () => {
		let tried = 0;
		for (const request of wideRequests()) {
			const plain = await weave(request);
			const asked = new Set(JSON.stringify(request).match(/[0-9a-f-]{36}/g));
			const shown = [...plain.serialized.matchAll(/\[(?:id:)?([0-9a-z]{8})\]|"id":"([0-9a-z]{8})"/g)]
				.flatMap(([, line, node]) => maren.reader.graph.find(line ?? node ?? "") ?? [])
				.filter(({ id }) => !asked.has(id));
			const each = [...new Map(shown.map((node) => [node.id, node])).values()];
			for (const node of each.filter((_, index) => index % 9 === 0)) {
				const { id, sections, omitted, serialized } = await weave({
					...request,
					hints: { excludeBlocks: [node.ref] },
				});
				expect(id).not.toBe(plain.id);
				expect(serialized).not.toContain(node.ref);
				expect(JSON.stringify([sections, omitted])).not.toContain(node.id);
				tried += 1;
			}
		}
		expect(tried).toBeGreaterThan(15);
	}, 120_000);

	test("a field that names it does not name it, and does not call it deleted", async () => {
		const rowsOf = async (hints: ContextHints): Promise<string> => {
			const { serialized } = await weave({ mentions: [idOf("Priya Raghunathan")], hints });
			return /### @Priya Raghunathan[\s\S]*?\n\n/.exec(serialized)?.[0] ?? "";
		};
		const [row, target = ""] = / {2}\w+: @[^[]+ \[id:([0-9a-z]{8})\]\n/.exec(await rowsOf({})) ?? [];
		const left = await rowsOf({ excludeBlocks: [target] });
		expect(left).toContain("### @Priya Raghunathan");
		expect(left).not.toContain(row?.slice(0, row.indexOf(":") + 1));
		expect(left).not.toContain("(deleted)");
	});

	test("a block stands neither in its page nor in the text of a match", async () => {
		const page = idOf("How we run a review");
		const blocks = await maren.reader.rows.blocks(page);
		const { body } = await maren.reader.rows.get(page);
		const textOf = ({ start_offset, end_offset }: (typeof blocks)[number]): string =>
			body.slice(start_offset, end_offset);
		const gift = blocks.find((block) => textOf(block).includes("A review that ends early is a gift"));
		const hints = { excludeBlocks: [gift?.id ?? ""] };
		for (const request of [{ focus: { pageId: page } }, { query: "review, standing, forty-five minutes" }]) {
			const opening = "Forty-five minutes, standing";
			const filled = { ...request, fill: "budget" } as const;
			expect((await weave(filled)).serialized).toContain("ends early is a gift");
			const { serialized } = await weave({ ...filled, hints });
			expect(serialized).not.toContain("ends early is a gift");
			expect(serialized).toContain(opening);
		}
	});

	test("the same build without the hint is not answered from what was made with it", async () => {
		const request = { focus: { id: idOf(TASK) } };
		const before = await weave(request);
		const other = itemsOf(before).find(({ id }) => id !== request.focus.id);
		await weave({ ...request, hints: { excludeBlocks: [other?.id ?? ""] } });
		expect((await weave(request)).serialized).toBe(before.serialized);
	});
});

describe("[L9] what is asked for and shut out at once", () => {
	test.each<[string, () => Partial<ContextRequest>]>([
		["focus", () => ({ focus: { id: idOf(TASK) } })],
		["pins", () => ({ pins: [TASK] })],
		["mentions", () => ({ mentions: [idOf(TASK)] })],
		["hints.includeBlocks", () => ({ hints: { includeBlocks: [idOf(TASK)] } })],
	])("is refused, whatever it is called, in %s", async (field, request) => {
		const ref = maren.reader.graph.find(TASK)?.ref ?? "";
		for (const name of [ref, TASK, idOf(TASK)]) {
			const { hints, ...rest } = request();
			await expect(weave({ ...rest, hints: { ...hints, excludeBlocks: [name] } })).rejects.toMatchObject({
				code: "contradictory_hints",
				details: { field: "hints.excludeBlocks", with: field },
			});
		}
	});

	test("so is a block of a text that is shut out, and a name that nothing has", async () => {
		const page = idOf("How we run a review");
		const [block] = await maren.reader.rows.blocks(page);
		const wishes: readonly ContextHints[] = [
			{ includeBlocks: [block?.id ?? ""], excludeBlocks: [page] },
			{ includeBlocks: ["nothing"], excludeBlocks: ["nothing"] },
		];
		for (const hints of wishes)
			await expect(weave({ hints })).rejects.toMatchObject({ code: "contradictory_hints" });
	});
});

describe("[L10] what is included", () => {
	test.each(RECIPE_NAMES.flatMap((recipe) => TYPES.map((type) => ({ recipe, type }))))(
		"stands with its text in $recipe for $type",
		async ({ recipe, type }) => {
			const included = idOf("Salt-spray cabinet opened at 310 hours");
			const request = { recipe, type, focus: { id: idOf(TASK) }, projectId: idOf(PROJECT) };
			const payload = await weave({ ...request, hints: { includeBlocks: [included] } });
			const item = itemsOf(payload).find(({ id }) => id === included);
			expect(item?.form).toMatch(/full|clipped/);
		},
	);

	test("also where another collector has found it, and in a budget that has no room for the rest", async () => {
		const focus = { id: idOf(PROJECT) };
		const child = foundBy(await weave({ focus, recipe: "element", budget: { total: 8_000 } }), "focus").find(
			({ because }) => because.reason === "part of the focus",
		);
		const hints = { includeBlocks: [child?.id ?? ""] };
		for (const total of [350, 500, 900]) {
			const payload = await weave({ focus, recipe: "element", budget: { total }, hints });
			expect(itemsOf(payload).map(({ id }) => id)).toContain(child?.id);
		}
		await expect(weave({ focus, recipe: "element", budget: { total: 60 }, hints })).rejects.toMatchObject({
			code: "budget_too_small",
			message: expect.stringContaining(child?.title ?? ""),
		});
	});
});

describe("[L10] how far it goes", () => {
	test("no step brings the focus alone, one its neighbours, two theirs", async () => {
		const focus = { id: idOf(TASK) };
		const around = async (maxDepth?: number) => {
			const hints = maxDepth === undefined ? {} : { maxDepth };
			return weave({ focus, recipe: "element", hints, budget: { total: 20_000 } });
		};
		const [none, one, two, usual] = [await around(0), await around(1), await around(2), await around()];
		expect(itemsOf(none).map(({ id }) => id)).toEqual([focus.id]);
		const near = new Set(maren.reader.graph.linksOf(focus.id).map(({ other }) => other.id));
		const linked = foundBy(one, "linked").filter(({ because }) => because.reason.startsWith("linked"));
		expect(linked.length).toBeGreaterThan(0);
		for (const { id } of linked) expect(near.has(id)).toBe(true);
		expect(foundBy(one, "relations").every(({ because }) => because.path.length === 2)).toBe(true);
		const further = foundBy(two, "relations").filter(({ because }) => because.path.length === 3);
		expect(further.length).toBeGreaterThan(0);
		for (const { id } of further) expect(near.has(id)).toBe(false);
		expect(usual.serialized).toContain("## Linked Entities");
		expect(foundBy(usual, "relations")).toEqual(foundBy(two, "relations"));
	});

	test("the graph of a project and the walk from what was mentioned go no further", async () => {
		const snapshotOf = async (maxDepth: number) => {
			const payload = await weave({
				projectId: idOf(PROJECT),
				hints: { maxDepth },
				budget: { total: 8_000 },
			});
			return JSON.parse(/```json\n([\s\S]*?)\n```/.exec(payload.serialized)?.[1] ?? "null") as {
				readonly max_depth: number;
				readonly nodes: readonly { readonly direct_edge: boolean }[];
			};
		};
		const [one, two] = [await snapshotOf(1), await snapshotOf(2)];
		expect([one.max_depth, two.max_depth]).toEqual([1, 2]);
		expect(one.nodes.every((node) => node.direct_edge)).toBe(true);
		expect(two.nodes.some((node) => !node.direct_edge)).toBe(true);
		const mentions = [idOf("Priya Raghunathan")];
		const walked = async (maxDepth: number) =>
			foundBy(await weave({ mentions, hints: { maxDepth }, budget: { total: 20_000 } }), "mentioned").length;
		expect(await walked(0)).toBe(1);
		expect(await walked(1)).toBeGreaterThan(1);
		expect(await walked(2)).toBeGreaterThan(await walked(1));
	});
});

describe("[L10] a time range", () => {
	const timeRange = { start: "2026-11-05", end: "2026-11-12" };
	const isWithin = (moment: string): boolean =>
		moment >= "2026-11-05" && moment <= "2026-11-12T23:59:59.999Z";

	test.each(["search", "relations", "project"])(
		"holds for what the %s collector found",
		async (collector) => {
			const request = {
				focus: { id: idOf("Handbook") },
				projectId: idOf(PROJECT),
				budget: { total: 20_000 },
				// A match appears with its text elsewhere, and leaves a line here that is no item.
				...(collector === "project" ? { recipe: "project", query: "" } : { recipe: "combined" }),
			};
			const isListed = ({ because }: ContextItem): boolean =>
				!/^the project$|graph of the project|overdue|blocked/.test(because.reason);
			const plain = foundBy(await weave(request), collector).filter(isListed);
			const payload = await weave({ ...request, hints: { timeRange } });
			const ranged = foundBy(payload, collector).filter(isListed);
			expect(plain.some(({ metadata }) => !isWithin(metadata.lastModified))).toBe(true);
			for (const { metadata } of ranged) expect(isWithin(metadata.lastModified)).toBe(true);
		},
	);

	test("leaves what was asked for, what presses, and the counts as they are", async () => {
		const request = { projectId: idOf(PROJECT), recipe: "project", budget: { total: 20_000 } };
		const never = await weave({ ...request, hints: { timeRange: { end: "1999-12-31" } } });
		const headings = ({ serialized }: ContextPayload) => serialized.match(/^### \w+ \(\d+.*\)$/gm);
		expect(headings(never)).toEqual(headings(await weave(request)));
		expect(foundBy(never, "project").some(({ because }) => because.reason.startsWith("overdue"))).toBe(true);
		const pinned = await weave({ pins: ["Handbook"], hints: { timeRange: { end: "1999-12-31" } } });
		expect(foundBy(pinned, "pinned")).toHaveLength(1);
	});
});

test("[L10] a kind is hinted by any of its names, and a type of block by its own", async () => {
	const typeMatches = async (prioritizeTypes: readonly string[], kind: string) => {
		const payload = await weave({ hints: { prioritizeTypes } });
		return itemsOf(payload)
			.filter((item) => item.kind === kind)
			.map(({ because }) => because.scores.typeMatch);
	};
	for (const name of ["task", "todo", "kanban_card"]) {
		const scores = await typeMatches([name], "task");
		expect(scores.length).toBeGreaterThan(0);
		expect(Math.min(...scores)).toBe(0.9);
	}
	expect(await typeMatches(["todo"], "note")).not.toContain(0.9);
});

test("[L10] hinted kinds fit better, whoever found them, and keep their linked lines longest", async () => {
	const focus = { id: idOf(PROJECT) };
	const hints = { prioritizeTypes: ["risk"] };
	const payload = await weave({ focus, hints, budget: { total: 8_000 } });
	const risks = itemsOf(payload).filter(({ kind }) => kind === "risk");
	expect(risks.length).toBeGreaterThan(0);
	for (const { because } of risks) expect(because.scores.typeMatch).toBeGreaterThanOrEqual(0.9);
	const linesOf = async (prioritizeTypes: readonly string[]) => {
		const small = { focus, recipe: "element", budget: { total: 500 }, hints: { prioritizeTypes } };
		const { serialized } = await weave(small);
		return /### Risks \(\d+ linked/.test(serialized);
	};
	expect(await linesOf(["risk"])).toBe(true);
	expect(await linesOf([])).toBe(false);
});
