import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { listFiles, root } from "../../scripts/project.mjs";

/** Everything in the store rests on the database and on how rows are written to it. */
const STORED = ["graph/model", "graph/store/engine", "graph/store/tables"];

/**
 * Data flows one way, top to bottom. A folder imports itself, the contract and what the table lists for it; `graph` on the right
 * means everything below graph. `graph`, `context`, `chat` and `.` on the left are the files directly in them,
 * which put the parts below together. A folder that has no row fails, so a new one is always a decision.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
	contract: [],
	client: ["graph/transfer"],
	"graph/model": [],
	"graph/store/engine": ["graph/model"],
	"graph/store/tables": ["graph/model", "graph/store/engine"],
	"graph/store/rights": STORED,
	"graph/store/derive": [...STORED, "graph/store/rights"],
	"graph/store/write": [...STORED, "graph/store/rights", "graph/store/derive"],
	"graph/store/people": [...STORED, "graph/store/rights", "graph/store/derive", "graph/store/write"],
	"graph/store/chat": [...STORED, "graph/store/rights", "graph/store/write"],
	"graph/store/archive": [...STORED, "graph/store/rights", "graph/store/write", "graph/store/people"],
	"graph/store": ["graph/model", "graph/store"],
	"graph/search": ["graph/model", "graph/store"],
	"graph/query": ["graph/model", "graph/store"],
	"graph/transfer": ["graph/model", "graph/store"],
	"graph/suggestions": ["graph/model", "graph/store", "graph/search"],
	graph: ["graph"],
	demo: ["graph"],
	evaluate: ["graph", "context"],
	"context/model": ["graph/model"],
	"context/plan": ["graph", "context/model"],
	"context/collect": ["graph", "context/model", "context/plan", "context/rank"],
	"context/rank": ["graph/model", "context/model"],
	"context/render": ["graph/model", "context/model"],
	"context/budget": ["graph/model", "context/model", "context/render"],
	"context/assemble": ["graph/model", "context/model"],
	context: ["graph", "context"],
	present: ["graph", "context"],
	"chat/prompt": ["graph", "context"],
	"chat/tools": ["graph", "context", "present"],
	"chat/models": ["graph", "context"],
	chat: ["graph", "context", "present", "chat"],
	"serve/http": ["graph", "context", "present", "chat"],
	"serve/mcp": ["graph", "context", "present", "chat"],
	"serve/cli": ["graph", "context", "chat", "demo", "evaluate", "serve", "."],
	".": ["graph", "context", "chat", "demo"],
};

/** The damage each forbidden arrow would do; the first row that fits explains it. */
const CONSEQUENCES: readonly (readonly [from: RegExp, to: RegExp, breaks: string])[] = [
	[/^contract$/, /./, "the browser app and the nouns would depend on whatever the contract imports"],
	[/^client$/, /./, "a program that talks HTTP would have to install the server"],
	[
		/^graph\/model$/,
		/./,
		"the nouns would depend on machinery, and nothing could use them without a database",
	],
	[/^graph/, /./, "what is known would depend on who asks for it, and the store could not be tested alone"],
	[
		/^context\/(model|rank|render|budget|assemble)$/,
		/./,
		"a pure stage would gain a way to read past the reader's rights",
	],
	[
		/^context/,
		/^(chat|serve)/,
		"building a context would need a language model or a server, and stop being repeatable",
	],
	[/^chat/, /^serve/, "a conversation would work through one front door only"],
	[/^serve\/http$/, /^serve\/mcp/, "HTTP and MCP would drift: what both need belongs in chat/tools"],
	[/^serve\/mcp$/, /^serve\/http/, "HTTP and MCP would drift: what both need belongs in chat/tools"],
	[/./, /^\.$/, "the composition root would be part of what it composes, a cycle of everything"],
];

/** Packages that reach outside the process, and the only folder that may hold each of them. */
const PACKAGE_HOMES: readonly (readonly [name: RegExp, home: string, breaks: string])[] = [
	[
		/^(pg|@electric-sql\/.+)$/,
		"graph/store/engine",
		"SQL outside the store skips the actor-bound reader, and with it the rights",
	],
	[
		/^(ai|@ai-sdk\/.+)$/,
		"chat/models",
		"swapping a model library would touch every layer that names its types",
	],
	[
		/^@modelcontextprotocol\//,
		"serve/mcp",
		"the protocol's types would leak into code that other front doors share",
	],
	[/^(@hono\/.+|hono)$/, "serve/http", "request objects would travel into code that has no request"],
	[/^commander$/, "serve/cli", "code below the command line would read its own flags"],
];

/** The only file that may load `bench/`, which is built into the package and imports anything in src. */
const BENCH_COMMAND = "serve/cli/commands/bench-command.ts";

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g;
const TEST_FILE = /\.test\.tsx?$/;

const isInside = (folder: string, name: string): boolean => name === folder || name.startsWith(`${folder}/`);
const listImports = (file: string): string[] =>
	[...readFileSync(join(root, file), "utf8").matchAll(IMPORT)].map(([, target = ""]) => target);

