import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readJson, root } from "../../scripts/project.mjs";
import { createProgram } from "../../src/serve/cli/create-program.ts";
import { type ServedDemo, serveDemo } from "../support/serve-demo.ts";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
	cwd: root,
	encoding: "utf8",
})
	.split("\n")
	.filter((file) => file !== "" && existsSync(join(root, file)));

const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** Every file that explains the project to a reader. The change log names things that are gone, and is left out. */
const guides = tracked.filter(
	(file) => file.endsWith(".md") && !/^(?:test|src)\//.test(file) && file !== "CHANGELOG.md",
);
const GUIDE = /^(?:docs\/[^/]+|README|SECURITY|CONTRIBUTING)(?:\.md)?$/;
const CODE_SPAN = /`([^`\n]+)`/g;
const COMMAND_LINE = /^ {4}.*$/gm;

const findAll = (text: string, pattern: RegExp): string[] =>
	[...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
const listCode = (text: string): string[] => [...findAll(text, CODE_SPAN), ...findAll(text, COMMAND_LINE)];

describe("files that the guides name are there", () => {
	const TOP = /^(?:\.\/)?((?:src|test|web|scripts|docs|examples|bench|bin|demo|\.ci)\/[\w./-]+)/;
	const FILE_NAME = /^[a-z][\w-]*\.(?:ts|tsx|mjs|sql)$/;
	const LINK = /\]\((?!https?:|#|mailto:)([^)\s#]+)/g;
	const withoutCode = (text: string): string => text.replace(CODE_SPAN, "").replace(COMMAND_LINE, "");
	const names = new Set(tracked.map((file) => basename(file)));
	const isThere = (path: string): boolean => existsSync(join(root, path));

	test.each(guides)("%s", (guide) => {
		const text = read(guide);
		const spans = findAll(text, CODE_SPAN);
		const paths = spans.flatMap((span) => TOP.exec(span)?.[1]?.replace(/[.,:]+$/, "") ?? []);
		const missing = [
			// A pattern such as `src/<folder>/x.ts` names no file.
			...paths.filter((path) => !isThere(path) && !path.endsWith("-")),
			...spans.filter((span) => FILE_NAME.test(span) && !names.has(span)),
			...findAll(withoutCode(text), LINK).filter((link) => !isThere(normalize(join(dirname(guide), link)))),
		];
		expect(missing).toEqual([]);
	});
});

describe("environment variables", () => {
	const VARIABLE = /\bSKEIN_[A-Z][A-Z_]*[A-Z]\b/g;
	const used = tracked.filter((file) => /^(?:src|bench|scripts|test|bin|web)\//.test(file));
	const inCode = new Set(used.flatMap((file) => findAll(read(file), VARIABLE)));
	const inGuides = new Set(guides.flatMap((file) => findAll(read(file), VARIABLE)));

	test("every one that a guide names is read somewhere", () => {
		expect([...inGuides].filter((name) => !inCode.has(name))).toEqual([]);
	});

	test("every one that is read is named in a guide", () => {
		expect([...inCode].filter((name) => !inGuides.has(name)).sort()).toEqual([]);
	});
});

describe("npm scripts", () => {
	const scripts = Object.keys((readJson("package.json") as { scripts: Record<string, string> }).scripts);
	const named = guides.flatMap((file) => findAll(read(file), /\bnpm run (?:--silent )?([\w:]+)/g));

	test("every one that a guide names is there", () => {
		expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
	});

	test("every one that is there is named in a guide", () => {
		const known = new Set([...named, "start", "test", "prepack"]);
		expect(scripts.filter((name) => !known.has(name))).toEqual([]);
	});
});

test("[P20] every file that `npm run mutate` breaks is there, and every suite that should notice", () => {
	const text = read("scripts/mutate.mjs");
	const targets = findAll(text, /file: "(src\/[^"]+)"/g);
	expect(targets.length).toBeGreaterThan(5);
	expect(targets.filter((file) => !tracked.includes(file))).toEqual([]);
	const suites = findAll(text, /"((?:src|test)\/[\w/-]+)"/g);
	expect(suites.filter((suite) => !tracked.some((file) => file.startsWith(suite)))).toEqual([]);
});

describe("commands", () => {
	const program = createProgram();
	const INVOCATION = /(?:^|\s)(?:\.\/bin\/)?skein ((?:[a-z][\w-]*)(?: [^|;&#)]*)?)/g;

	const optionsOf = (command: Command): string[] => [
		...command.options.map((option) => option.long ?? ""),
		...(command.parent === null ? ["--help", "--version"] : optionsOf(command.parent)),
	];

	/** The options of an invocation that its command does not know; an unknown command is one of them. */
	function findUnknown(invocation: string): string[] {
		const [name = "", ...words] = invocation.split(/\s+/);
		const command = program.commands.find((each) => each.name() === name);
		if (command === undefined) return [`skein ${name}`];
		const below = command.commands.find((each) => words.includes(each.name()));
		const known = optionsOf(below ?? command);
		const flags = words.flatMap((word) => /^(--[a-z][\w-]*)/.exec(word)?.[1] ?? []);
		return flags.filter((flag) => !known.includes(flag)).map((flag) => `skein ${name} ${flag}`);
	}

	test.each(guides)("every command and option in %s is one", (guide) => {
		const code = listCode(read(guide)).filter((each) => /(?:^|\.\/bin\/|[\s…=])skein /.test(each));
		// `skein` is also the name of a folder, as in `cd skein && npm start`.
		const invocations = code
			.flatMap((each) => findAll(each, INVOCATION))
			.filter((each) => !each.startsWith("skein") && !/^(?:and|is)\b/.test(each));
		expect(invocations.flatMap(findUnknown)).toEqual([]);
	});

	test("every command is in the guide to the command line", () => {
		const spans = findAll(read("docs/cli.md"), CODE_SPAN).map((span) => span.split(" ")[0]);
		expect(program.commands.map((command) => command.name()).filter((name) => !spans.includes(name))).toEqual(
			[],
		);
	});

	test("every command below a command is on its line of that guide", () => {
		const lines = read("docs/cli.md")
			.split("\n")
			.map((line) => findAll(line, CODE_SPAN).flatMap((span) => span.split(" ")));
		const missing = program.commands.flatMap((command) =>
			command.commands
				.filter(
					(below) =>
						!lines.some(([first, ...rest]) => first === command.name() && rest.includes(below.name())),
				)
				.map((below) => `${command.name()} ${below.name()}`),
		);
		expect(missing).toEqual([]);
	});
});

describe("routes", () => {
	let served: ServedDemo;
	beforeAll(async () => {
		served = await serveDemo();
	});
	afterAll(() => served.close());

	const ROUTE = /\b(GET|POST|PUT|PATCH|DELETE)\b|(\/api\/[\w/:{}.-]+)|…\/([\w/:{}.-]+)/g;
	const asSegments = (path: string): string[] =>
		path
			.replace(/[.:/]+$/, "")
			.split("/")
			.filter((segment) => segment !== "")
			.map((segment) => (/^(?:[:{]|[A-Z]+$)/.test(segment) ? ":" : segment));

	interface NamedRoute {
		readonly methods: readonly string[];
		readonly segments: readonly string[];
	}

	/**
	 * Routes as a guide writes them: several methods may come before one path, `…/restore` goes on from the path before it, and a
	 * path without a method repeats the methods of the one before it on its line.
	 */
	function listNamed(text: string): NamedRoute[] {
		const named: NamedRoute[] = [];
		for (const line of text.split("\n")) {
			let base = "";
			let methods: string[] = [];
			let isComplete = true;
			for (const [, method, whole, rest] of line.matchAll(ROUTE)) {
				if (method !== undefined) {
					methods = isComplete ? [method] : [...methods, method];
					isComplete = false;
					continue;
				}
				base = whole ?? base;
				named.push({ methods, segments: asSegments(whole ?? `${base}/${rest}`) });
				isComplete = true;
			}
		}
		return named;
	}
	const listRoutes = (): readonly { readonly method: string; readonly segments: readonly string[] }[] =>
		served.app.routes
			.filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/") && !path.includes("*"))
			.map(({ method, path }) => ({ method, segments: asSegments(path) }));
	// An example may name a thing where the route has a parameter, and a guide may write `:x` for each of several names.
	const fits = (named: readonly string[], route: readonly string[]): boolean =>
		named.length === route.length &&
		named.every((segment, index) => segment === ":" || route[index] === ":" || segment === route[index]);

	test("every one that a guide names is there", () => {
		const routes = listRoutes();
		const isThere = ({ methods, segments }: NamedRoute): boolean =>
			(methods.length === 0 ? [undefined] : methods).every((named) =>
				routes.some(({ method, segments: route }) => (named ?? method) === method && fits(segments, route)),
			);
		const unknown = guides.flatMap((guide) =>
			listNamed(read(guide))
				.filter((named) => !isThere(named))
				.map(({ methods, segments }) => `${guide}: ${methods.join(", ")} /${segments.join("/")}`),
		);
		expect([...new Set(unknown)]).toEqual([]);
	});

	test("every one that is there is named in a guide", () => {
		const named = guides.filter((guide) => GUIDE.test(guide)).flatMap((guide) => listNamed(read(guide)));
		const spoken = new Set(
			named.flatMap(({ methods, segments }) => methods.map((method) => `${method} /${segments.join("/")}`)),
		);
		const all = listRoutes().map(({ method, segments }) => `${method} /${segments.join("/")}`);
		expect([...new Set(all)].filter((route) => !spoken.has(route))).toEqual([]);
	});
});

describe("rules", () => {
	const RULE = /\*\*\[?([A-Z]+)(\d+)(?=[\] *])/gm;
	const rules = ["SPEC.md", "docs/query-language.md"].flatMap((file) => [...read(file).matchAll(RULE)]);
	const names = rules.map(([, letters, number]) => `${letters}${number}`);
	const suites = tracked.filter((file) => /^(?:src|test|web|bench|examples)\/.*\.(?:ts|tsx)$/.test(file));
	const tagged = new Set(suites.flatMap((file) => findAll(read(file), /\[([A-Z]\d{1,2})\]/g)));

	test("are numbered without a gap, each number once", () => {
		const byLetters = new Map<string, number[]>();
		for (const [, letters = "", number] of rules) {
			byLetters.set(letters, [...(byLetters.get(letters) ?? []), Number(number)]);
		}
		for (const [letters, numbers] of byLetters) {
			const sorted = numbers.toSorted((a, b) => a - b);
			expect({ letters, sorted }).toEqual({ letters, sorted: sorted.map((_, index) => index + 1) });
		}
	});

	test("each has a test that carries its number", () => {
		expect(names.filter((name) => !tagged.has(name))).toEqual([]);
	});

	test("no test carries the number of a rule that is gone", () => {
		expect([...tagged].filter((tag) => !names.includes(tag)).sort()).toEqual([]);
	});
});

describe("the ways through the code in ARCHITECTURE.md", () => {
	const text = read("ARCHITECTURE.md");
	const sectionOf = (heading: string): string => text.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
	const STEP = /`([\w./-]+\.tsx?)` `(\w+)`/g;

	test.each([
		["How a question travels", 25],
		["How a write travels", 12],
	])("%s in at most %i steps, each by a name that is in its file", (heading, most) => {
		const section = sectionOf(heading);
		const steps = section.match(/^\d+\. /gm) ?? [];
		expect(steps.length).toBeGreaterThan(5);
		expect(steps.length).toBeLessThanOrEqual(most);
		const wrong = [...section.matchAll(STEP)].filter(
			([, file = "", name = ""]) =>
				!existsSync(join(root, file)) || !new RegExp(`\\b${name}\\b`).test(read(file)),
		);
		expect(wrong.map(([step]) => step)).toEqual([]);
	});
});

test("no line of prose is longer than 160 characters", () => {
	const long = guides.flatMap((guide) =>
		read(guide)
			.split("\n")
			.flatMap((line, index) => (line.length > 160 ? [`${guide}:${index + 1}`] : [])),
	);
	expect(long).toEqual([]);
});
