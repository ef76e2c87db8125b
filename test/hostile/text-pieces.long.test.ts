import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { HOSTILE_TEXTS, writeUnread } from "../../bench/hostile-texts.ts";
import { TEXT_READERS } from "../../bench/text-readers.ts";

type Reader = (text: string) => unknown;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const LENGTH = 40_000;
/** So many texts are measured together: collecting garbage takes longer than reading. */
const TOGETHER = 4;
/** A text in one piece takes a byte or two for each character, one in pieces at least fourteen more for each match. */
const MOST_TIMES = 2;
const ROOM_FOR_OTHERS = 60_000;
/** Thousands of what readers replace, cut out or rewrite: spaces, line ends, marks, quotes, code, links, invisible signs. */
const UNITS = new Set(
	[
		["a ", " \n", "\n ", "a\n\n", "\r\n", "\u0085", "\u2028", "\u00a0", "> \n", "- a\n", "* ", "**a"],
		["`a", "\\[", "|a|\n", "(a) ", "#tag ", "[a](b.md)", "&#x41;", "\0", "\u200b", "\ud800", "İ", "a\u0301"],
	]
		.flat()
		.map((unit) => JSON.stringify(unit)),
);
const TEXTS = HOSTILE_TEXTS.filter(({ name }) => UNITS.has(name));
/** Cut a text and remember how many tokens it has: what they keep is the text, not what they return. */
const REMEMBERING = new Set(["keepStart", "attachFiles"]);
const WIDE = /[^\0-\xff]/;

const bytesOf = (text: string): number => (WIDE.test(text) ? 2 : 1) * text.length;

function readText(read: Reader, text: string): string {
	try {
		const made = read(text);
		// A short result is cut, or is no text that was made of this one.
		return typeof made === "string" && made.length >= LENGTH / 4 ? made : "";
	} catch {
		return "";
	}
}

const measureHeap = (): number => {
	collectGarbage();
	return process.memoryUsage().heapUsed;
};

/** Heap that the texts made of some others take, and what they would take in one piece each. */
function measureMade(
	read: Reader,
	sources: readonly string[],
): { readonly taken: number; readonly flat: number } {
	const before = measureHeap();
	const made = sources.map((source) => readText(read, source));
	const taken = measureHeap() - before;
	return { taken, flat: made.reduce((sum, text) => sum + bytesOf(text), 0) };
}

/** The texts of which one at least is kept in pieces. */
function findPieces(read: Reader): readonly string[] {
	const found: string[] = [];
	for (let start = 0; start < TEXTS.length; start += TOGETHER) {
		const texts = TEXTS.slice(start, start + TOGETHER);
		const isInPieces = (): boolean => {
			const { taken, flat } = measureMade(
				read,
				texts.map((text) => writeUnread(text, LENGTH)),
			);
			return taken > MOST_TIMES * flat + ROOM_FOR_OTHERS;
		};
		// Once more before it counts: code that was compiled just then takes room as well.
		if (isInPieces() && isInPieces()) found.push(texts.map(({ name }) => name).join(" or "));
	}
	return found;
}

const returnsText = (read: Reader): boolean =>
	TEXTS.some((text) => readText(read, writeUnread(text, LENGTH)) !== "");

describe("[P23] no reader makes a text of thousands of pieces, which take thirty times the memory until somebody joins them", () => {
	const readers = Object.entries(TEXT_READERS).filter(
		([name, read]) => !REMEMBERING.has(name) && returnsText(read),
	);

	test.each(readers)("%s", { timeout: 60_000 }, (_name, read) => {
		expect(findPieces(read)).toEqual([]);
	});

	test.each<[string, Reader]>([
		["a pattern and a text", (text) => text.replace(/a/g, "-")],
		["a text and a text", (text) => text.replaceAll("a", "-")],
		["pieces added one by one", (text) => [...text].reduce((made, sign) => made + sign, "")],
	])("replacing by %s is found", { timeout: 60_000 }, (_name, read) => {
		expect(findPieces(read).length).toBeGreaterThan(0);
	});
});
