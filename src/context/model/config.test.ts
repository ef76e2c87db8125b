import { describe, expect, test } from "vitest";
import { DEFAULT_CONTEXT_CONFIG, mergeConfig, patchOverrides } from "./config.ts";
import { checkRequest } from "./read-question.ts";
import { chooseRecipe } from "./recipe.ts";
import type { ContextRequest, RequestType } from "./request.ts";

const requestOf = (overrides: Partial<ContextRequest> = {}): ContextRequest => ({
	query: "",
	type: "chat",
	now: "2026-01-01T00:00:00.000Z",
	...overrides,
});
const recipeOf = (overrides: Partial<ContextRequest> = {}, config: unknown = {}) =>
	chooseRecipe(requestOf(overrides), mergeConfig(config));

describe("mergeConfig", () => {
	test("lays what is given over the defaults and leaves the rest", () => {
		expect(mergeConfig(undefined)).toEqual(DEFAULT_CONTEXT_CONFIG);
		const config = mergeConfig({
			tokenBudget: { total: 8000 },
			collectors: { activity: { enabled: false } },
		});
		expect(config.tokenBudget).toEqual({ ...DEFAULT_CONTEXT_CONFIG.tokenBudget, total: 8000 });
		expect(config.collectors.activity).toMatchObject({ enabled: false, recentEditCount: 10 });
	});

	test.each([
		[{ tokenBuget: {} }, /context\.tokenBuget/],
		[{ collectors: { semantic: { topk: 3 } } }, /context\.collectors\.semantic\.topk/],
		[{ tokenBudget: { total: "many" } }, /context\.tokenBudget\.total.*number/],
		[{ tokenBudget: { total: -1 } }, /0 or more/],
		[{ collectors: { semantic: { topK: 1e9 } } }, /at most/],
		[{ collectors: { focus: { siblingCount: 1.5 } } }, /whole number/],
		[{ truncation: { defaultStrategy: "middle" } }, /keep_start/],
		[{ tokenBudget: 4000 }, /an object/],
		[JSON.parse('{"__proto__": {"total": 1}}'), /__proto__/],
		["x", /an object/],
	])("refuses %j and says where", (overrides, message) => {
		expect(() => mergeConfig(overrides)).toThrow(message);
	});
});

describe("chooseRecipe", () => {
	test("by default combined with a focus, project with a project, workspace-chat otherwise", () => {
		expect(recipeOf({ focus: { id: "x" }, projectId: "p" }).name).toBe("combined");
		expect(recipeOf({ projectId: "p" }).name).toBe("project");
		expect(recipeOf().name).toBe("workspace-chat");
		expect(() => recipeOf({ recipe: "soup" })).toThrow(/summarize-page/);
	});

	test("figures of the request stand over those of the recipe, and these over what is configured", () => {
		const config = { tokenBudget: { total: 9000, focus: 9 } };
		expect(recipeOf({}, config).budget).toMatchObject({ total: 9000, focus: 0, semantic: 2500 });
		const page = { recipe: "summarize-page", focus: { id: "x" } };
		expect(recipeOf(page, config).budget).toMatchObject({
			total: 3000,
			focus: 2500,
			activity: 0,
			system: 100,
		});
		expect(recipeOf({ ...page, budget: { total: 700 } }, config).budget).toMatchObject({
			total: 700,
			focus: 2500,
		});
		expect(recipeOf({ recipe: "break-down-task" }).budget).toMatchObject({
			total: 2000,
			focus: 1200,
			semantic: 500,
		});
	});

	test.each<[RequestType, readonly string[], readonly string[]]>([
		["chat", ["focus", "linked", "search", "activity", "history"], []],
		["assist", ["focus", "linked", "search"], ["activity", "history"]],
		["search", ["search", "intent"], ["focus", "linked", "activity", "history", "project"]],
		["automate", ["focus", "linked"], ["search", "activity", "history"]],
	])("a request to %s runs %j and not %j", (type, runs, leaves) => {
		const { collectors } = recipeOf({ type, focus: { id: "x" } });
		expect(collectors).toEqual(expect.arrayContaining([...runs]));
		for (const name of leaves) expect(collectors).not.toContain(name);
	});

	test("a collector that is switched off does not run", () => {
		const { collectors } = recipeOf({}, { collectors: { semantic: { enabled: false } } });
		expect(collectors).not.toContain("search");
	});

	test("more room considers more hits, and pins come on top of a chat's budget", () => {
		expect(recipeOf({ focus: { id: "x" } }).searchHits).toBe(15);
		expect(recipeOf({ focus: { id: "x" }, budget: { total: 100_000 } }).searchHits).toBeGreaterThan(1_000);
		expect(recipeOf({ pins: ["a", "b"] }).budget).toMatchObject({ total: 6000, focus: 2000 });
	});
});

describe("patchOverrides", () => {
	const before = { tokenBudget: { total: 8000, focus: 100 }, truncation: { minContentLength: 10 } };

	test("lays a patch over what is set; null takes away", () => {
		expect(patchOverrides(before, { tokenBudget: { focus: null, system: 1 } })).toEqual({
			tokenBudget: { total: 8000, system: 1 },
			truncation: { minContentLength: 10 },
		});
		expect(patchOverrides(before, { truncation: null })).toEqual({ tokenBudget: before.tokenBudget });
		expect(patchOverrides(before, null)).toEqual({});
		expect(patchOverrides(undefined, {})).toEqual({});
	});

	test.each([
		[{ tokenBuget: {} }, /context\.tokenBuget/],
		[{ tokenBudget: { total: "many" } }, /context\.tokenBudget\.total/],
		[JSON.parse('{"__proto__": {"total": 1}}'), /__proto__/],
		[[], /an object/],
	])("refuses %j and says where", (patch, message) => {
		expect(() => patchOverrides(before, patch)).toThrow(message);
	});
});

describe("checkRequest", () => {
	test.each<[Partial<ContextRequest>, RegExp]>([
		[{ hints: { timeRange: { start: "2026-02-01", end: "2026-01-01" } } }, /starts after it ends/],
		[{ hints: { timeRange: { start: "soon" } } }, /no date/],
		[{ now: "never" }, /no date/],
		[{ budget: { total: -5 } }, /whole number/],
	])("refuses %j", (overrides, message) => {
		expect(() => checkRequest(requestOf(overrides))).toThrow(message);
	});

	test("lets through what can be met", () => {
		const range = { start: "2026-01-01", end: "2026-01-01" };
		const pins = Array.from({ length: 50 }, (_, index) => `pin ${index}`);
		checkRequest(
			requestOf({ pins, hints: { timeRange: range, includeBlocks: ["a"], excludeBlocks: ["b"] } }),
		);
	});
});
