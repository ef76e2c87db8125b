import { describe, expect, test } from "vitest";
import { parseNote } from "./parse-note.ts";

const parse = (text: string, name = "File") => parseNote({ text, name });
const withFrontmatter = (yaml: string, body = "text\n") => parse(`---\n${yaml}\n---\n${body}`);

describe("frontmatter", () => {
	test("is read as written: times, dates, versions and long numbers keep their form", () => {
		const { frontmatter, body } = withFrontmatter(
			"time: 12:30\nday: 2024-02-03\nversion: 1.10\nid: 007\nlong: 123456789012345678901\nhex: 0x1F\ncount: 3\nyes: yes\ndone: true",
		);
		expect(frontmatter).toEqual({
			time: "12:30",
			day: "2024-02-03",
			version: "1.10",
			id: "007",
			long: "123456789012345678901",
			hex: "0x1F",
			count: 3,
			yes: "yes",
			done: true,
		});
		expect(body).toBe("text\n");
	});

	test("line ends of Windows and an empty block", () => {
		expect(parse("---\r\ntitle: Hello\r\n---\r\nbody\r\n")).toMatchObject({
			title: "Hello",
			body: "body\r\n",
		});
		expect(parse("---\n---\nbody")).toMatchObject({ frontmatter: {}, body: "body" });
	});

	test("a text between two rules is no frontmatter", () => {
		const text = "---\n\njust a text\n---\nmore";
		expect(parse(text)).toMatchObject({ frontmatter: null, body: text });
		expect(parse(text).problem).toBeUndefined();
	});

	test.each([
		["broken", "title: a: b: c"],
		["a key twice", "a: 1\na: 2"],
		["nested too deeply", `a: ${"[".repeat(5000)}`],
		["too long", `a: ${"x".repeat(30_000)}`],
		["circular", "a: &a [*a]"],
		[
			"a bomb",
			"a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]",
		],
	])("what cannot be read stays in the text: %s", (_, yaml) => {
		const text = `---\n${yaml}\n---\nbody`;
		const started = performance.now();
		const note = parse(text);
		expect(performance.now() - started).toBeLessThan(1000);
		expect(note).toMatchObject({ title: "File", frontmatter: null, body: text });
		expect(note.problem).toBeTruthy();
	});

	test("honest aliases are followed, and a key called __proto__ is only a key", () => {
		expect(withFrontmatter("a: &x [1]\nb: *x").frontmatter).toEqual({ a: [1], b: [1] });
		const { frontmatter } = withFrontmatter("__proto__: {polluted: true}");
		expect(Object.keys(frontmatter ?? {})).toEqual(["__proto__"]);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	});
});

describe("names", () => {
	test("the title of the frontmatter, and the file's name as an alias", () => {
		expect(withFrontmatter("title: A better\n  title\naliases: [One, Two, one]")).toMatchObject({
			title: "A better title",
			aliases: ["File", "One", "Two"],
		});
	});

	test("without one, the file's name; a comma in it does not split it", () => {
		expect(parse("text", "Rivers, lakes")).toMatchObject({ title: "Rivers, lakes", aliases: [] });
		expect(withFrontmatter("title: ''").title).toBe("File");
		expect(withFrontmatter("title: 2024").title).toBe("2024");
	});

	test("Logseq's page properties name it too, and stay in the text", () => {
		const text = "title:: Real name\nalias:: One, [[Two]]\ntags:: x\n\n- first\n  alias:: not this one";
		expect(parse(text)).toMatchObject({
			title: "Real name",
			aliases: ["File", "One", "Two"],
			tags: ["x"],
			body: text,
		});
	});
});

test("tags from the frontmatter and from the text, outside code, once each", () => {
	const body =
		"# Heading\n#inline and #nested/tag (#bracket) #inline/ #123 a#b http://x/#c `#code`\n```\n#fenced\n```";
	expect(withFrontmatter("tags: [one, '#two', Inline]\ntag: three four", body).tags).toEqual([
		"one",
		"two",
		"Inline",
		"three",
		"four",
		"nested/tag",
		"bracket",
	]);
	expect(withFrontmatter("tags: one, two").tags).toEqual(["one", "two"]);
});

test.each([
	["created: 2024-02-03", "2024-02-03T00:00:00.000Z", null],
	["date: 2024-02-03 10:20", "2024-02-03T10:20:00.000Z", null],
	[
		"created_at: 2024-02-03T10:20:30+02:00\nmodified: 2024-03-01",
		"2024-02-03T08:20:30.000Z",
		"2024-03-01T00:00:00.000Z",
	],
	["created: 2024-13-45\nupdated: soon", null, null],
	["created: {a: 1}\nupdated: 1609246099894", null, null],
])("dates: %s", (yaml, createdAt, updatedAt) => {
	expect(withFrontmatter(yaml)).toMatchObject({ createdAt, updatedAt });
});
