import { expect, test } from "vitest";
import { nameOfFile, namePaths } from "./name-paths.ts";

const file = (path: string, calls: readonly string[] = []) => ({
	path,
	names: [nameOfFile(path.slice(path.lastIndexOf("/") + 1))],
	calls,
});

test.each([
	["Note.md", "Note"],
	["a.b.markdown", "a.b"],
	["logseq___features___query.md", "logseq/features/query"],
	["What%3F 100%25.md", "What? 100%"],
	["50%20off.md", "50%20off"],
	["..%2F..%2Fetc%2Fpasswd.md", "../../etc/passwd"],
])("%s is called %s", (fileName, name) => {
	expect(nameOfFile(fileName)).toBe(name);
});

test("files of one name get their paths as names; others only when a link calls them so", () => {
	const { aliases, contested } = namePaths([
		file("a/Index.md"),
		file("b/Index.md", ["a/deep/Note", "Deep/other", "a/index"]),
		file("a/deep/Note.md", ["Other.md"]),
		file("a/deep/Other.md"),
		file("a/Unasked.md"),
	]);
	expect([...contested]).toEqual(["a/Index.md", "b/Index.md"]);
	expect(Object.fromEntries(aliases)).toEqual({
		"a/Index.md": ["a/Index"],
		"b/Index.md": ["b/Index"],
		"a/deep/Note.md": ["a/deep/Note"],
		"a/deep/Other.md": ["Deep/other", "Other.md"],
	});
});

test("a path that fits several files names none, and the whole path wins over the end of a longer one", () => {
	const { aliases } = namePaths([
		file("x/sub/One.md", ["sub/One"]),
		file("y/sub/One.md"),
		file("sub/Two.md", ["sub/Two"]),
		file("z/sub/Two.md"),
	]);
	expect(aliases.get("x/sub/One.md")).toEqual(["x/sub/One"]);
	expect(aliases.get("sub/Two.md")).toEqual(["sub/Two"]);
	expect(aliases.get("z/sub/Two.md")).toEqual(["z/sub/Two"]);
});
