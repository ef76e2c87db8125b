import { expect, test } from "vitest";
import type { Entity } from "../../graph/model/entity.ts";
import { readPassages } from "./print-passages.ts";

const analyse = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];
const FILLER = "The gate was painted in the spring, when the water of the river is low. ".repeat(11);

function print(
	body: string,
	chosen: readonly number[],
	inPart: readonly number[],
	...terms: readonly string[]
): string {
	const entity = {
		...{ id: "1", title: "Bench", state_key: null, description: "", props: {}, aliases: [], body },
	} as unknown as Entity;
	const words = terms.map((term) => ({ term, weight: 1, worth: 1 }));
	const text = readPassages(entity, { fieldKeys: [], inPart: new Set(inPart), words, analyse });
	return text.print(new Set(chosen));
}

test("[N15] the head of a table is over its rows, not over a sentence behind them", () => {
	const row = "| Create a file of two kilobytes in each of the folders | 435.0 |\n";
	const table = `| Operation | Seconds |\n|---|---|\n${row.repeat(20)}`;
	const sentence = `The benchmark ran on four systems. ${FILLER.slice(0, 400)}`;
	const body = `## Results\n\n${table}\n${sentence}\n`;
	const last = print(body, [1], [1], "benchmark");
	expect(last).toContain("The benchmark ran on four systems.");
	expect(last).not.toContain("| Operation |");
	expect(print(body, [1], [1], "create")).toContain("| Operation | Seconds |");
});

test("[N15] what leads to a list is printed once, and a heading is not said twice", () => {
	const entry = (name: string): string => `- ${name}: ${FILLER.slice(0, 600)}\n`;
	const body = `## Modes\n\nThe modes are:\n\n${["Alpha", "Beta", "Gamma", "Delta"].map(entry).join("")}`;
	const printed = print(body, [0, 2], []);
	expect(printed.match(/The modes are:/g)).toHaveLength(1);
	const short = `## Plan\n\n### Goals\n\nFast.\n\n### Non-goals\n\nCheap.\n\n### Rest\n\n${FILLER.repeat(3)}`;
	expect(print(short, [0], []).match(/Goals/g)).toHaveLength(1);
});

test("[N15] a piece of code that is too long for one passage is not taken for prose", () => {
	const code = `\`\`\`go\n${'if bad { return errors.New("bad value. Try again") }\n'.repeat(60)}\`\`\`\n`;
	const whole = print(code, [1], [], "value");
	expect(print(code, [1], [1], "value")).toBe(whole);
});
