import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { runSteps } from "../../model/run-steps.ts";
import { parseJsonInSteps } from "./parse-json.ts";

const parseJson = (text: string): unknown => runSteps(parseJsonInSteps(text));

/** Long enough not to be given to JSON.parse whole. */
const PADDING = " ".repeat(100_000);

const read = (parse: (text: string) => unknown, text: string): unknown => {
	try {
		return { value: parse(text) };
	} catch (error) {
		return (error as Error).name;
	}
};

test("[P23] a long text has the value that JSON.parse reads", () => {
	fc.assert(
		fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat({ max: 2 }), (value, indent) => {
			const text = JSON.stringify(value, null, indent);
			expect(parseJson(PADDING + text)).toStrictEqual(JSON.parse(text));
		}),
		{ numRuns: 500 },
	);
});

test("[P23] what JSON.parse refuses is refused, and nothing else", () => {
	const token = fc.constantFrom(
		...["{", "}", "[", "]", ",", ":", '"', '"a"', "\\", "1", "-", "0", ".5", "e3", "true", "null", " ", "\n"],
		...['"__proto__":', '{"a":', '"\\u00e9"', '"\\"', '"\t"', "nul", "\u00a0", "{}", "[]"],
	);
	fc.assert(
		fc.property(fc.array(token, { maxLength: 9 }), (tokens) => {
			const text = tokens.join("");
			expect(read(parseJson, PADDING + text)).toStrictEqual(read(JSON.parse, PADDING + text));
		}),
		{ numRuns: 5_000 },
	);
});

test("[P23] a text of brackets alone is refused at once", () => {
	expect(read(parseJson, "[".repeat(2_000_000))).toBe("SyntaxError");
	expect(read(parseJson, `${"[".repeat(999)}${PADDING}${"]".repeat(999)}`)).toHaveProperty("value");
});