/** The row of a folder: the deepest listed one above it. A row with rows below it covers its own files only. */
function findRow(folder: string): string | undefined {
	const rows = Object.keys(MAY_IMPORT);
	const hasRowsBelow = (row: string): boolean =>
		row === "." || rows.some((other) => other.startsWith(`${row}/`));
	return (
		rows.find((row) => row === folder) ?? rows.find((row) => !hasRowsBelow(row) && isInside(row, folder))
	);
}

function explainImport(row: string, target: string): string | undefined {
	if ([row, "contract", ...(MAY_IMPORT[row] ?? [])].some((allowed) => isInside(allowed, target)))
		return undefined;
	const reason = CONSEQUENCES.find(([from, to]) => from.test(row) && to.test(target))?.[2];
	return `${row} may not import ${target}: ${reason ?? "data would flow back up, against the table above"}`;
}

function explainPackage(row: string, name: string): string | undefined {
	const home = PACKAGE_HOMES.find(([pattern, folder]) => pattern.test(name) && folder !== row);
	return home && `${name} belongs in ${home[1]}, not in ${row}: ${home[2]}`;
}

function findFaults(name: string): string[] {
	const folder = dirname(name);
	const row = findRow(folder);
	if (row === undefined)
		return [`src/${folder} has no row in MAY_IMPORT: decide what it may import, and add it`];
	return listImports(join("src", name)).flatMap((specifier) => {
		if (!specifier.startsWith(".")) return TEST_FILE.test(name) ? [] : (explainPackage(row, specifier) ?? []);
		const target = normalize(join("src", folder, specifier));
		if (isInside("src", target)) return explainImport(row, dirname(target.slice("src/".length))) ?? [];
		if (TEST_FILE.test(name) || (name === BENCH_COMMAND && isInside("bench", target))) return [];
		return [`${specifier} lies outside src: the published package would not hold it`];
	});
}

const sources = listFiles("src")
	.filter((file) => file.endsWith(".ts"))
	.map((file) => file.slice("src/".length));

describe("data flows one way", () => {
	test.each(sources)("src/%s", (name) => {
		expect(findFaults(name)).toEqual([]);
	});
});

describe("the browser app and the client talk HTTP only", () => {
	const HTTP_ONLY = ["web", "src/client"];
	const pages = HTTP_ONLY.flatMap((folder) => listFiles(folder)).filter(
		(file) => /\.tsx?$/.test(file) && !TEST_FILE.test(file),
	);
	const VALUE_IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^;'"]*\sfrom\s+)?["'](\.[^"']+)["']/gm;

	test.each(pages)("%s", (file) => {
		const fromServer = [...readFileSync(join(root, file), "utf8").matchAll(VALUE_IMPORT)]
			.map(([, target = ""]) => normalize(join(dirname(file), target)))
			.filter((target) => !HTTP_ONLY.some((folder) => isInside(folder, target)));
		expect(fromServer, "server code in the browser bundle: use `import type`, and ask over HTTP").toEqual([]);
	});
});

/** Folders that import each other, by way of any others, as one group. */
function findFolderCycles(files: readonly string[]): string[][] {
	const arrows = new Map<string, Set<string>>();
	for (const file of files) {
		const folder = dirname(file);
		for (const specifier of listImports(file)) {
			const target = dirname(normalize(join(folder, specifier)));
			if (!specifier.startsWith(".") || target === folder) continue;
			arrows.set(folder, (arrows.get(folder) ?? new Set()).add(target));
		}
	}
	const reach = (start: string): Set<string> => {
		const reached = new Set<string>();
		const waiting = [...(arrows.get(start) ?? [])];
		for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
			if (reached.has(folder)) continue;
			reached.add(folder);
			waiting.push(...(arrows.get(folder) ?? []));
		}
		return reached;
	};
	const reached = new Map([...arrows.keys()].map((folder) => [folder, reach(folder)]));
	const groups = new Map<string, string[]>();
	for (const [folder, others] of reached) {
		if (!others.has(folder)) continue;
		const group = [...others].filter((other) => reached.get(other)?.has(folder)).sort();
		groups.set(group.join(" "), group);
	}
	return [...groups.values()];
}

describe("no folder imports itself by way of another", () => {
	// A folder that is part of a cycle cannot be read, moved or tested without the others.
	test.each(["src", "web/src"])("%s", (top) => {
		const files = listFiles(top).filter((file) => /\.tsx?$/.test(file) && !TEST_FILE.test(file));
		expect(findFolderCycles(files)).toEqual([]);
	});
});

describe("the table itself", () => {
	test("a new folder under graph, context, chat or serve is noticed", () => {
		expect(["graph/cache", "context/cache", "chat/cache", "serve/grpc", "cache"].map(findRow)).toEqual(
			Array(5).fill(undefined),
		);
		expect(findRow("graph/model/kinds")).toBe("graph/model");
	});

	test("an arrow against the flow is explained", () => {
		expect(explainImport("context/rank", "graph/store")).toMatch(/past the reader's rights/);
		expect(explainImport("serve/http", "serve/mcp")).toMatch(/chat\/tools/);
		expect(explainImport("chat", ".")).toMatch(/cycle/);
		expect(explainImport("context/collect", "graph/store")).toBeUndefined();
		expect(explainPackage("context/collect", "pg")).toMatch(/skips the actor-bound reader/);
		expect(explainPackage("graph/store/engine", "pg")).toBeUndefined();
	});
});
