import { expect, test } from "vitest";
import { analyseText } from "./analyse-text.ts";
import { makeSnippet } from "./make-snippet.ts";

const marked = (source: string, query: string): string[] => {
	const { text, highlights } = makeSnippet(source, analyseText(query));
	return highlights.map(([start, end]) => text.slice(start, end));
};
const filler = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(" ");

test("[S3] the matched words are marked where they stand in the snippet", () => {
	expect(marked("The Bridges over the river, a bridge.", "bridging rivers")).toEqual([
		"Bridges",
		"river",
		"bridge",
	]);
});

test("[S3] a snippet has at most two fragments of at most eighteen words, and says where it was cut", () => {
	const source = `${filler(50)} stone ${filler(50)} arch ${filler(50)} stone ${filler(50)}`;
	const { text } = makeSnippet(source, analyseText("stone arch"));
	const fragments = text.replace(/^… | …$/g, "").split(" … ");
	expect(fragments).toHaveLength(2);
	for (const fragment of fragments) expect(fragment.split(" ").length).toBeLessThanOrEqual(18);
	expect(text).toMatch(/^… .* …$/);
	expect(marked(source, "stone arch")).toEqual(["stone", "arch"]);
});

test("[S3] where most different words meet is shown first", () => {
	const source = `stone ${filler(60)} stone arch ${filler(60)} stone`;
	expect(makeSnippet(source, analyseText("stone arch")).text).toContain("stone arch");
});

test("[S3] without a match the beginning is shown", () => {
	expect(makeSnippet(`${filler(30)}`, ["nothing"])).toEqual({ text: `${filler(18)} …`, highlights: [] });
	expect(makeSnippet("short text", [])).toEqual({ text: "short text", highlights: [] });
	expect(makeSnippet("", ["x"])).toEqual({ text: "", highlights: [] });
});

test.each([
	["one endless word", "x".repeat(60_000)],
	["no words at all", "!".repeat(60_000)],
	["signs outside the basic plane", "🌉".repeat(30_000)],
	["letters outside the basic plane", "𠀀".repeat(30_000)],
	["endless words", `${"y".repeat(400)} `.repeat(100)],
])("[S3] %s gives a short snippet without half a character", (_, source) => {
	for (const query of ["z", "y".repeat(64)]) {
		const { text } = makeSnippet(source, analyseText(query));
		expect(text.length).toBeLessThan(700);
		expect(text).not.toMatch(/\p{Surrogate}/u);
	}
});

test("[S3] a match behind very long words is still shown", () => {
	const source = `${`${"x".repeat(200)} `.repeat(3)}stone ${"x".repeat(200)}`;
	expect(marked(source, "stone")).toEqual(["stone"]);
});

test("[S3] what is marked never overlaps, and a word in the making marks what it may become", () => {
	expect(marked("東京タワーの工事", "タワーの")).toEqual(["タワーの"]);
	const { text, highlights } = makeSnippet("Bridges and bricks", [], { prefix: "bri" });
	expect(highlights.map(([start, end]) => text.slice(start, end))).toEqual(["Bridges", "bricks"]);
});
