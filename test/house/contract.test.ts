import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { listFiles, root } from "../../scripts/project.mjs";
import { ALL_TOOLS, resolveCall } from "../../src/chat/tools/all-tools.ts";
import { getContext } from "../../src/chat/tools/get-context.ts";
import { readQuestion } from "../../src/context/model/read-question.ts";
import { contextRequestSchema, focusSchema, readFocus } from "../../src/contract/context-request.ts";
import * as limits from "../../src/contract/limits.ts";
import { messageRequestSchema } from "../../src/contract/message-request.ts";
import { queryRequestSchema, searchRequestSchema } from "../../src/contract/search.ts";
import { addContextCommand } from "../../src/serve/cli/commands/ask-command.ts";

const sources = [...listFiles("src"), ...listFiles("web/src")].filter(
	(file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const contract = sources.filter((file) => file.startsWith("src/contract/"));
const read = (file: string): string => readFileSync(join(root, file), "utf8");

const ID = "01926b5e-7d00-7abc-8def-0123456789ab";

type JsonSchema = Readonly<Record<string, unknown>>;

/** The smallest value that a schema takes, with all of its keys. */
function exampleOf(schema: JsonSchema, definitions = schema.$defs as Record<string, JsonSchema>): unknown {
	const follow = (inner: unknown): unknown => exampleOf(inner as JsonSchema, definitions);
	if (typeof schema.$ref === "string") return follow(definitions[schema.$ref.split("/").at(-1) as string]);
	if ("const" in schema) return schema.const;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	const options = schema.anyOf ?? schema.oneOf;
	if (Array.isArray(options)) return follow(options[0]);
	switch (schema.type) {
		case "object":
			return Object.fromEntries(
				Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, follow(inner)]),
			);
		case "array":
			return Array.isArray(schema.prefixItems) ? schema.prefixItems.map(follow) : [follow(schema.items)];
		case "string": {
			const format = schema.format ?? schema.contentEncoding;
			if (format === "uuid") return ID;
			if (format === "date-time") return "2026-05-04T08:00:00.000Z";
			if (format === "date") return "2026-05-04";
			return format === "base64" ? "aGk=" : "true";
		}
		case "integer":
		case "number":
			return Math.min(Math.max(1, Number(schema.minimum ?? 1)), Number(schema.maximum ?? 1));
		case "boolean":
			return true;
		default:
			return null;
	}
}

const modules = await Promise.all(
	contract.map(async (file) => ({ file, exports: await import(join(root, file)) })),
);
const schemas = modules.flatMap(({ file, exports }) =>
	Object.entries(exports as Record<string, unknown>)
		.filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
		.map(([name, schema]) => ({ name: `${file.slice("src/contract/".length)} ${name}`, schema })),
);

