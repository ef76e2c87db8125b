import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { countEdits, isSpelt, SpellingTable, spellPlainly } from "./spelling-table.ts";

const word = fc.string({ unit: fc.constantFrom(..."abcdeß"), minLength: 4, maxLength: 10 });

test("[S5] a letter more, less or other and two that are swapped are one step each", () => {
	expect(countEdits("hinge", "hinge", 2)).toBe(0);
	for (const slip of ["hnige", "hnge", "hiinge", "hxnge", "inge", "hinge s"])
		expect(countEdits(slip, "hinge", 2), slip).toBe(slip.length > 6 ? 2 : 1);
	expect(countEdits("magravaite", "margraviate", 2)).toBe(2);
	expect(countEdits("quincunx", "hinge", 2)).toBeGreaterThan(2);
});

test("[S5] what the letters of a word pass over is farther away than was asked", () => {
	fc.assert(
		fc.property(
			fc.array(word, { maxLength: 40 }),
			word,
			fc.integer({ min: 0, max: 2 }),
			(words, slip, most) => {
				const table = new SpellingTable((number) => words[number] as string);
				for (const number of words.keys()) table.add(number);
				const found = table.near(spellPlainly(slip), most).map(({ word: number, edits }) => [number, edits]);
				const all = words.flatMap((each, number) => {
					const edits = countEdits(spellPlainly(slip), spellPlainly(each), most);
					return edits <= most ? [[number, edits]] : [];
				});
				const byNumber = (a: readonly number[], b: readonly number[]): number => (a[0] ?? 0) - (b[0] ?? 0);
				expect([...found].sort(byNumber)).toEqual(all);
			},
		),
	);
});

test("[S5] letters that people write with others are compared as those", () => {
	expect(spellPlainly("straße")).toBe("strasse");
	expect(countEdits(spellPlainly("smørrebrød"), "smorrebrod", 1)).toBe(0);
});

test("[S5] neither identifiers nor scripts without spaces are words with letters to mend", () => {
	expect(["kep1287", "2024", "東京", "ตลาด", ""].filter(isSpelt)).toEqual([]);
	expect(["hinge", "straße", "мост", "γεφυρα", "جسر", "גשר"].filter((each) => !isSpelt(each))).toEqual([]);
});
