import { expect, test } from "vitest";
import { BoundedMemo } from "./bounded-memo.ts";

function countWork(most: number) {
	const worked: string[] = [];
	const memo = new BoundedMemo((text) => worked.push(text) && text.length, most);
	return { worked, memo };
}

test("a text is worked on once while there is room", () => {
	const { worked, memo } = countWork(100);
	expect([memo.get("abc"), memo.get("abc"), memo.get("de")]).toEqual([3, 3, 2]);
	expect(worked).toEqual(["abc", "de"]);
});

test("what was not asked for leaves, what was asked for stays", () => {
	const { worked, memo } = countWork(8);
	for (const text of ["aa", "bb", "cc", "aa", "dd", "aa", "ee", "bb"]) memo.get(text);
	expect(worked).toEqual(["aa", "bb", "cc", "dd", "ee", "bb"]);
});

test("a text that is too long for all of it is not kept", () => {
	const { worked, memo } = countWork(8);
	memo.get("a".repeat(9));
	memo.get("a".repeat(9));
	expect(worked).toHaveLength(2);
});
