import { expect, test } from "vitest";
import { WordpieceTokenizer } from "./wordpiece-tokenizer.ts";

const words = ["[UNK]", "[CLS]", "[SEP]", "un", "##afford", "##able", "cafe", ",", "$", "你", "好", "hello"];
const tokenizer = new WordpieceTokenizer(new Map(words.map((word, index) => [word, index])));
const cut = (text: string, most = 64): string[] => tokenizer.encode(text, most).map((id) => words[id] ?? "");

test("words are cut into the longest pieces there are, or are unknown as a whole", () => {
	expect(cut("Unaffordable")).toEqual(["[CLS]", "un", "##afford", "##able", "[SEP]"]);
	expect(cut("unaffordables")).toEqual(["[CLS]", "[UNK]", "[SEP]"]);
	expect(cut("x".repeat(200))).toEqual(["[CLS]", "[UNK]", "[SEP]"]);
});

test("case and accents fall away, punctuation and ideographs stand alone, control characters vanish", () => {
	expect(cut("CAFÉ,$hello")).toEqual(["[CLS]", "cafe", ",", "$", "hello", "[SEP]"]);
	expect(cut("hello你好")).toEqual(["[CLS]", "hello", "你", "好", "[SEP]"]);
	expect(cut("hel\u0000lo\u200b")).toEqual(["[CLS]", "hello", "[SEP]"]);
	expect(cut("")).toEqual(["[CLS]", "[SEP]"]);
});

test("no more tokens than the model reads, the end mark included", () => {
	expect(cut("hello ".repeat(50), 8)).toEqual(["[CLS]", ...Array(6).fill("hello"), "[SEP]"]);
	expect(cut("hello unaffordable", 4)).toEqual(["[CLS]", "hello", "un", "[SEP]"]);
});
