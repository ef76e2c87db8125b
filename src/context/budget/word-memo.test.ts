import { expect, test } from "vitest";
import { addToHash, NO_HASH, WordMemo } from "./word-memo.ts";

const hashOf = (word: string): number =>
	[...word].reduce((hash, letter) => addToHash(hash, letter.charCodeAt(0)), NO_HASH);

const lookUp = (memo: WordMemo, word: string): number | undefined =>
	memo.find(`(${word})`, 1, word.length + 1, hashOf(word));

test("a word is found inside any text, and no other word", () => {
	const memo = new WordMemo();
	memo.add("mill", hashOf("mill"), 2);
	expect(memo.find("the mill race", 4, 8, hashOf("mill"))).toBe(2);
	expect(lookUp(memo, "mil")).toBeUndefined();
	expect(lookUp(memo, "mile")).toBeUndefined();
});

test("words that share a hash are told apart by their letters", () => {
	const memo = new WordMemo();
	memo.add("oak", 7, 1);
	memo.add("elm", 7, 2);
	expect([memo.find("oak", 0, 3, 7), memo.find("elm", 0, 3, 7)]).toEqual([1, 2]);
	expect(memo.find("ash", 0, 3, 7)).toBeUndefined();
});

test("when there is no more room it starts anew and forgets no word it was told since", () => {
	const memo = new WordMemo();
	for (let index = 0; index < 300_000; index += 1) memo.add(`w${index}`, hashOf(`w${index}`), index % 100);
	expect(lookUp(memo, "w0")).toBeUndefined();
	for (let index = 270_000; index < 300_000; index += 997)
		expect(lookUp(memo, `w${index}`)).toBe(index % 100);
});