describe("the contract is the bottom layer", () => {
	test("it imports zod and itself", () => {
		const imported = contract.flatMap((file) =>
			[...read(file).matchAll(/from "([^"]+)"/g)].map(([, target = ""]) => target),
		);
		expect(imported.filter((target) => target !== "zod" && !/^\.\/[a-z-]+\.ts$/.test(target))).toEqual([]);
	});

	test("nobody declares one of its limits again", () => {
		const CONSTANT = /\bconst ([A-Z_]+) = ([\d_]+);/g;
		const again = sources.flatMap((file) =>
			[...read(file).matchAll(CONSTANT)]
				.filter(([, name = "", value = ""]) => {
					const limit = Object.entries(limits).find(([known]) => known === name)?.[1];
					return limit === Number(value.replaceAll("_", ""));
				})
				.map(([, name]) => `${file} ${name}`),
		);
		// Files read by importers and evaluation sets have bounds of their own.
		expect(again.filter((place) => !/^src\/(?:contract|bench|graph\/transfer)\//.test(place))).toEqual([]);
	});

	test("requests of routes and tools have no limits of their own", () => {
		const own = sources
			.filter(
				(file) => /^src\/(?:chat\/tools|serve\/http\/routes)\//.test(file) && !OWN_LIMITS.includes(file),
			)
			.filter((file) => /(?:z\.(?:string|array|int)\([^\n]*|^\s*)\.max\(\d/m.test(read(file)));
		expect(own).toEqual([]);
	});

	test("second names are in one file", () => {
		const names = /conversationHistory|get_onto_|_graph_full|"\/api\/onto\//;
		const known = ["src/contract/seed-names.ts"];
		expect(sources.filter((file) => names.test(read(file)) && !known.includes(file))).toEqual([]);
	});
});

/** Limits of what a kind may declare, and of how an import names its files. */
const OWN_LIMITS: readonly string[] = [
	"src/serve/http/routes/kind-routes.ts",
	"src/serve/http/routes/transfer-routes.ts",
	"src/serve/http/routes/change-routes.ts",
];

describe("every schema takes its example, and what it makes of it", () => {
	test.each(schemas)("$name", ({ name, schema }) => {
		const example = exampleOf(z.toJSONSchema(schema, { io: "input" }) as JsonSchema);
		const parsed = schema.parse(example);
		const sent = JSON.parse(JSON.stringify(parsed)) as unknown;
		expect(sent).toEqual(parsed);
		// The query of an address is text before it is read, with numbers and flags after it.
		if (!name.endsWith("QuerySchema")) expect(schema.parse(sent)).toEqual(parsed);
	});
});

describe("all ways in agree", () => {
	const { LARGEST_BUDGET, LONGEST_QUERY, LONGEST_WQL, MOST_HITS, MOST_NAMED } = limits;
	const toolOf = (name: string) => ALL_TOOLS.find((tool) => tool.name === name)?.input as z.ZodObject;
	const names = (count: number): string[] => Array.from({ length: count }, () => "x");

	test.each([
		["HTTP context", contextRequestSchema, {}, "query", LONGEST_QUERY],
		["HTTP message", messageRequestSchema, {}, "text", LONGEST_QUERY],
		["HTTP search", searchRequestSchema, {}, "query", LONGEST_QUERY],
		["HTTP query", queryRequestSchema, {}, "wql", LONGEST_WQL],
		["get_context", getContext.input, {}, "query", LONGEST_QUERY],
		["search_ontology", toolOf("search_ontology"), {}, "query", LONGEST_QUERY],
		["run_query", toolOf("run_query"), {}, "query", LONGEST_WQL],
	])("%s: the longest text", (_, schema, rest, key, longest) => {
		expect(schema.safeParse({ ...rest, [key]: "x".repeat(longest) }).success).toBe(true);
		expect(schema.safeParse({ ...rest, [key]: "x".repeat(longest + 1) }).success).toBe(false);
	});

	test("the largest budget", () => {
		const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
		addContextCommand(command);
		const [context] = command.commands;
		const budget = context?.options.find(({ long }) => long === "--budget");
		const ways: readonly ((total: number) => boolean)[] = [
			(total) => contextRequestSchema.safeParse({ query: "q", budget: { total } }).success,
			(total) => contextRequestSchema.safeParse({ query: "q", tokenBudget: { total } }).success,
			(total) => messageRequestSchema.safeParse({ text: "q", budget: { total } }).success,
			(total) => getContext.input.safeParse({ query: "q", max_tokens: total }).success,
			(total) => {
				try {
					return budget?.parseArg?.(String(total), undefined) === total;
				} catch {
					return false;
				}
			},
		];
		expect(ways.map((accepts) => accepts(LARGEST_BUDGET))).toEqual(ways.map(() => true));
		expect(ways.map((accepts) => accepts(LARGEST_BUDGET + 1))).toEqual(ways.map(() => false));
	});

	test("most names, most hits", () => {
		for (const key of ["mentions", "pins"]) {
			for (const schema of [contextRequestSchema, getContext.input]) {
				expect(schema.safeParse({ query: "q", [key]: names(MOST_NAMED) }).success).toBe(true);
				expect(schema.safeParse({ query: "q", [key]: names(MOST_NAMED + 1) }).success).toBe(false);
			}
		}
		for (const schema of [searchRequestSchema, toolOf("search_ontology")]) {
			expect(schema.safeParse({ query: "q", limit: MOST_HITS }).success).toBe(true);
			expect(schema.safeParse({ query: "q", limit: MOST_HITS + 1 }).success).toBe(false);
		}
	});

	test("a focus has the same forms everywhere", () => {
		const forms = ["Hinge change", { id: ID }, { kind: "task", id: ID }, { type: "task", id: ID, name: "x" }];
		for (const focus of [...forms, { blockId: ID }, { pageId: ID, databaseId: ID }]) {
			expect(contextRequestSchema.safeParse({ query: "q", focus }).success).toBe(true);
			expect(messageRequestSchema.safeParse({ text: "q", focus }).success).toBe(true);
			expect(getContext.input.safeParse({ query: "q", focus }).success).toBe(true);
			expect(readQuestion({ query: "q", focus }).focus).toEqual(readFocus(focus));
		}
		for (const focus of [{}, { kind: "task" }, { id: ID, ref: "x" }, 3])
			expect(focusSchema.safeParse(focus).success).toBe(false);
		expect(readFocus("Hinge change")).toEqual({ blockId: "Hinge change" });
	});

	test("second names mean the same, and both at once are refused", () => {
		const history = [{ role: "user", content: "And who decides?" }] as const;
		const own = readQuestion({ query: "q", budget: { total: 900 }, history, now: "2026-05-04T08:00:00Z" });
		const other = { query: "q", tokenBudget: { total: 900 }, conversationHistory: history };
		expect(readQuestion({ ...other, now: "2026-05-04T08:00:00Z" })).toEqual(own);
		expect(() => readQuestion({ ...other, budget: { total: 800 } })).toThrow(/two names of one thing/);
		expect(resolveCall("get_onto_task_details", { task_id: "x" })).toMatchObject({
			tool: { name: "get_entity_details" },
			input: { entity_id: "x" },
		});
		expect(resolveCall("get_project_graph_full", { project_id: "x" })).toMatchObject({
			tool: { name: "get_project_graph" },
			input: { project_id: "x", detail: "full" },
		});
		expect(resolveCall("get_everything", {})).toBeUndefined();
	});
});
