import { expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import { clipText, clipValue, inOneLine } from "./fence-text.ts";

const text = fc.array(fc.constantFrom("a", "word", " ", "\n\n", "      ", "\t", "é"), { maxLength: 80 });

test("what is read of a text is enough for what is shown of it", () => {
	fc.assert(
		fc.property(text, fc.integer({ min: 1, max: 40 }), (units, longest) => {
			const whole = units.join("");
			expect(clipText(whole, longest)).toBe(clipText(inOneLine(whole), longest));
		}),
		{ numRuns: 2_000 },
	);
});

test("a value is put on one line and cut", () => {
	expect(clipValue("2026-11-15T10:30:00.000Z", 40)).toBe("2026-11-15");
	expect(clipValue(["one", "two\nthree"], Infinity)).toBe("one, two three");
	expect(clipValue("one two three four", 10)).toBe("one two…");
});
