import { Client, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_TOOLS } from "../../src/chat/tools/all-tools.ts";
import { RECIPE_NAMES } from "../../src/context/model/recipe.ts";
import type { Entity } from "../../src/graph/model/entity.ts";
import { gatherCast, PRINCIPALS, type Principal } from "../support/cast.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { type ServedWorkbench, serveWorkbench } from "../support/serve-workbench.ts";

/**
 * The end of a call: hidden content returned, nothing returned, refused as absent, refused as forbidden, or no such
 * tool.
 */
type Outcome = "told" | "nothing" | "not_found" | "forbidden" | "no tool";
type Expected = Readonly<Partial<Record<Principal | "others", Outcome>>>;

const ABSENT = "01900000-0000-7000-8000-000000000000";
const HIDDEN = "Quillwort";

let served: ServedWorkbench;
let clients: Record<Principal, Client>;
let project: string;

beforeAll(async () => {
	served = await serveWorkbench(await openTestDatabase(), {
		limits: { perAddress: 1e9, perUser: 1e9, signIns: 10 },
	});
	const { closedProject, secrets } = await gatherCast(served, `${HIDDEN} project`);
	project = closedProject;
	const connected = await Promise.all(
		Object.entries(secrets).map(async ([who, token]) => [who, await connect(token)] as const),
	);
	clients = Object.fromEntries(connected) as typeof clients;
}, 120_000);
afterAll(async () => {
	for (const client of Object.values(clients ?? {})) await client.close();
	await served?.close();
});

async function connect(token: string): Promise<Client> {
	const client = new Client(
		{ name: "test", version: "0" },
		{ versionNegotiation: { mode: { pin: "2026-07-28" } } },
	);
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	await client.connect(
		new StreamableHTTPClientTransport(new URL(`${served.url}/mcp?toolset=all&structured=full`), {
			requestInit,
		}),
	);
	return client;
}

interface Ground {
	readonly task: Entity;
	readonly note: Entity;
}

/** New for every call, so that one answer cannot spoil the next. */
async function prepare(): Promise<Ground> {
	const { writer } = await served.bench.as("ada");
	const make = (kind: string): Promise<Entity> =>
		writer.create(
			{ kind, title: `${HIDDEN} ${kind}`, project_id: project, body: `${HIDDEN} grows.` },
			"test",
		);
	const ground = { task: await make("task"), note: await make("note") };
	await writer.link({ src_id: ground.task.id, rel: "references", dst_id: ground.note.id }, "test");
	return ground;
}

const readers = { owner: "told", viewer: "told", editor: "told", readToken: "told" } as const;
const byId: Expected = { ...readers, others: "not_found" };
const byWords: Expected = { ...readers, others: "nothing" };
const writers: Expected = {
	...{ owner: "told", editor: "told", viewer: "forbidden", readToken: "no tool", others: "not_found" },
};

