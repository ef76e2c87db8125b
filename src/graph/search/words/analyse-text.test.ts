import { expect, test } from "vitest";
import { analyseText, locateTerms } from "./analyse-text.ts";

test("[S2] inflections, cases, accents and widths of a word are one term", () => {
	for (const group of [
		["bridge", "Bridges", "BRIDGING", "bridged"],
		["résumé", "resume", "RESUMÉ", "re\u0301sume\u0301"],
		["Ｗｉｄｅ", "wide"],
	]) {
		expect(new Set(group.flatMap((word) => analyseText(word))).size, group.join()).toBe(1);
	}
});

test("[S2] words that only ask are dropped, unless there are no others", () => {
	expect(analyseText("What is the status of the bridge?")).toEqual(analyseText("status bridge"));
	expect(analyseText("Who is who")).toHaveLength(3);
	expect(analyseText("")).toEqual([]);
	expect(analyseText("?!… — 🌉")).toEqual([]);
});

test("[S2] the s of a possessive is no word", () => {
	for (const owned of ["the harbour's wall", "the harbour’s wall", "The HARBOUR'S wall"]) {
		expect(analyseText(owned), owned).toEqual(analyseText("the harbour wall"));
	}
	expect(analyseText("plan S")).toHaveLength(2);
});

test("[S2] what is found is found in its place, by the same terms", () => {
	const text = "The Re\u0301sume\u0301s, 2 bridges & 橋!";
	const located = locateTerms(text);
	expect(located.map(({ start, end }) => text.slice(start, end))).toEqual([
		"The",
		"Re\u0301sume\u0301s",
		"2",
		"bridges",
		"橋",
	]);
	expect(located.map(({ term }) => term)).toEqual(
		["The", "resumes", "2", "bridge", "橋"].flatMap((word) => analyseText(word)),
	);
});

test("[S2] Arabic is found with or without vowel signs, article and stretched letters, Hebrew with or without points", () => {
	for (const group of [
		["مِلْح", "ملح", "الملح", "والملح", "للملح", "مـلـح"],
		["مدينة", "المدينة", "بالمدينه"],
		["أحمد", "احمد"],
		["גֶּשֶׁר", "גשר"],
	]) {
		expect(new Set(group.flatMap((word) => analyseText(word))).size, group.join()).toBe(1);
	}
	expect(analyseText("الملح")).not.toEqual(analyseText("المدينة"));
	expect(analyseText("ال")).toEqual(["ال"]);
});

test("[G16] a word of a megabyte is one term of bounded length", () => {
	const [term = ""] = analyseText("x".repeat(1_000_000));
	expect(term.length).toBeLessThanOrEqual(64);
});

test("[S2] scripts without spaces are found by any two neighbouring characters, and marked where they stand", () => {
	for (const [text, part] of [
		["東京タワーの工事が遅れています", "工事"],
		["서울교량공사일정", "교량"],
		["สะพานข้ามแม่น้ำ", "ข้าม"],
		["第3回Bridge会議", "bridges"],
	] as const) {
		const terms = analyseText(text);
		for (const term of analyseText(part)) expect(terms, `${part} in ${text}`).toContain(term);
		expect([...new Set(locateTerms(text).map(({ term }) => term))].sort(), text).toEqual(
			[...new Set(terms)].sort(),
		);
		for (const { start, end } of locateTerms(text)) expect(end).toBeGreaterThan(start);
	}
	expect(analyseText("가".repeat(100_000))).toHaveLength(99_999);
});
