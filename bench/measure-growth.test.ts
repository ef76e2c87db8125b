import { expect, test } from "vitest";
import { HOSTILE_TEXTS, type HostileText } from "./hostile-texts.ts";
import { type Meter, measureGrowth } from "./measure-growth.ts";

const [TEXT] = HOSTILE_TEXTS as readonly [HostileText, ...HostileText[]];

/** Steps that pretended readers say they took, instead of milliseconds: the same figures in every run. */
let steps = 0;
const countSteps: Meter = (work) => {
	const before = steps;
	work();
	return steps - before;
};
const readerOf = (cost: (length: number) => number) => (text: string) => {
	steps += cost(text.length);
};
const judge = (cost: (length: number) => number) =>
	measureGrowth(readerOf(cost), TEXT, { meter: countSteps }).isTooFast;

test.each<[string, (length: number) => number]>([
	["linear", (length) => length],
	["sorting", (length) => length * Math.log2(length)],
	["linear up to a limit", (length) => Math.min(length, 200_000)],
	["linear, each character twice as dear beyond a cache", (length) => length * (length > 50_000 ? 2 : 1)],
])("[P23] %s does not grow faster than the text", (_name, cost) => {
	expect(judge(cost)).toBe(false);
});

test.each<[string, (length: number) => number]>([
	["the square", (length) => length ** 2],
	["the square of long texts alone", (length) => length * Math.max(1, length / 100_000) ** 2],
	["the square up to a limit", (length) => Math.min(length, 100_000) ** 2],
	["half way to the square", (length) => length ** 1.5],
	["a little more with each length", (length) => length ** 1.25],
])("[P23] %s grows faster than the text", (_name, cost) => {
	expect(judge(cost)).toBe(true);
});

test("[P23] a reader that looks back over the whole text is found by its time, one that reads it once is not", () => {
	const lengths = [500, 5_000, 50_000] as const;
	const lookBack = (source: string): number => {
		let found = 0;
		for (let end = 0; end < source.length; end += 1) if (source.lastIndexOf("\u0007", end) >= 0) found += 1;
		return found;
	};
	const readOnce = (source: string): number => {
		let sum = 0;
		for (let times = 0; times < 500; times += 1)
			for (let at = 0; at < source.length; at += 1) sum += source.charCodeAt(at);
		return sum;
	};
	expect(measureGrowth(lookBack, TEXT, { lengths })).toMatchObject({ isTooFast: true });
	expect(measureGrowth(readOnce, TEXT, { lengths })).toMatchObject({ isTooFast: false });
});
