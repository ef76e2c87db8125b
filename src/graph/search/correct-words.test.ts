import { expect, test } from "vitest";
import { correctWord } from "./correct-words.ts";

const vocabulary = [
	"margraviate",
	"margarine",
	"hinge",
	"binge",
	"hinged",
	"planning",
	"plan",
	"kettle",
	"kettles",
];
const correct = (word: string, mayUse: (word: string) => boolean = () => true): readonly string[] =>
	correctWord(word, vocabulary, mayUse);

test("[S5] a letter more, less, other or swapped is forgiven, two in a long word", () => {
	expect(correct("margaraviate")).toEqual(["margraviate"]);
	expect(correct("hnige")).toEqual(["hinge"]);
	expect(correct("planing")).toEqual(["planning"]);
	expect(correct("magravaite")).toEqual(["margraviate"]);
});

test("[S5] short words and words far from any other are left alone", () => {
	expect(correct("plen")).toEqual([]);
	expect(correct("quincunx")).toEqual([]);
	expect(correct("hinge")).not.toContain("hinge");
});

test("[S5] a word that may not be used does not push out one that may", () => {
	expect(correct("kettlee")).toEqual(["kettle", "kettles"]);
	expect(correct("kettlee", (word) => word !== "kettle")).toEqual(["kettles"]);
});
