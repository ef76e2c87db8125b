import { describe, expect, test } from "vitest";
import { type Exceptions, listUnused, nameAll } from "../support/find-unnamed.ts";
import { measureCpu } from "../support/measure-cpu.ts";
import { type Finding, findPatterns } from "../support/scan-sources.ts";

/** Patterns that take the square of a text's length, on texts that are short. */
const PATTERNS: Exceptions = {
	"a name, of at most 500 characters": [
		String.raw`src/graph/search/connect/title-index.ts /\s*\([^)]*\)\s*/g`,
	],
};

const REPEATS = /[*+]|,\}|\d{2,}\}/;
const LETTERS = [" ", "\n", "a", "0", "é"];
const NOT_LITERAL = /[a-zA-Z0-9{}^$+?\\]/;
const MOST_LITERALS = 9;
const MOST_WORDS = 3;
const SHORT = 26;
const LONG = 3_000;
/** Milliseconds. A linear pattern reads 3,000 characters in some microseconds. */
const SUSPECT = 4;
const GROWTH = 8;

/** Texts that a pattern nearly fits, again and again: its own signs, alone and in pairs, and an end that fits nothing. */
function* drawMisleading(pattern: string): Generator<(count: number) => string> {
	const bare = pattern
		.replace(/\\[pP]\{[^}]*\}/g, "")
		.replace(/\\t/g, "\t")
		.replace(/\\[a-z]/gi, "");
	const literals = [...new Set(bare)].filter((sign) => !NOT_LITERAL.test(sign)).slice(0, MOST_LITERALS);
	const words = [...pattern.matchAll(/[a-z]{2,}/gi)].map(([word]) => word).slice(0, MOST_WORDS);
	const units = [...new Set([...literals, ...LETTERS, ...words])];
	const pairs = units.flatMap((first) =>
		units.filter((second) => second !== first).map((second) => first + second),
	);
	const starts = /\^|\?</.test(pattern) ? ["a", "", ...literals.slice(0, 3)] : ["a"];
	for (const unit of [...units, ...pairs])
		for (const start of starts) yield (count) => `${start}${unit.repeat(count)}\u0001`;
}

const read = (pattern: RegExp, text: string): void => {
	pattern.lastIndex = 0;
	if (pattern.global) text.replace(pattern, "");
	else pattern.exec(text);
};

function describeSlow(found: Finding & { pattern: string; flags: string }): Finding | undefined {
	const pattern = new RegExp(found.pattern, found.flags);
	for (const write of drawMisleading(found.pattern)) {
		// Where each sign doubles the time, a long text would never end.
		if (measureCpu(() => read(pattern, write(SHORT))) > 10 * SUSPECT) return found;
		const once = measureCpu(() => read(pattern, write(LONG)));
		if (once < SUSPECT) continue;
		const again = measureCpu(() => read(pattern, write(LONG)));
		const longer = measureCpu(() => read(pattern, write(4 * LONG)));
		if (again >= SUSPECT && longer > GROWTH * again) return found;
	}
	return undefined;
}

describe("[P23] no pattern of the sources grows with the square of a text", () => {
	test("every pattern reads what is made to mislead it in linear time", { timeout: 180_000 }, () => {
		const slow = findPatterns()
			.filter((found, index, all) => all.findIndex((other) => other.code === found.code) === index)
			.filter(({ pattern }) => REPEATS.test(pattern))
			.flatMap((found) => describeSlow(found) ?? []);
		expect(nameAll(slow, PATTERNS)).toEqual([]);
		expect(listUnused(slow, PATTERNS)).toEqual([]);
	});
});