const CASES: readonly {
	readonly tool: string;
	readonly input: (ground: Ground) => Record<string, unknown>;
	readonly expected: Expected;
}[] = [
	{ tool: "get_context", input: ({ task }) => ({ query: "Why?", focus: task.ref }), expected: byId },
	{ tool: "search_ontology", input: () => ({ query: HIDDEN }), expected: byWords },
	{ tool: "get_entity_details", input: ({ task }) => ({ entity_id: task.ref }), expected: byId },
	{ tool: "run_query", input: () => ({ wql: "SELECT t FROM task" }), expected: byWords },
	{ tool: "get_linked_entities", input: ({ task }) => ({ entity_id: task.id }), expected: byId },
	{ tool: "get_project_graph", input: () => ({ project_id: project }), expected: byId },
	{ tool: "list_entities", input: () => ({ kind: "task" }), expected: byWords },
	{ tool: "get_entity_relationships", input: ({ task }) => ({ entity_id: task.id }), expected: byId },
	{
		tool: "upsert_entity",
		input: ({ task }) => ({ entity_id: task.id, description: "Wet." }),
		expected: writers,
	},
	{
		tool: "link_entities",
		input: ({ task, note }) => ({ src_id: task.id, rel: "relates_to", dst_id: note.id }),
		expected: writers,
	},
	{
		tool: "unlink_entities",
		input: ({ task, note }) => ({ src_id: task.id, rel: "references", dst_id: note.id }),
		expected: writers,
	},
	{ tool: "delete_entity", input: ({ task }) => ({ entity_id: task.id }), expected: writers },
	{
		tool: "create_note",
		input: ({ task }) => ({ title: "Found", body: "x", about: [task.id] }),
		// A note of no project is for members; who may only see a project from outside writes none.
		expected: { ...writers, owner: "nothing", editor: "forbidden" },
	},
	{ tool: "describe_workspace", input: () => ({}), expected: { others: "nothing" } },
	{
		tool: "write_entities",
		input: ({ task }) => ({
			entities: [{ as: "new", kind: "task", title: `${HIDDEN} new`, project_id: project }],
			links: [{ src_id: task.id, rel: "depends_on", dst_id: "$new" }],
		}),
		expected: writers,
	},
	{ tool: "append_text", input: ({ task }) => ({ entity_id: task.id, text: "Wet." }), expected: writers },
	{
		tool: "edit_text",
		input: ({ task }) => ({ entity_id: task.id, quote: "grows", replacement: "wilts" }),
		expected: writers,
	},
];

const expectedFor = (expected: Expected, who: Principal): Outcome | undefined =>
	expected[who] ?? expected.others;

async function callTool(who: Principal, name: string, input: Record<string, unknown>): Promise<Outcome> {
	try {
		const answer = await clients[who].callTool({ name, arguments: input });
		const { code } = (answer.structuredContent ?? {}) as { code?: Outcome };
		if (answer.isError) return code ?? "nothing";
		const text = JSON.stringify(answer);
		return text.includes(HIDDEN) || text.includes(project) ? "told" : "nothing";
	} catch (error) {
		if (error instanceof ProtocolError) return "no tool";
		throw error;
	}
}

describe("[P3] every tool, resource and prompt and every kind of principal", () => {
	test("no tool is left out", () => {
		expect(CASES.map(({ tool }) => tool).sort()).toEqual(ALL_TOOLS.map(({ name }) => name).sort());
	});

	test.each(CASES)("$tool", async ({ tool, input, expected }) => {
		for (const who of PRINCIPALS) {
			const outcome = await callTool(who, tool, input(await prepare()));
			expect({ who, outcome }).toEqual({ who, outcome: expectedFor(expected, who) });
		}
		expect(served.unexpected).toEqual([]);
	});

	test.each(PRINCIPALS)("resources, prompts and completions as %s", async (who) => {
		const { task } = await prepare();
		const client = clients[who];
		const isReader = who in readers;
		const attempt = (work: Promise<object>): Promise<string> =>
			work.then(
				(answer) => JSON.stringify(answer),
				(error: unknown) =>
					error instanceof ProtocolError ? `${error.code} ${error.message}` : String(error),
			);
		const read = (id: string) => attempt(client.readResource({ uri: `skein://entity/${id}` }));
		const absent = (await read(ABSENT)).replaceAll(ABSENT, "…");
		const answer = (await read(task.id)).replaceAll(task.id, "…");
		if (isReader) expect(answer).toContain(HIDDEN);
		else expect(answer).toBe(absent);
		for (const name of RECIPE_NAMES) {
			const ask = (focus: string) => attempt(client.getPrompt({ name, arguments: { query: "Why?", focus } }));
			if (!isReader) expect(await ask(task.id)).toBe(await ask(ABSENT));
			else expect(await ask(task.id)).toContain('"role":"user"');
		}
		const offered = await Promise.all([
			attempt(client.listResources()),
			attempt(
				client.complete({
					ref: { type: "ref/prompt", name: "element" },
					argument: { name: "focus", value: HIDDEN },
				}),
			),
		]);
		expect(offered[1].includes(HIDDEN)).toBe(isReader);
		if (!isReader) expect(offered[0]).not.toContain(HIDDEN);
		expect(served.unexpected).toEqual([]);
	});
});
