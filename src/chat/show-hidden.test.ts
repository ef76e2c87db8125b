import { expect, test } from "vitest";
import { fc } from "../../test/support/drawn.ts";
import { hidesSomething, showHidden } from "./show-hidden.ts";

test.each([
	["a zero-width space", "pay\u200bpal", "pay⟨U+200B⟩pal"],
	["a change of direction", "\u202eevil\u202c", "⟨U+202E⟩evil⟨U+202C⟩"],
	["a variation selector", "a\ufe0f", "a⟨U+FE0F⟩"],
	["a supplementary variation selector", "a\u{e0101}", "a⟨U+E0101⟩"],
	["a combining grapheme joiner", "a\u034fb", "a⟨U+034F⟩b"],
	["a tag", "a\u{e0041}", "a⟨U+E0041⟩"],
	["a Hangul filler", "\u3164", "⟨U+3164⟩"],
	["a blank of Braille", "\u2800", "⟨U+2800⟩"],
	["a next-line control", "a\u0085b", "a⟨U+0085⟩b"],
	["a line separator", "a\u2028b", "a⟨U+2028⟩b"],
	["half of a pair", "a\ud800b", "a⟨U+D800⟩b"],
	["a soft hyphen", "a\u00adb", "a⟨U+00AD⟩b"],
	["a carriage return", "a\rb", "a⟨U+000D⟩b"],
	["blank lines that push the rest away", `a${"\n".repeat(40)}b`, "a\n⟨40 line breaks⟩\nb"],
	["blanks that push the rest away", `a${" ".repeat(200)}b`, "a ⟨200 blanks⟩ b"],
])("[A7] %s is spelled out where a person confirms", (_, text, shown) => {
	expect(showHidden(text)).toBe(shown);
	expect(hidesSomething(text)).toBe(true);
});

test("what is visible stays as it is, line breaks and tabs with it", () => {
	const text = "Größe: 3\n\n- बिल्ली\n\t猫 👍 e\u0301";
	expect(showHidden(text)).toBe(text);
	expect(hidesSomething(text)).toBe(false);
});

test("no ignorable character is left in what is shown, whatever the text", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
			expect(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(showHidden(text))).toBe(false);
		}),
		{ numRuns: 500 },
	);
});
