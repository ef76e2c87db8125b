import { expect, test } from "vitest";
import { readEntry, removeEntry, setEntry } from "./edit-json.ts";

const place = { file: "settings.json", section: "servers", name: "skein" };
const entry = { command: "node", args: ["skein", "mcp"] };

const FILES: readonly (readonly [name: string, text: string])[] = [
	["an empty object", "{}"],
	["an object on one line", '{"theme": "dark", "servers": {"other": {"command": "x"}}}'],
	["tabs", '{\n\t"servers": {\n\t\t"other": {\n\t\t\t"command": "x"\n\t\t}\n\t},\n\t"theme": "dark"\n}\n'],
	["an empty section", '{\n  "servers": {}\n}\n'],
	["no section", '{\n  "theme": "dark",\n  "list": [1, 2, {"a": "}"}]\n}\n'],
	["line ends of Windows", '{\r\n  "servers": {\r\n    "other": { "command": "x" }\r\n  }\r\n}\r\n'],
	["a byte order mark", '\uFEFF{\n  "servers": {\n    "other": {}\n  }\n}'],
	[
		"comments and trailing commas",
		'// mine, "really": {\n{\n  /* "servers": {} */\n  "theme": "a // b \\" {", // dark\n  "servers": {\n    // the other\n    "other": { "args": ["/*", ], },\n  },\n}\n',
	],
	["a comment in an empty section", '{\n  "servers": {\n    // none yet\n  }\n}\n'],
];

test.each(FILES)("[D9] %s: everything else stays, letter for letter", (_, text) => {
	const added = setEntry(text, place, entry);
	expect(readEntry(added, place)).toEqual(entry);
	for (const line of text.split(/\r?\n/).filter((each) => each.includes("//") || each.includes("theme"))) {
		if (text.includes("\n")) expect(added).toContain(line);
	}
	expect(setEntry(added, place, entry)).toBe(added);
	const removed = removeEntry(added, place);
	expect(readEntry(removed, place)).toBeUndefined();
	// The section may be new; all that was there is there again.
	const hadSection =
		text.includes('"servers": {\n') || text.includes('"servers": {"') || text.includes("\r\n");
	if (hadSection && !text.includes("none yet")) expect(removed).toBe(text);
	expect(removeEntry(removed, place)).toBe(removed);
});

test("[D9] an entry that is there is replaced in its place, the first and the last alike", () => {
	const text =
		'{\n  "servers": {\n    "a": 1,\n    "skein": {"command": "old"},\n    "z": {"b": [2]}\n  }\n}';
	const replaced = setEntry(text, place, entry);
	expect(JSON.parse(replaced)).toEqual({ servers: { a: 1, skein: entry, z: { b: [2] } } });
	for (const name of ["a", "skein", "z"]) {
		const { [name]: _, ...left } = JSON.parse(text).servers;
		expect(JSON.parse(removeEntry(text, { ...place, name }))).toEqual({ servers: left });
	}
});

test("[D9] a file that is not there or empty gets the entry alone", () => {
	expect(JSON.parse(setEntry("", place, entry))).toEqual({ servers: { skein: entry } });
	expect(removeEntry("", place)).toBe("");
});

test.each([
	["{", /line 1 on/],
	['{\n  "servers": {\n    "a": 1\n    "b": 2\n  }\n}', /line 4 on/],
	["[]", /no|does not hold a JSON object/],
	['{"servers": []}', /"servers" that is no object/],
	['{"key": "secret" "x"}', /^(?!.*secret)/],
])("[D9] %s is refused and stays", (text, why) => {
	expect(() => setEntry(text, place, entry)).toThrow(why);
	expect(() => setEntry(text, place, entry)).toThrow("Nothing was changed");
});
