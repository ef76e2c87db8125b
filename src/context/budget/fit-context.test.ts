import { describe, expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import {
	BUDGET,
	count,
	digestOf,
	fill,
	groupOf,
	itemOf,
	MARKER,
	spentOn,
} from "../../../test/support/fitting.ts";
import { BudgetTooSmallError } from "../../graph/model/errors.ts";
import { layoutOf } from "../model/candidate.ts";

const anyItems = fc
	.array(
		fc.record({
			score: fc.double({ min: 0, max: 1, noNaN: true }),
			title: fc.integer({ min: 1, max: 15 }),
			light: fc.integer({ min: 1, max: 100 }),
			full: fc.integer({ min: 1, max: 2_000 }),
			section: fc.constantFrom("focus" as const, "semantic" as const, "relations" as const),
		}),
		{ maxLength: 30 },
	)
	.map((specs) =>
		specs
			.map(({ score, title, light, full, section }, index) =>
				itemOf(`i${index}`, score, [title + light + full, title + light, title], { section }),
			)
			.sort((a, b) => b.score - a.score),
	);
const anyTotal = fc.integer({ min: 200, max: 5_000 });

describe("fitContext", () => {
	test("[L1] never spends more than the budget, and accounts for everything", () => {
		fc.assert(
			fc.property(anyItems, anyTotal, fc.integer({ min: 0, max: 60 }), (items, total, largest) => {
				const parts = [
					digestOf("relations", largest),
					...(["focus", "semantic", "relations"] as const).map((section) => groupOf(section)),
				];
				const fitted = fill(items, { budget: { ...BUDGET, total }, parts });
				expect(spentOn(fitted)).toBeLessThanOrEqual(total);
				expect(fitted.items.length + fitted.left.length).toBe(items.length);
			}),
		);
	});

	test("[L1] leaves nothing out that would still fit as a line", () => {
		fc.assert(
			fc.property(anyItems, anyTotal, (items, total) => {
				const fitted = fill(items, { budget: { ...BUDGET, total } });
				const room = total - spentOn(fitted);
				const opened = new Set(fitted.items.map(({ candidate }) => candidate.section));
				for (const item of fitted.left) {
					if (opened.has(item.candidate.section)) expect(item.forms.at(-1)?.tokens).toBeGreaterThan(room);
				}
			}),
		);
	});

	test("an item that does not fit is passed over, and the next one is tried", () => {
		const fitted = fill([itemOf("huge", 0.9, [5_000, 4_000, 3_000]), itemOf("small", 0.1, [50])]);
		expect(fitted.items.map(({ candidate }) => candidate.subject.id)).toEqual(["small"]);
		expect(fitted.left.map(({ candidate }) => candidate.subject.id)).toEqual(["huge"]);
	});

	test("whole texts of what ranks high come before lines of what ranks low", () => {
		const likely = [0.9, 0.8, 0.7].map((score) => itemOf(`likely ${score}`, score, [250, 100, 10]));
		const unlikely = Array.from({ length: 30 }, (_, index) =>
			itemOf(`unlikely ${index}`, 0.2, [250, 100, 10]),
		);
		const { items } = fill([...likely, ...unlikely], { parts: [groupOf("semantic")] });
		const full = items.filter(({ chosen }) => chosen.form === "full");
		expect(full.map(({ candidate }) => candidate.subject.id)).toEqual(
			expect.arrayContaining(likely.map(({ candidate }) => candidate.subject.id)),
		);
	});

	test("a category's figure is its floor while it has items", () => {
		const loud = Array.from({ length: 20 }, (_, index) => itemOf(`loud ${index}`, 0.9, [100]));
		const quiet = Array.from({ length: 5 }, (_, index) =>
			itemOf(`quiet ${index}`, 0.1, [25], { section: "relations" }),
		);
		const { items } = fill([...loud, ...quiet]);
		const kept = items.filter(({ candidate }) => candidate.section === "relations");
		expect(kept.length * 25 + count(layoutOf("relations").opening) + MARKER.length).toBeGreaterThan(75);
	});

	test("a category with a figure of 0 is switched off", () => {
		const items = [itemOf("a", 0.9, [10])];
		expect(fill(items, { budget: { ...BUDGET, semantic: 0 } }).items).toEqual([]);
	});

	test("what is left over goes to texts that did not fit whole", () => {
		const fitted = fill([itemOf("long", 0.9, [5_000, 40], { cuttable: true })], {
			parts: [groupOf("semantic")],
		});
		expect(fitted.items[0]?.chosen.form).toBe("clipped");
		expect(spentOn(fitted)).toBe(BUDGET.total);
	});

	test("a digest shrinks to its cap, and one that lives of the rest waits for it", () => {
		const parts = [digestOf("relations", 60, { cap: 200 }), groupOf("semantic")];
		const [placed] = fill([], { parts }).digests;
		expect(placed?.size).toBe(20);
		const later = digestOf("semantic", 60, { onlyFromRest: true });
		const { items } = fill([itemOf("text", 0.9, [280])], { parts: [later, groupOf("semantic")] });
		expect(items[0]?.chosen.form).toBe("full");
	});

	test("[L1] mandatory parts that cannot fit are all named, with the least that would do", () => {
		const items = ["Plan the launch", "Book the hall"].map((title) =>
			itemOf(title, 1, [400, 300], { section: "focus", mandatory: true }),
		);
		const attempt = (total: number) => fill(items, { budget: { ...BUDGET, total } });
		expect(() => attempt(500)).toThrow(BudgetTooSmallError);
		expect(() => attempt(500)).toThrow(/Plan the launch.*Book the hall/);
		try {
			attempt(500);
		} catch (error) {
			const { needed } = (error as BudgetTooSmallError).details as { needed: number };
			expect(needed).toBeGreaterThan(600);
			expect(attempt(needed).items).toHaveLength(2);
		}
	});
});
