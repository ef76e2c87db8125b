import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/graph/model/ids.ts";
import type { JsonObject } from "../../src/graph/model/json.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import { openGraphBackend } from "../../src/serve/mcp/create-mcp-http.ts";
import { createMcpServer } from "../../src/serve/mcp/create-mcp-server.ts";
import { ChatBench, MAREN } from "../support/chat-bench.ts";
import { MCP_ORIGIN } from "../support/mcp-stage.ts";
import { callOnce, say } from "../support/model-script.ts";
import { NOW } from "../support/open-demo.ts";
import { dataOf } from "../support/read-turn.ts";

const KEEPER = "Hana Kobayashi-Wells";
const PARTS = ["Re-cut the lid tool for the Lindqvist hinge", "Gauge post, bolted"];
const GAUGE = {
	...{ kind: "Gauge", label: "Gauge", plural: "Gauges" },
	fields: [
		{ name: "keeper", type: "entity_ref", kind: "Person" },
		{ name: "parts", type: "entity_ref_list", kind: "task" },
		{ name: "log", type: "note_ref" },
	],
};

interface Names {
	readonly id: string;
	readonly ref: string;
	readonly title: string;
}

let bench: ChatBench;
let client: Client;
let folder: string;
const named = new Map<string, Names>();

beforeAll(async () => {
	bench = await ChatBench.open();
	folder = mkdtempSync(join(tmpdir(), "skein-entries-"));
	expect((await bench.call("/api/kinds", { body: GAUGE })).status).toBe(201);
	for (const [kind, title] of [
		["task", PARTS[1]],
		["note", "Gauge log, 2026"],
	]) {
		expect((await bench.call("/api/entities", { body: { kind, title } })).status).toBe(201);
	}
	for (const title of [KEEPER, ...PARTS, "Gauge log, 2026"]) named.set(title, await bench.readEntity(title));
	client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode: "legacy" } });
	const { skein, workspaceId } = bench.served.demo;
	const principal = await skein.principal(workspaceId, MAREN);
	const grant = { mode: "write", projectIds: null } as const;
	const backend = openGraphBackend(skein.graph, { ...principal, grant }, MCP_ORIGIN);
	const [near, far] = InMemoryTransport.createLinkedPair();
	serveStdio(() => createMcpServer({ backend, version: "1.2.3" }), { transport: far });
	await client.connect(near);
}, 120_000);
afterAll(async () => {
	await client?.close();
	await bench?.close();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

type Entry = (entity: { readonly title: string; readonly props: JsonObject }) => Promise<unknown>;

/** Every way in which something can be created, given the same input. */
const ENTRIES: Readonly<Record<string, Entry>> = {
	"the library": async (entity) =>
		(await bench.served.demo.as(MAREN)).writer.create({ kind: "Gauge", ...entity }, "test"),
	HTTP: (entity) => expectOk(bench.call("/api/entities", { body: { kind: "Gauge", ...entity } })),
	"a tool over HTTP": (entity) =>
		expectOk(bench.call("/api/tools/upsert_entity", { body: { kind: "Gauge", ...entity } })),
	"the tool of its kind": ({ title, props: fields }) =>
		expectOk(bench.call("/api/tools/upsert_Gauge", { body: { title, fields } })),
	MCP: async (entity) => {
		const answer = await client.callTool({ name: "upsert_entity", arguments: { kind: "Gauge", ...entity } });
		if (answer.isError) throw new Error(JSON.stringify(answer.content));
	},
	"an agent in the chat": async (entity) => {
		bench.script(callOnce("upsert_entity", { kind: "Gauge", ...entity }), say("Proposed."));
		const { parts } = await bench.converse("Add it");
		const failed = parts.find(({ type }) => type === "tool-output-error");
		if (failed !== undefined) throw new Error(JSON.stringify(failed));
		await expectOk(
			bench.call(`/api/approvals/${String(dataOf(parts, "data-approval").id)}`, {
				body: { decision: "once" },
			}),
		);
	},
};

/** An import keeps what it cannot resolve; the others refuse it. */
const importJsonLines: Entry = async ({ title, props }) => {
	const path = join(folder, `${newId()}.jsonl`);
	const texts = { body: "", description: "", created_at: NOW, updated_at: NOW };
	const none = { project_id: null, state_key: null, type_key: null, archived_at: null, deleted_at: null };
	const row = { id: newId(), kind: "Gauge", title, props, aliases: [], ...texts, ...none };
	writeFileSync(path, `${JSON.stringify({ type: "entity", row })}\n`);
	const { imports } = await bench.served.demo.as(MAREN);
	const report = await runImport({ imports, source: "jsonl", path });
	expect(report.losses).toEqual([]);
};

async function expectOk(answer: ReturnType<ChatBench["call"]>): Promise<void> {
	const { status, body } = await answer;
	if (status >= 300) throw new Error(JSON.stringify(body));
}

/** The fields and the edges drawn from them, by title. */
async function readBack(
	title: string,
): Promise<{ readonly props: unknown; readonly edges: readonly string[] }> {
	const { reader } = await bench.served.demo.as(MAREN);
	const { id, props } = await bench.readEntity(title);
	const edges = reader.graph
		.linksOf(id)
		.filter(({ edge }) => edge.origin === "field")
		.map(({ edge, other }) => `${edge.rel} ${other.title}`);
	return { props, edges: edges.sort() };
}

const idOf = (title: string): string => named.get(title)?.id ?? "";
const refOf = (title: string): string => named.get(title)?.ref ?? "";

interface Case {
	readonly name: string;
	readonly given: () => JsonObject;
	readonly props: () => JsonObject;
	readonly edges: readonly string[];
}

const KEPT = { props: () => ({ keeper: idOf(KEEPER) }), edges: [`keeper ${KEEPER}`] };
const BOTH = {
	props: () => ({ parts: PARTS.map(idOf) }),
	edges: PARTS.map((title) => `parts ${title}`).sort(),
};

const CASES: readonly Case[] = [
	{ name: "an id", given: () => ({ keeper: idOf(KEEPER) }), ...KEPT },
	{ name: "a ref", given: () => ({ keeper: refOf(KEEPER) }), ...KEPT },
	{ name: "an exact title", given: () => ({ keeper: KEEPER }), ...KEPT },
	{
		name: "a title in other case, with spaces around",
		given: () => ({ keeper: ` ${KEEPER.toUpperCase()} ` }),
		...KEPT,
	},
	{
		name: "a title with a comma",
		given: () => ({ log: "Gauge log, 2026" }),
		props: () => ({ log: idOf("Gauge log, 2026") }),
		edges: ["log Gauge log, 2026"],
	},
	{
		name: "a list of an id and a title",
		given: () => ({ parts: [idOf(PARTS[0] ?? ""), PARTS[1] ?? ""] }),
		...BOTH,
	},
	{ name: "a list of refs", given: () => ({ parts: PARTS.map(refOf) }), ...BOTH },
];

describe("[G12] one input gives the same row and the same edges through every entry point", () => {
	for (const { name, given, props, edges } of CASES) {
		for (const [entry, create] of Object.entries({ ...ENTRIES, "an import": importJsonLines })) {
			test(`${name}, by ${entry}`, async () => {
				const title = `Gauge for ${name}, by ${entry}`;
				await create({ title, props: given() });
				expect(await readBack(title)).toEqual({ props: props(), edges });
			});
		}
	}
});

describe("[G12] a reference that names nothing is refused with what to do, and nothing is written", () => {
	for (const [entry, create] of Object.entries(ENTRIES)) {
		test(`by ${entry}`, async () => {
			const title = `Gauge of nobody, by ${entry}`;
			await expect(create({ title, props: { keeper: "Nobody at all" } })).rejects.toThrow(/exact title/);
			const { reader } = await bench.served.demo.as(MAREN);
			expect(reader.graph.find(title)).toBeUndefined();
		});
	}

	test("an import keeps it as text", async () => {
		const title = "Gauge of nobody, imported";
		await importJsonLines({ title, props: { keeper: "Nobody at all" } });
		expect(await readBack(title)).toEqual({ props: { keeper: "Nobody at all" }, edges: [] });
	});
});

describe("[G12] a project and the ends of a relation are named by id, ref or title through every entry point", () => {
	const PROJECT = "Heron 2 bridge gauge";
	type Make = (title: string, project_id: string) => Promise<unknown>;
	const MAKE: Readonly<Record<string, Make>> = {
		"the library": async (title, project_id) =>
			(await bench.served.demo.as(MAREN)).writer.create({ kind: "task", title, project_id }, "test"),
		HTTP: (title, project_id) =>
			expectOk(bench.call("/api/entities", { body: { kind: "task", title, project_id } })),
		"a tool": (title, project_id) =>
			expectOk(bench.call("/api/tools/upsert_entity", { body: { kind: "task", title, project_id } })),
	};
	type Link = (src_id: string, dst_id: string) => Promise<unknown>;
	const rel = "depends_on";
	const LINK: Readonly<Record<string, Link>> = {
		"the library": async (src_id, dst_id) =>
			(await bench.served.demo.as(MAREN)).writer.link({ src_id, rel, dst_id }, "test"),
		HTTP: (src_id, dst_id) => expectOk(bench.call("/api/edges", { body: { src_id, rel, dst_id } })),
		"a tool": (src_id, dst_id) =>
			expectOk(bench.call("/api/tools/link_entities", { body: { src_id, rel, dst_id } })),
	};

	for (const entry of Object.keys(MAKE)) {
		test(`by ${entry}`, async () => {
			const project = await bench.readEntity(PROJECT);
			const titles = ["id", "ref", "title"].map((form) => `Task in a project by ${form}, by ${entry}`);
			for (const [place, name] of [project.id, project.ref, project.title].entries()) {
				await MAKE[entry]?.(titles[place] ?? "", name);
				expect((await bench.readEntity(titles[place] ?? "")).project_id).toBe(project.id);
			}
			const [first, second, third] = await Promise.all(titles.map((title) => bench.readEntity(title)));
			await LINK[entry]?.(first?.title ?? "", second?.ref ?? "");
			await LINK[entry]?.(first?.id ?? "", third?.title ?? "");
			const { reader } = await bench.served.demo.as(MAREN);
			const linked = reader.graph.linksOf(first?.id ?? "").filter(({ edge }) => edge.rel === rel);
			expect(linked.map(({ other }) => other.title).sort()).toEqual([second?.title, third?.title].sort());
		});
	}

	test("a name that two entities have is refused", async () => {
		for (let time = 0; time < 2; time += 1) {
			const made = { kind: "task", title: "Twice there" };
			await expectOk(bench.call("/api/entities", { body: made }));
		}
		const { status, body } = await bench.call("/api/edges", {
			body: { src_id: "Twice there", rel, dst_id: PARTS[0] },
		});
		expect([status, body.code]).toEqual([400, "ambiguous_name"]);
	});
});
