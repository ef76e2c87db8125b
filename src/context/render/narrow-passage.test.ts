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
	expect(part.length).toBeLessThanOrEqual(280);
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
