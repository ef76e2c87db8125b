import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "../../scripts/project.mjs";

/** Each of these works on its author's machine and on no other. */
const LOCAL_TO_ONE_MACHINE: readonly (readonly [what: string, pattern: RegExp])[] = [
	[
		"a folder of one machine",
		/(?<![\w.~-])\/(?:home|Users)\/[a-z]|(?<![\w.~-])\/(?:root|work)\/|\b[A-Z]:\\Users\\/i,
	],
	["a folder beside the checkout", /\.\.\/shared\b/],
	["a package registry", /https?:\/\/[^/\s]*(?:registry|npmjs|verdaccio|artifactory)/i],
];

const FOLDERS = [".ci", "bench", "bin", "docs", "examples", "scripts", "src", "test", "web"];

const files = [
	...readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
	...FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap(listFiles),
];

function findLocalLines(text: string): string[] {
	return text
		.split("\n")
		.flatMap((line, index) =>
			LOCAL_TO_ONE_MACHINE.filter(([, pattern]) => pattern.test(line)).map(
				([what]) => `line ${index + 1} names ${what}: ${line.trim().slice(0, 120)}`,
			),
		);
}

test("no file works on one machine only", () => {
	const faults = files.flatMap((file) =>
		findLocalLines(readFileSync(join(root, file), "utf8")).map((fault) => `${file} ${fault}`),
	);
	expect(faults, "a fresh clone elsewhere would not have these").toEqual([]);
});

// In two halves, or this file would find itself.
test.each([
	["const data = '", "home/ada/notes';"],
	["cd ", "work/main"],
	["open ", "Users/ada"],
	["see ..", "shared/notes.md"],
	['"resolved": "https:/', 'registry.example.org/pg.tgz"'],
])("%s/%s is noticed", (before, after) => {
	expect(findLocalLines(`${before}/${after}`)).toHaveLength(1);
});
