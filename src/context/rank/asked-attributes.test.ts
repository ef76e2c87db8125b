import { expect, test } from "vitest";
import { weighReasons } from "./asked-attributes.ts";

const figures = { heading: 0.5, words: 0.25 };
const WHY = "Why is the harbour wall made of granite?";

test("[N26] a question for a reason prefers a passage under a heading where reasons are given", () => {
	const weigh = weighReasons(WHY, figures);
	expect(weigh("Concrete is cheap.", ["Alternatives considered"])).toBe(1.5);
	expect(weigh("Concrete is cheap.", ["Materials"])).toBe(1);
});

test("[N26] and a passage that gives one", () => {
	const weigh = weighReasons(WHY, figures);
	expect(weigh("Granite, because salt water eats concrete.", ["Materials"])).toBe(1.25);
	expect(weigh("Granite, because salt water eats concrete.", ["Motivation"])).toBe(1.75);
});

test("[N26] any other question weighs every passage alike", () => {
	const weigh = weighReasons("How high is the harbour wall?", figures);
	expect(weigh("Granite, because salt water eats concrete.", ["Motivation"])).toBe(1);
});
