import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entity } from "../../graph/model/entity.ts";
import { BudgetTooSmallError } from "../../graph/model/errors.ts";
import type { Form, RenderedItem } from "../model/candidate.ts";
import { type FitInput, fitItems } from "./fit-items.ts";

const FIXED = 20;
const OPENING = 7;
const budget = {
	total: 1000,
	focus: 300,
	semantic: 300,
	relations: 100,
	activity: 0,
	history: 0,
	system: 100,
};

function makeItem(
	id: string,
	score: number,
	sizes: readonly number[],
	section: "focus" | "semantic",
): RenderedItem {
	const names = ["full", "light", "title"] as const;
	return {
		entity: { id, title: id } as Entity,
		candidate: {
			id,
			collector: section === "focus" ? "focus" : "search",
			section,
			relevance: score,
			path: [],
			reason: "",
			...(section === "focus" && { mandatory: true as const }),
		},
		scores: { semantic: score, structural: 0, recency: 0, typeMatch: 0, userAffinity: 0 },
		score,
		forms: sizes.map((tokens, index) => ({ form: names[index] ?? "title", text: "", tokens })),
	};
}

const input = (items: readonly RenderedItem[], overrides: Partial<FitInput> = {}): FitInput => ({
	items,
	budget,
	fixed: [{ name: "frame", tokens: FIXED }],
	categoryOf: (section) => (section === "focus" ? "focus" : "semantic"),
	openingOf: () => OPENING,
	clip: () => null,
	...overrides,
});

const spentOn = (items: readonly { chosen: Form; candidate: { section: string } }[]): number =>
	FIXED +
	OPENING * new Set(items.map((item) => item.candidate.section)).size +
	items.reduce((sum, item) => sum + item.chosen.tokens, 0);

const anyItems = fc
	.array(
		fc.record({
			score: fc.double({ min: 0, max: 1, noNaN: true }),
			title: fc.integer({ min: 1, max: 15 }),
			light: fc.integer({ min: 0, max: 100 }),
			full: fc.integer({ min: 0, max: 2_000 }),
		}),
		{ maxLength: 30 },
	)
	.map((specs) =>
		specs
			.map(({ score, title, light, full }, index) =>
				makeItem(`i${index}`, score, [title + light + full, title + light, title], "semantic"),
			)
			.sort((a, b) => b.score - a.score),
	);

describe("fitItems", () => {
	test("[L1] never spends more than the budget", () => {
		fc.assert(
			fc.property(anyItems, fc.integer({ min: 100, max: 5_000 }), (items, total) => {
				const { fitted, left } = fitItems(input(items, { budget: { ...budget, total } }));
				expect(spentOn(fitted)).toBeLessThanOrEqual(total);
				expect(fitted.length + left.length).toBe(items.length);
			}),
		);
	});

	test("[L1] leaves nothing out that would still fit as a title", () => {
		fc.assert(
			fc.property(anyItems, fc.integer({ min: 100, max: 5_000 }), (items, total) => {
				const { fitted, left } = fitItems(input(items, { budget: { ...budget, total } }));
				const room = total - spentOn(fitted) - (fitted.length === 0 ? OPENING : 0);
				for (const item of left) expect(item.forms.at(-1)?.tokens).toBeGreaterThan(room);
			}),
		);
	});

	test("an item that does not fit is skipped, and the next one is tried", () => {
		const items = [
			makeItem("huge", 0.9, [5_000, 4_000, 3_000], "semantic"),
			makeItem("small", 0.1, [50], "semantic"),
		];
		const { fitted, left } = fitItems(input(items));
		expect(fitted.map((item) => item.entity.id)).toEqual(["small"]);
		expect(left.map((item) => item.entity.id)).toEqual(["huge"]);
	});

	test("a category with a figure of 0 is switched off", () => {
		const items = [makeItem("a", 0.9, [10], "semantic")];
		expect(fitItems(input(items, { budget: { ...budget, semantic: 0 } })).fitted).toEqual([]);
	});

	test("what is left over goes to texts that did not fit whole", () => {
		const items = [makeItem("long", 0.9, [5_000, 40], "semantic")];
		const clip = (_: RenderedItem, tokens: number): Form => ({ form: "clipped", text: "", tokens });
		const { fitted } = fitItems(input(items, { clip }));
		expect(fitted[0]?.chosen.form).toBe("clipped");
		expect(spentOn(fitted)).toBe(budget.total);
	});

	test("[L1] a mandatory part that cannot fit is named", () => {
		const items = [makeItem("Plan the launch", 1, [400, 300], "focus")];
		const attempt = () => fitItems(input(items, { budget: { ...budget, total: 200 } }));
		expect(attempt).toThrow(BudgetTooSmallError);
		expect(attempt).toThrow(/Plan the launch/);
	});
});
