import { expect, test } from "vitest";
import { measureCpu } from "../../../test/support/measure-cpu.ts";
import { scanWikilinks } from "./scan-wikilinks.ts";

const targets = (source: string): string[] => scanWikilinks(source).map((link) => link.target);

test.each<[string, string, string[]]>([
	["a title", "See [[Arch]].", ["Arch"]],
	["display text", "[[Arch|the arch]]", ["Arch"]],
	["a heading and a block", "[[Arch#Stones]] [[Arch^b1]] [[Arch#Stones^b1|x]]", ["Arch", "Arch", "Arch"]],
	["an escaped bar, as in a table cell", "| [[Arch\\|the arch]] |", ["Arch"]],
	["white space around a title", "[[  Arch \t]]", ["Arch"]],
	["several on a line, in order", "[[B]][[A]] [[B]]", ["B", "A", "B"]],
	["letters of any script", "[[Été]] [[橋]] [[🌉]]", ["Été", "橋", "🌉"]],
	["nothing named", "[[]] [[ ]] [[#Heading]] [[|shown]]", []],
	["a line break inside", "[[Ar\nch]]", []],
	["brackets inside", "[[a[b]] [[[c]]]", ["c"]],
	["an escaped one", "\\[[Arch]]", []],
	["in code", "`[[A]]` and\n\n```\n[[B]]\n```\n\n    ~~~\n[[C]]\n~~~\n[[D]]", ["D"]],
	["after code that never closes", "`open [[A]]", ["A"]],
	["a title no entity could have", `[[${"x".repeat(501)}]] [[${"x".repeat(500)}]]`, ["x".repeat(500)]],
])("[G7] %s", (_, source, expected) => {
	expect(targets(source)).toEqual(expected);
});

test("[G7] offsets and text are those of the source, so that a link can be spliced", () => {
	const source = "a ![[Arch|shown]] 🌉 [[`x` Vault]]";
	const links = scanWikilinks(source);
	expect(links.map(({ start, end, text }) => source.slice(start, end) === text)).toEqual([true, true]);
	expect(links[0]).toEqual({
		start: 2,
		end: 17,
		text: "![[Arch|shown]]",
		target: "Arch",
		shown: "shown",
		embed: true,
	});
	expect(links[1]).not.toHaveProperty("shown");
});

test.each([
	["backticks", "`".repeat(1_000_000)],
	[
		"runs of backticks, each longer",
		Array.from({ length: 1_500 }, (_, index) => "`".repeat(index + 1)).join(" "),
	],
	["opening brackets", "[".repeat(1_000_000)],
	["links that never close", "[[a".repeat(300_000)],
	["escapes", "\\`".repeat(500_000)],
])("[G16] a megabyte of %s is read in a moment", (_, source) => {
	expect(measureCpu(() => scanWikilinks(`[[A]] ${source}`))).toBeLessThan(2_000);
});
