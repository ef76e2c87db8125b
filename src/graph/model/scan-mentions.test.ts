import { expect, test } from "vitest";
import { scanMentions } from "./scan-mentions.ts";

const names = (text: string): string[][] =>
	scanMentions(text).map((mention) => mention.names.map(({ name }) => name));

test("[G18] offers the longest name first", () => {
	expect(names("ask @Ana Luz today")).toEqual([["Ana Luz today", "Ana Luz", "Ana"]]);
});

test("[G18] a name ends at punctuation and line breaks", () => {
	expect(names("(@Ana, then @Bo\nLater)")).toEqual([["Ana"], ["Bo"]]);
});

test("[G18] addresses and code are no mentions", () => {
	expect(names("write to ana@example.org, see `@Ana` and\n```\n@Bo\n```\n")).toEqual([]);
});

test("[G18] at most six words are tried", () => {
	expect(names("@a b c d e f g h")[0]?.[0]).toBe("a b c d e f");
});
