import { expect, test } from "vitest";
import { narrowPassage } from "./narrow-passage.ts";

const analyse = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];
const ask = (...terms: readonly string[]) => ({
	analyse,
	words: terms.map((term) => ({ term, weight: 1 / terms.length, worth: 1 / terms.length })),
});
const FILLER =
	"The gate was painted in the spring, when the water of the river is low and the days are long. ".repeat(3);

function narrow(text: string, ...terms: readonly string[]): string {
	const { start, end } = narrowPassage(text, ask(...terms)) ?? { start: 0, end: text.length };
	return text.slice(start, end).trim();
}

test("[N15] the sentences that hold most of the question are shown, with those next to them while there is room", () => {
	const answer = "The hinge is rated for 90 days of salt spray.";
	const part = narrow(`${FILLER}${answer} It is made in Lund. ${FILLER}`, "hinge", "salt");
	expect(part).toContain(`${answer} It is made in Lund.`);
	expect(part.length).toBeLessThanOrEqual(300);
	expect(part).toMatch(/^The .*\.$/s);
});

test("[N15] a passage that is hardly longer than its part is shown whole", () => {
	expect(narrowPassage("Short. ".repeat(50), ask("short"))).toBeUndefined();
});

test("[N15] a table or a piece of code is never cut, and left out where the prose next to it answers", () => {
	const table = `| Operation | Seconds |\n|---|---|\n${"| Create files | 435.0 |\n".repeat(20)}`;
	const prose = "The benchmark ran on four file systems.";
	const text = `${prose}\n\n${table}\n${FILLER}`;
	expect(narrow(text, "seconds", "create")).toBe(table.trim());
	expect(narrow(text, "benchmark", "systems")).toBe(prose);
	const code = `\`\`\`go\n${"type Rule struct{ Indexes string }\n".repeat(12)}\`\`\``;
	expect(narrow(`${FILLER}\n\n${code}\n`, "rule", "struct")).toBe(code);
});

test("the number of a list entry is no sentence", () => {
	const text = `${FILLER}\n\n1. Place four pods on the node.\n2. Delete the first one.\n\n${FILLER}`;
	expect(narrow(text, "place", "pods")).toContain("1. Place four pods on the node.");
});

const above = (text: string, ...terms: readonly string[]): readonly string[] =>
	(narrowPassage(text, ask(...terms))?.above ?? []).map(({ start, end }) => text.slice(start, end).trim());

test("[N15] a part is under the heading and the list entry it belongs to, whatever is left out between", () => {
	const stages = `#### Stage 3 (1.40)\n\n${FILLER}${FILLER}\n\nThe gate is flipped.\n\n#### Stage 4 (1.43)\n\nThe code goes.\n`;
	expect(narrow(stages, "flipped")).toMatch(/^The gate was .*The gate is flipped\.$/s);
	expect(above(stages, "flipped")).toEqual(["#### Stage 3 (1.40)"]);
	expect(narrow(stages, "code", "goes")).toBe("#### Stage 4 (1.43)\n\nThe code goes.");
	const formats = `- :legacy\n\t- ${FILLER}\n- :triple-lowbar\n\t- ${FILLER}\n\t- Percent signs for other characters.\n`;
	expect([narrow(formats, "percent"), above(formats, "percent")]).toEqual([
		"- Percent signs for other characters.",
		["- :triple-lowbar"],
	]);
});

test("[N15] a short paragraph stays whole, so that its first sentence says what the second means", () => {
	const paragraph =
		"The queue was measured on 5,000 nodes with two schedulers. This could mean that it is slower.";
	expect(narrow(`${FILLER}\n\n${paragraph}\n\n${FILLER}`, "slower")).toContain(paragraph);
});
