import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { french } from "../languages/french.ts";
import { holdsPhrase } from "./hold-phrase.ts";
import { parseSearchQuery } from "./parse-search-query.ts";

test("[S12] words, phrases, exclusions and the word still being typed are told apart", () => {
	expect(parseSearchQuery('hinge "salt spray" -draft -"first run" suppl')).toEqual({
		text: "hinge salt spray suppl",
		terms: ["hing", "salt", "sprai", "suppl"],
		phrases: ["salt spray"],
		alternatives: [],
		either: false,
		excluded: ["draft"],
		excludedPhrases: ["first run"],
		prefix: "suppl",
	});
	expect(parseSearchQuery("„Salz Nebel“ “sea air” «mer du nord» ").phrases).toEqual([
		"Salz Nebel",
		"sea air",
		"mer du nord",
	]);
});

test("[S12] `or` between two makes either enough", () => {
	expect(parseSearchQuery("hinge or lid ")).toMatchObject({
		text: "hinge lid",
		either: true,
		alternatives: [],
	});
	expect(parseSearchQuery('"salt spray" OR "sea air" or chamber "first run"')).toMatchObject({
		phrases: ["first run"],
		alternatives: [["salt spray", "sea air", "chamber"]],
		terms: ["salt", "sprai", "sea", "air", "chamber", "first", "run"],
	});
	// Without something on both sides it is a word, and in French it is gold.
	for (const query of ["or", "or hinge", "hinge or ", "hinge or or lid", "hinge or -lid"])
		expect(parseSearchQuery(query).either, query).toBe(false);
	expect(parseSearchQuery("bague or fin", french).either).toBe(false);
	expect(parseSearchQuery("bague OR fin", french)).toMatchObject({ either: true, text: "bague fin" });
});

test("[S12] what only looks like an operator is words", () => {
	for (const query of [
		"e-mail well-known",
		"5 - 3",
		"-",
		"--",
		'an "unclosed phrase',
		'12" pipe',
		'"" x',
		"a -- b",
	]) {
		const { phrases, excluded, excludedPhrases } = parseSearchQuery(query);
		expect([phrases, excluded, excludedPhrases], query).toEqual([[], [], []]);
	}
	expect(parseSearchQuery("'; DROP TABLE entity; --").terms).toEqual(["drop", "tabl", "entiti"]);
	expect(parseSearchQuery("(a+)+$ [^").terms).toEqual(["a"]);
	expect(parseSearchQuery("🌉🌉").terms).toEqual([]);
	expect(parseSearchQuery("גשר חדש").terms).toHaveLength(2);
});

test("[S12] a finished word is no beginning of another", () => {
	expect(parseSearchQuery("bridge ").prefix).toBeUndefined();
	expect(parseSearchQuery("bridge?").prefix).toBeUndefined();
	expect(parseSearchQuery("new Brü").prefix).toBe("bru");
	expect(parseSearchQuery("-bri").prefix).toBeUndefined();
	expect(parseSearchQuery("b").prefix).toBeUndefined();
});

test("[S12] any text is taken apart in bounded time into a bounded number of parts", () => {
	const words = Array.from({ length: 20_000 }, (_, index) => `word${index} -not${index} "two ${index}"`).join(
		" ",
	);
	for (const query of [
		words,
		'"'.repeat(20_000),
		"-".repeat(20_000),
		'-"'.repeat(10_000),
		"a".repeat(100_000),
	]) {
		const started = performance.now();
		const { terms, phrases, excluded } = parseSearchQuery(query);
		expect(performance.now() - started).toBeLessThan(250);
		expect([terms.length <= 64, phrases.length <= 8, excluded.length <= 16]).toEqual([true, true, true]);
	}
	fc.assert(
		fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (query) => {
			const { phrases, excluded, excludedPhrases, text } = parseSearchQuery(query);
			if (!/["“„«]/.test(query)) expect([phrases, excludedPhrases]).toEqual([[], []]);
			if (!query.includes("-")) expect(excluded).toEqual([]);
			expect(text.length).toBeLessThanOrEqual(query.length);
		}),
	);
});

test("[S12] a phrase is found across case, accents and punctuation, never inside a word or across texts", () => {
	const texts = ["Salt-Spray, test report", "Café du Nord", "東京タワーの工事"];
	for (const phrase of ["salt spray", "TEST REPORT", "cafe du", "工事", "タワー"]) {
		expect(holdsPhrase(texts, phrase), phrase).toBe(true);
	}
	for (const phrase of ["alt spray", "salt sprays", "report café", "spray report", "東京工事"]) {
		expect(holdsPhrase(texts, phrase), phrase).toBe(false);
	}
});
