import { describe, expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import {
	BUDGET,
	count,
	digestOf,
	FRAME,
	fill,
	groupOf,
	itemOf,
	MARKER,
	spentOn,
	UNPLACED,
} from "../../../test/support/fitting.ts";
import { BudgetTooSmallError } from "../../graph/model/errors.ts";
import { layoutOf, type RenderedItem, type SectionType } from "../model/candidate.ts";
import type { ItemGroup, PrintableDigest } from "../model/findings.ts";
import type { Fitted } from "./fit-context.ts";

const openingOf = (section: SectionType): number => count(layoutOf(section).opening);
const OPENING = openingOf("semantic");

/** The items that were placed and their forms, in order. */
const formsOf = ({ items }: Fitted): Readonly<Record<string, string>> =>
	Object.fromEntries(items.map(({ candidate, chosen }) => [candidate.subject.id, chosen.form]));
const tokensOf = ({ items }: Fitted): Readonly<Record<string, number>> =>
	Object.fromEntries(items.map(({ candidate, chosen }) => [candidate.subject.id, chosen.tokens]));

/** One group of matches, with so much room behind the frame and so large a figure. */
const fillMatches = (
	items: readonly RenderedItem[],
	{ room, figure = room, group = {} }: { room: number; figure?: number; group?: Partial<ItemGroup> },
): Fitted =>
	fill(items, {
		parts: [groupOf("semantic", group)],
		budget: { ...BUDGET, total: FRAME + room, semantic: figure },
	});

/** A digest that prints its heading at every size. */
const headed = (section: SectionType, largest: number, overrides: Partial<PrintableDigest> = {}) =>
	digestOf(section, largest, {
		print: (size) => Array.from({ length: size + 1 }, () => ({ text: "d".repeat(10) })),
		...overrides,
	});

describe("[L1] what must be there", () => {
	const needOf = (attempt: (total: number) => Fitted) => {
		try {
			attempt(0);
		} catch (error) {
			if (error instanceof BudgetTooSmallError)
				return error.details as { needed: number; parts: readonly { name: string; tokens: number }[] };
		}
		throw new Error("A budget of nothing was enough.");
	};

	test("a mandatory digest stands there in its smallest size, also where its category has no figure", () => {
		const budget = { ...BUDGET, relations: 0 };
		const place = (mandatory: boolean) =>
			fill([], { parts: [headed("relations", 5, mandatory ? { mandatory } : {})], budget }).digests;
		expect(place(true)).toMatchObject([{ size: 0, lines: [{ tokens: 10 }] }]);
		expect(place(false)).toEqual([]);
	});

	test("the least that would do is told part by part, with the line that counts what is left out where one is due", () => {
		const whole = headed("relations", 5, { mandatory: true, leavesOut: () => [] });
		const attempt = (total: number, more: readonly RenderedItem[] = []) =>
			fill(more, { parts: [whole, groupOf("semantic")], budget: { ...BUDGET, total } });
		expect(needOf(attempt).parts).toEqual([
			{ name: "frame", tokens: FRAME },
			{ name: "a digest", tokens: openingOf("relations") + 10 },
		]);
		const beside = [itemOf("beside", 0.5, [40])];
		expect(needOf((total) => attempt(total, beside)).parts).toContainEqual({
			name: "count of what is left out",
			tokens: UNPLACED.length,
		});
	});

	test("the least that would do is enough, and one token less is not", () => {
		const anyMandatory = fc.record({
			sizes: fc.array(fc.tuple(fc.integer({ min: 30, max: 90 }), fc.integer({ min: 1, max: 29 })), {
				minLength: 1,
				maxLength: 4,
			}),
			others: fc.integer({ min: 0, max: 3 }),
			beyond: fc.integer({ min: 0, max: 1 }),
			digest: fc.boolean(),
			heading: fc.integer({ min: 0, max: 12 }),
		});
		fc.assert(
			fc.property(anyMandatory, ({ sizes, others, beyond, digest, heading }) => {
				const items = [
					...sizes.map(([full, light], n) =>
						itemOf(`m${n}`, 0.5, [full, light], { section: "focus", mandatory: true }),
					),
					...Array.from({ length: others }, (_, n) => itemOf(`o${n}`, 0.4, [50, 10])),
				];
				const parts = [
					...(digest ? [headed("relations", 3, { mandatory: true as const })] : []),
					groupOf("focus", { beyond, heading: "h".repeat(heading) }),
					groupOf("semantic"),
				];
				const attempt = (total: number) => fill(items, { parts, budget: { ...BUDGET, total } });
				const { needed } = needOf(attempt);
				const fitted = attempt(needed);
				expect(spentOn(fitted)).toBeLessThanOrEqual(needed);
				expect(Object.keys(formsOf(fitted))).toEqual(expect.arrayContaining(sizes.map((_, n) => `m${n}`)));
				expect(() => attempt(needed - 1)).toThrow(BudgetTooSmallError);
			}),
		);
	});

	test("what is mandatory has its whole text before anything else has its own", () => {
		const items = [itemOf("best", 0.9, [80]), itemOf("asked", 0.1, [80, 10], { mandatory: true })];
		expect(formsOf(fillMatches(items, { room: OPENING + MARKER.length + 90 }))).toEqual({ asked: "full" });
	});

	test("what is mandatory is cut to all the room there is, also where its category has no figure", () => {
		const items = [itemOf("asked", 0.1, [5_000, 10], { mandatory: true, cuttable: true })];
		expect(tokensOf(fillMatches(items, { room: OPENING + 300 }))).toEqual({ asked: 300 });
		expect(tokensOf(fillMatches(items, { room: OPENING + 300, figure: 0 }))).toEqual({ asked: 300 });
	});
});

describe("[L1] the last token counts", () => {
	test("a text that just fits needs no line of what is left out", () => {
		expect(formsOf(fillMatches([itemOf("a", 0.5, [100])], { room: OPENING + 100 }))).toEqual({ a: "full" });
		expect(fillMatches([itemOf("a", 0.5, [100])], { room: OPENING + 99 })).toMatchObject({ items: [] });
	});

	test("two texts of a group need no line, one of two does", () => {
		const items = [itemOf("a", 0.5, [50]), itemOf("b", 0.4, [50])];
		expect(formsOf(fillMatches(items, { room: OPENING + 100 }))).toEqual({ a: "full", b: "full" });
		expect(formsOf(fillMatches(items, { room: OPENING + 99 }))).toEqual({ a: "full" });
		expect(formsOf(fillMatches(items, { room: OPENING + 50 + MARKER.length }))).toEqual({ a: "full" });
		expect(formsOf(fillMatches(items, { room: OPENING + 49 + MARKER.length }))).toEqual({});
	});

	test("what a group has beyond its candidates needs the line, and its heading is paid once", () => {
		const items = [itemOf("a", 0.5, [50]), itemOf("b", 0.4, [50])];
		const group = { beyond: 3, heading: "h".repeat(7) };
		const room = OPENING + 7 + 100 + MARKER.length;
		const fitted = fillMatches(items, { room, group });
		expect(formsOf(fitted)).toEqual({ a: "full", b: "full" });
		expect([...fitted.missing.values()]).toEqual([3]);
		expect(formsOf(fillMatches(items, { room: room - 1, group }))).toEqual({ a: "full" });
	});

	test("a digest takes its last line with its last token, and is counted where not one has room", () => {
		const parts = [digestOf("relations", 3)];
		const place = (room: number) => fill([], { parts, budget: { ...BUDGET, total: FRAME + room } });
		const opening = openingOf("relations");
		expect(place(opening + 30).digests).toMatchObject([{ size: 3 }]);
		expect(place(opening + 29).digests).toMatchObject([{ size: 2 }]);
		expect(place(opening + 9)).toMatchObject({ unplaced: 3 });
		expect(place(opening + 10)).toMatchObject({ unplaced: 0 });
	});

	test("a group of which nothing fits is counted under its heading, or at the end, or is switched off", () => {
		const items = [itemOf("huge", 0.9, [5_000])];
		const group = { heading: "h".repeat(7), beyond: 2 };
		const room = OPENING + 7 + MARKER.length;
		const marked = fillMatches(items, { room, group });
		expect([...marked.missing.values()]).toEqual([3]);
		expect(marked.unplaced).toBe(0);
		expect(fillMatches(items, { room: room - 1, group })).toMatchObject({ missing: new Map(), unplaced: 3 });
		expect(fillMatches(items, { room, figure: 0, group })).toMatchObject({ missing: new Map(), unplaced: 0 });
	});

	test("an empty group says that it is empty where it can", () => {
		const group = { heading: "h".repeat(7), whenEmpty: "none" };
		const room = OPENING + 7 + 4;
		expect([...fillMatches([], { room, group }).missing.values()]).toEqual([0]);
		expect(fillMatches([], { room: room - 1, group }).missing.size).toBe(0);
		expect(fillMatches([], { room, group: { heading: "h" } }).missing.size).toBe(0);
	});
});

describe("who gets the room", () => {
	test("figures that add up to more than there is are shared in proportion, with what is mandatory counted in", () => {
		const many = (section: SectionType) =>
			Array.from({ length: 40 }, (_, n) => itemOf(`${section} ${n}`, 0.5, [10], { section }));
		const must = itemOf("must", 0.5, [210], { section: "focus", mandatory: true });
		const fitted = fill([...many("semantic"), must, ...many("focus")], {
			parts: [groupOf("focus"), groupOf("semantic")],
			budget: { ...BUDGET, total: 650, focus: 1_200, semantic: 600 },
		});
		const spent = (section: string): number =>
			fitted.items
				.filter(({ candidate }) => candidate.section === section)
				.reduce((sum, { chosen }) => sum + chosen.tokens, 0);
		expect(spent("focus") / spent("semantic")).toBeGreaterThan(1.7);
		expect(spent("focus") / spent("semantic")).toBeLessThan(2.3);
		expect(spent("focus") + spent("semantic")).toBeGreaterThan(520);
	});

	test("a category with nothing to show leaves its figure to the others", () => {
		const items = Array.from({ length: 9 }, (_, n) => itemOf(`i${n}`, 0.5, [60, 10]));
		const budget = { ...BUDGET, total: FRAME + OPENING + 9 * 60, focus: 9_000, semantic: 600 };
		const parts = [groupOf("focus"), groupOf("semantic")];
		expect(Object.values(formsOf(fill(items, { parts, budget })))).toEqual(Array(9).fill("full"));
	});

	test("while a text waits for room, only what stands at least half as high goes before it", () => {
		const room = OPENING + 300 + MARKER.length + UNPLACED.length;
		const waiting = [itemOf("a", 0.9, [250]), itemOf("b", 0.8, [200], { cuttable: true })];
		const low = fillMatches([...waiting, itemOf("low", 0.5, [40])], { room });
		expect(tokensOf(low)).toEqual({ a: 250, b: 50 });
		const near = fillMatches([...waiting, itemOf("near", 0.6, [40])], { room });
		expect(formsOf(near)).toMatchObject({ a: "full", near: "full" });
	});

	test("texts too long for their category are cut to what each stands for, and to no less than a quarter", () => {
		const long = (id: string, standing: number) =>
			itemOf(id, Math.sqrt(standing), [9_000, 5_000], { cuttable: true });
		const within = { room: 1_000 + UNPLACED.length, figure: 1_000 };
		expect(tokensOf(fillMatches([long("a", 0.3), long("b", 0.2)], within)).a).toBeCloseTo(600);
		expect(tokensOf(fillMatches([long("a", 0.04), long("b", 0.76)], within)).a).toBeCloseTo(250);
	});

	test("a cut text is not given up for a longer list of fields", () => {
		const items = [
			itemOf("a", 0.6, [900, 250], { cuttable: true }),
			itemOf("b", 0.8, [900, 300, 10], { cuttable: true }),
		];
		const { a, b } = formsOf(fillMatches(items, { room: 300 + OPENING }));
		expect(a).toBe("clipped");
		expect(b).toBe("clipped");
	});

	test("where a group is to show what there is, each has its line before one has more", () => {
		const items = ["a", "b", "c"].map((id) => itemOf(id, 0.9, [60, 10]));
		const room = OPENING + 79;
		expect(formsOf(fillMatches(items, { room, group: { linesFirst: true } }))).toEqual({
			a: "light",
			b: "light",
			c: "light",
		});
		expect(formsOf(fillMatches(items, { room }))).toMatchObject({ a: "full" });
	});

	test("what is left over goes to what gains most for a token, and to the first among equals", () => {
		const figure = OPENING + 40;
		const dear = itemOf("dear", Math.sqrt(0.9), [100, 20]);
		const cheap = itemOf("cheap", Math.sqrt(0.8), [60, 20]);
		expect(formsOf(fillMatches([dear, cheap], { room: figure + 80, figure }))).toEqual({
			dear: "light",
			cheap: "full",
		});
		expect(formsOf(fillMatches([dear, cheap], { room: figure + 120, figure }))).toEqual({
			dear: "full",
			cheap: "full",
		});
		const twins = ["first", "second"].map((id) => itemOf(id, 0.5, [60, 20]));
		expect(formsOf(fillMatches(twins, { room: figure + 40, figure }))).toEqual({
			first: "full",
			second: "light",
		});
	});

	test("a rest too small for a sentence is left alone", () => {
		// The line that counts what is left out gives its room back to the last that finds a place.
		const figure = OPENING + 20 - UNPLACED.length;
		const item = itemOf("a", 0.5, [900, 20], { cuttable: true });
		expect(tokensOf(fillMatches([item], { room: OPENING + 20 + 19, figure }))).toEqual({ a: 20 });
		expect(tokensOf(fillMatches([item], { room: OPENING + 20 + 20, figure }))).toEqual({ a: 40 });
	});

	test("what found no place in its category is cut into the rest, its heading paid for; what is mandatory first", () => {
		const item = itemOf("a", 0.5, [900], { cuttable: true });
		const figure = OPENING + 10;
		expect(tokensOf(fillMatches([item], { room: OPENING + 200, figure }))).toEqual({ a: 200 });
		const asked = itemOf("asked", 0.1, [900, 10], { cuttable: true, mandatory: true });
		const best = itemOf("best", 0.9, [900, 10], { cuttable: true });
		for (const items of [
			[asked, best],
			[best, asked],
		])
			expect(tokensOf(fillMatches(items, { room: OPENING + 200, figure: OPENING + 20 }))).toEqual({
				asked: 190,
				best: 10,
			});
	});

	test("a digest has the figure of its category, however many texts there are elsewhere", () => {
		const items = Array.from({ length: 60 }, (_, n) => itemOf(`i${n}`, 0.5, [10]));
		const parts = [digestOf("relations", 30), groupOf("semantic")];
		const budget = { ...BUDGET, total: FRAME + 400, relations: 100, semantic: 400 };
		const [placed] = fill(items, { parts, budget }).digests;
		expect(openingOf("relations") + (placed?.size ?? 0) * 10).toBeGreaterThan(60);
		expect(openingOf("relations") + (placed?.size ?? 0) * 10).toBeLessThan(100);
	});

	test("what is switched off is not cut into the rest either", () => {
		const item = itemOf("a", 0.9, [900, 20], { cuttable: true });
		expect(fillMatches([item], { room: 500, figure: 0 }).items).toEqual([]);
	});

	test("a digest that grows twice takes no more than its cap, and none where its category is switched off", () => {
		const digest = digestOf("relations", 60, { cap: 200 });
		const place = (relations: number) =>
			fill([], { parts: [digest], budget: { ...BUDGET, relations } }).digests.map(({ size }) => size);
		expect(place(openingOf("relations") + 50)).toEqual([20]);
		expect(place(0).filter((size) => size > 0)).toEqual([]);
		const budget = { ...BUDGET, total: FRAME + openingOf("relations") + 300 };
		const [grown] = fill([], { parts: [{ ...digest, cap: 1_000 }], budget }).digests;
		expect(grown?.size).toBe(30);
	});
});
