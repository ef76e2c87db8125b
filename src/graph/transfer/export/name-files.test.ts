import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { FileNames, nameFile } from "./name-files.ts";

const LONGEST_OF_FILE_SYSTEMS = 255;

test("[P23] a name fits every file system, whatever script it is written in, with a number and an extension", () => {
	for (const character of ["a", "é", "漢", "\u200d", "👩"]) {
		const names = new FileNames();
		const title = character.repeat(300);
		for (const path of [names.add("", title, ".md"), names.add("", title, ".md")])
			expect(Buffer.byteLength(path)).toBeLessThanOrEqual(LONGEST_OF_FILE_SYSTEMS);
	}
	expect(nameFile("漢".repeat(300))).toBe("漢".repeat(76));
	expect(nameFile("a".repeat(300))).toBe("a".repeat(120));
	expect(nameFile("A short title 漢字")).toBe("A short title 漢字");
});

test("[P23] a name is never cut inside a character", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme", minLength: 40, maxLength: 200 }), (title) => {
			const name = nameFile(title);
			expect(name).not.toMatch(/\p{Surrogate}/u);
			if (!title.includes("\uFFFD")) expect(name).not.toContain("\uFFFD");
			expect(Buffer.byteLength(name)).toBeLessThanOrEqual(230);
		}),
	);
});
