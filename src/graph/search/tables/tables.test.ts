import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { encodeWords } from "../words/encode-words.ts";
import { IdTable } from "./id-table.ts";
import { NumberLists, NumberRows } from "./number-lists.ts";
import { TextRows } from "./text-rows.ts";
import { WordTable } from "./word-table.ts";

const lists = fc.array(fc.tuple(fc.nat(9), fc.integer()), { maxLength: 60 });

test("ids keep their numbers, their order and their letters, also after a table was handed on", () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 80 }), fc.uniqueArray(fc.uuid()), (first, later) => {
			const table = new IdTable();
			for (const [number, id] of first.entries()) expect(table.intern(id)).toBe(number);
			const handed = new IdTable(table.toParts());
			for (const id of [...later, ...first]) handed.intern(id);
			for (const [number, id] of first.entries()) {
				expect(handed.find(id)).toBe(number);
				expect(handed.id(number)).toBe(id);
			}
			const all = [...new Set([...first, ...later])];
			const sorted = all.map((id) => handed.find(id)).sort((a, b) => handed.compare(a, b));
			expect(sorted.map((number) => handed.id(number))).toEqual([...all].sort());
			expect(handed.find("00000000-0000-0000-0000-000000000001")).toBe(-1);
		}),
	);
});

test("lists hold what was added before and after they were handed on, in that order", () => {
	fc.assert(
		fc.property(lists, lists, (before, after) => {
			const first = new NumberLists();
			for (const [list, value] of before) first.push(list, value);
			const second = new NumberLists(first.toParts(10));
			for (const [list, value] of after) second.push(list, value);
			for (let list = 0; list < 10; list += 1) {
				const expected = [...before, ...after].filter(([of]) => of === list).map(([, value]) => value);
				expect(second.runs(list).flatMap((run) => [...run])).toEqual(expected);
				expect(second.count(list)).toBe(expected.length);
				const visited: number[] = [];
				second.some(list, (value) => visited.push(value) === 3);
				expect(visited).toEqual(expected.slice(0, 3));
			}
		}),
	);
});

test("rows of numbers and of texts stay what they are when they are handed on, and a row can be replaced", () => {
	const rows = fc.array(fc.array(fc.integer()), { maxLength: 20 });
	fc.assert(
		fc.property(rows, fc.array(fc.string({ unit: "grapheme" })), (numbers, texts) => {
			const first = new NumberRows();
			for (const row of numbers) first.add(Int32Array.from(row));
			const second = new NumberRows(first.toParts());
			second.add(Int32Array.of(7));
			if (numbers.length > 0) second.replace(0, Int32Array.of(9));
			const expected = [...numbers.map((row, index) => (index === 0 ? [9] : row)), [7]];
			expect(expected.map((_, index) => [...second.row(index)])).toEqual(expected);
			const written = new TextRows();
			for (const text of texts) written.add(text);
			const read = new TextRows(written.toParts());
			read.add("later");
			const wellFormed = texts.map((text) => Buffer.from(text).toString());
			expect([...texts, ""].map((_, index) => read.text(index))).toEqual([...wellFormed, "later"]);
		}),
	);
});

test("words keep their numbers, wherever in a text they stand, also after a table was handed on", () => {
	const words = fc.uniqueArray(
		fc.string({ unit: "grapheme", minLength: 1 }).filter((word) => !word.includes("\n")),
		{ maxLength: 60, selector: (word) => word.toLowerCase() },
	);
	fc.assert(
		fc.property(words, words, (first, later) => {
			const table = new WordTable();
			for (const [number, word] of first.entries()) expect(table.intern(word)).toBe(number);
			const handed = new WordTable(table.toBytes());
			for (const word of [...later, ...first]) handed.intern(word);
			for (const [number, word] of first.entries()) {
				expect([handed.find(word), handed.word(number)]).toEqual([number, word]);
			}
			expect(handed.size).toBe(new Set([...first, ...later]).size);
			expect(handed.find("nobody wrote this")).toBeUndefined();
		}),
	);
	const folded = new WordTable();
	const encode = (text: string): readonly number[] =>
		[...encodeWords(text, folded.interning)].map((word) => word >> 3);
	expect(encode("Salt, salt and SALT, sältig")).toEqual([0, 0, 1, 0, 2]);
	expect(encode("SALTIG salt")).toEqual([2, 0]);
	expect([...encodeWords("Salt tide", folded.finding)].map((word) => word >> 3)).toEqual([0, -1]);
	expect([folded.word(0), folded.find("salt"), folded.find("Salt")]).toEqual(["salt", 0, undefined]);
});
