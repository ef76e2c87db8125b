import { expect, test } from "vitest";
import { fc } from "../../../../../test/support/drawn.ts";
import { readAnyYaml, readPlainYaml } from "./read-yaml.ts";

/** Pieces of which frontmatter is made, plain ones and all that YAML gives a meaning to. */
const PIECES = [
	...[
		"tags",
		"status",
		"date",
		"rating",
		"url",
		"my key",
		"a-b",
		"null",
		"True",
		"x1",
		"constructor",
		"Ärger",
	],
	...[": ", ":", ":\n", "\n", " ", "  ", "- ", "\n- ", "\n  - ", "\n\n", "\t", "\r\n"],
	...[
		"[",
		"]",
		"[a, b]",
		"[]",
		"[a,]",
		"[a, 'b']",
		", ",
		"{",
		"}",
		"#",
		" # no",
		'"',
		"'",
		'"quoted"',
		"'it'",
	],
	...["draft", "true", "TRUE", "tRue", "null", "~", "yes", "no", "on", ".inf", ".nan"],
	...[
		"0",
		"5",
		"-5",
		"+5",
		"007",
		"1.5",
		"1.50",
		"1e3",
		"1e+21",
		"0x1F",
		"0o17",
		"12345678901234567890",
		"1_000",
	],
	...["2024-01-01", "12:30", "https://example.org/a?b=c", "[[Note]]", '"[[Note]]"', "a: b", "a:b", "a :b"],
	...[
		"& a",
		"*a",
		"!tag",
		"|",
		">",
		"%",
		"@",
		"`",
		"\\",
		"---",
		"...",
		"?",
		"é",
		"日本",
		"½",
		"\u2028",
		"\u00a0",
	],
];

const anyYaml = (source: string): unknown => {
	try {
		return readAnyYaml(source);
	} catch (error) {
		return error;
	}
};

test.each([
	[
		"tags: [wood, stone 2]\nstatus: draft\nrating: 4",
		{ tags: ["wood", "stone 2"], status: "draft", rating: 4 },
	],
	["aliases:\n  - One\n  - 'Two: half'\nup: \"[[Note]]\"", { aliases: ["One", "Two: half"], up: "[[Note]]" }],
	[
		"date: 2024-01-01\ntime: 12:30\nnone:\nyes: true",
		{ date: "2024-01-01", time: "12:30", none: null, yes: true },
	],
	["size: 1.50\ncount: 007\nlist: []", { size: "1.50", count: "007", list: [] }],
])("%j is read without the library", (source, values) => {
	expect(readPlainYaml(source)).toEqual(values);
	expect(readAnyYaml(source)).toEqual(values);
});

test("what is read the short way is what the library reads", () => {
	let plain = 0;
	const line = fc.tuple(
		fc.constantFrom("tags", "b c", "x-1"),
		fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }),
	);
	const source = fc.oneof(
		fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join("")),
		fc
			.array(line, { maxLength: 4 })
			.map((lines) => lines.map(([key, pieces]) => `${key}: ${pieces.join("")}`).join("\n")),
	);
	fc.assert(
		fc.property(source, (text) => {
			const values = readPlainYaml(text);
			if (values === undefined) return;
			plain += 1;
			expect(anyYaml(text)).toEqual(text.trim() === "" ? {} : values);
		}),
		{ numRuns: Number(process.env.SKEIN_RUNS ?? 3_000) },
	);
	expect(plain).toBeGreaterThan(100);
});
