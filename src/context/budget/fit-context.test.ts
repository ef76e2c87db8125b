import { describe, expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import { BudgetTooSmallError } from "../../graph/model/errors.ts";
import type { Candidate, Form, RenderedItem } from "../model/candidate.ts";
import type { Group, PrintableDigest } from "../model/findings.ts";
import type { TokenBudget } from "../model/request.ts";
import { layoutOf, type SectionType } from "../model/section.ts";
import { type FitInput, type Fitted, fitContext } from "./fit-context.ts";

/** A token a letter, so that every cost can be read off. */
const count = (text: string): number => text.length;
const FRAME = 20;
const MARKER = "x".repeat(8);
const UNPLACED = "u".repeat(9);
const BUDGET: TokenBudget = {
	total: 1_000,
	focus: 300,
	semantic: 300,
	relations: 100,
	activity: 0,
	history: 0,
	system: 100,
};

const groupOf = (section: SectionType, overrides: Partial<Group> = {}): Group => ({
	type: "group",
	section,
	key: section,
	heading: "",
	beyond: 0,
	printMissing: () => MARKER,
	order: "score",
	...overrides,
});

function candidateOf(id: string, section: SectionType, mandatory: boolean): Candidate {
	const time = "2026-01-01T00:00:00.000Z";
	return {
		subject: {
			...{ id, ref: id, kind: "note", title: id, state_key: null, version: 1 },
			...{ created_at: time, updated_at: time, owner_id: "" },
		},
		collector: "search",
		section,
		group: section,
		position: 0,
		relevance: 1,
		path: [],
		reason: "",
		...(mandatory && { mandatory: true }),
	};
}

function itemOf(
	id: string,
	score: number,
	sizes: readonly [number, ...number[]],
	options: { section?: SectionType; mandatory?: boolean; clip?: RenderedItem["clip"] } = {},
): RenderedItem {
	const names = ["full", "light", "title"] as const;
	const forms = sizes.map((tokens, index): Form => ({ form: names[index] ?? "title", text: "", tokens }));
	return {
		candidate: candidateOf(id, options.section ?? "semantic", options.mandatory ?? false),
		scores: { semantic: score, structural: 0, recency: 0, typeMatch: 0, userAffinity: 0 },
		score,
		forms: forms as [Form, ...Form[]],
		clip: options.clip ?? (() => null),
	};
}

/** Lines of ten letters, as many as its size. */
const digestOf = (section: SectionType, largest: number, overrides: Partial<PrintableDigest> = {}) =>
	({
		type: "digest",
		section,
		name: "a digest",
		cap: 1_000,
		content: { as: "history", messages: [] },
		largest,
		print: (size: number) => Array.from({ length: size }, () => ({ text: "d".repeat(10) })),
		leavesOut: (size: number) =>
			Array.from({ length: largest - size }, (_, index) => candidateOf(`d${index}`, section, false)),
		...overrides,
	}) satisfies PrintableDigest;

const fill = (items: readonly RenderedItem[], overrides: Partial<FitInput> = {}): Fitted =>
	fitContext({
		items,
		parts: [groupOf("focus"), groupOf("semantic"), groupOf("relations")],
		budget: BUDGET,
		frame: [{ name: "frame", tokens: FRAME }],
		printUnplaced: () => UNPLACED,
		count,
		...overrides,
	});

/** What the laid-out text would cost. */
function spentOn({ items, digests, missing, unplaced }: Fitted): number {
	const sections = new Set([
		...[...missing.keys()].map(({ section }) => section),
		...digests.filter(({ lines }) => lines.length > 0).map(({ digest }) => digest.section),
	]);
	const openings = [...sections].reduce((sum, section) => sum + count(layoutOf(section).opening), 0);
	const markers = [...missing.values()].filter((left) => left > 0).length * MARKER.length;
	const lines = digests.flatMap((digest) => digest.lines).reduce((sum, { tokens }) => sum + tokens, 0);
	const texts = items.reduce((sum, { chosen }) => sum + chosen.tokens, 0);
	return FRAME + openings + markers + lines + texts + (unplaced > 0 ? UNPLACED.length : 0);
}

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
		const clip = (tokens: number): Form => ({ form: "clipped", text: "", tokens });
		const fitted = fill([itemOf("long", 0.9, [5_000, 40], { clip })], { parts: [groupOf("semantic")] });
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
