import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Entity } from "../../src/graph/model/entity.ts";
import { createCaller, expectProblem } from "../support/http-caller.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { type ServedWorkbench, serveWorkbench } from "../support/serve-workbench.ts";
import type { Person } from "../support/workbench.ts";

const ERAS = [
	{ era: "2026-07-28", mode: { pin: "2026-07-28" } },
	{ era: "2025-11-25", mode: "legacy" },
] as const;
type Mode = (typeof ERAS)[number]["mode"];

let served: ServedWorkbench;
let project: string;
let clients: Client[] = [];

beforeAll(async () => {
	served = await serveWorkbench(await openTestDatabase());
	project = await served.bench.project("Bridge");
}, 120_000);
afterAll(() => served?.close());
afterEach(async () => {
	for (const client of clients) await client.close();
	clients = [];
	expect(served.unexpected).toEqual([]);
});

type Grant = { readonly mode: "read" | "write"; readonly projectIds?: readonly string[] };

async function secretOf(person: Person, grant?: Grant): Promise<string> {
	const { graph, workspaceId, people } = served.bench;
	const purpose = grant === undefined ? "session" : "token";
	const owned = { workspaceId, accountId: people[person], purpose, mode: "write", ...grant } as const;
	return (await graph.store.credentials.create(owned)).token;
}

interface Connection {
	readonly mode: Mode;
	readonly token: string;
	/** The answer of the person at the client when they are asked; without it nobody can be asked. */
	readonly says?: "yes" | "no" | "never mind";
	readonly asked?: string[];
	readonly toolset?: string;
}

async function connect({ mode, token, says, asked = [], toolset }: Connection): Promise<Client> {
	const client = new Client(
		{ name: "test", version: "0" },
		{
			versionNegotiation: { mode },
			capabilities: says === undefined ? {} : { elicitation: { form: {} } },
		},
	);
	if (says !== undefined) {
		client.setRequestHandler("elicitation/create", async ({ params }) => {
			asked.push(params.message);
			if (says === "never mind") return { action: "cancel" };
			return says === "yes" ? { action: "accept", content: { confirm: true } } : { action: "decline" };
		});
	}
	const url = new URL(`${served.url}/mcp${toolset === undefined ? "" : `?toolset=${toolset}`}`);
	await client.connect(
		new StreamableHTTPClientTransport(url, {
			requestInit: { headers: { authorization: `Bearer ${token}` } },
		}),
	);
	clients.push(client);
	return client;
}

async function call(client: Client, name: string, input: Record<string, unknown>) {
	const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: input });
	const [part] = content;
	const structured = structuredContent as Readonly<Record<string, unknown>>;
	return { isError, text: part?.type === "text" ? part.text : "", structured };
}

const makeTask = (title: string): Promise<Entity> =>
	served.bench.create("ada", { kind: "task", title, project_id: project });

const exists = async ({ id }: Entity): Promise<boolean> =>
	(await served.bench.as("ada")).reader.graph.node(id) !== undefined;

describe.each(ERAS)("[D1] over HTTP a client of $era", ({ era, mode }) => {
	test("reads with a token, and is offered what writes only with one that may write", async () => {
		const task = await makeTask(`Weld the rail ${era}`);
		const reader = await connect({ mode, token: await secretOf("ada", { mode: "read" }) });
		expect(reader.getNegotiatedProtocolVersion()).toBe(era);
		const names = async (client: Client): Promise<readonly string[]> =>
			(await client.listTools()).tools.map(({ name }) => name);
		expect(await names(reader)).not.toContain("upsert_entity");
		const found = await call(reader, "search_ontology", { query: task.title });
		expect(found.structured.results).toContain(task.ref);
		const { contents } = await reader.readResource({ uri: `skein://entity/${task.ref}` });
		expect(contents).toMatchObject([{ text: expect.stringContaining(task.title) }]);
		const prompt = await reader.getPrompt({ name: "element", arguments: { query: "Why?", focus: task.ref } });
		expect(JSON.stringify(prompt.messages)).toContain(task.title);

		const writer = await connect({ mode, token: await secretOf("ada", { mode: "write" }) });
		expect(await names(writer)).toContain("upsert_entity");
		const all = await connect({ mode, token: await secretOf("ada", { mode: "write" }), toolset: "all" });
		expect(await names(all)).toContain("delete_entity");
	});

	test("[D2] writes what can be undone at once, and the log names the tool", async () => {
		const client = await connect({ mode, token: await secretOf("ada", { mode: "write" }) });
		const made = await call(client, "upsert_entity", {
			...{ kind: "task", title: `Paint the rail ${era}`, project_id: "Bridge" },
		});
		expect(made).toMatchObject({ isError: false, structured: { entities: [expect.any(String)] } });
		const [change] = await served.bench.db.query<{ via: string }>(
			"SELECT via FROM change WHERE workspace_id = $1 ORDER BY revision DESC LIMIT 1",
			[served.bench.workspaceId],
		);
		expect(change?.via).toBe("mcp:upsert_entity");
	});

	test("[D3] with a token, a destructive call waits for a person, no matter who the client says agreed", async () => {
		const task = await makeTask(`Scrap the rail ${era}`);
		const asked: string[] = [];
		const token = await secretOf("ada", { mode: "write" });
		const client = await connect({ mode, token, says: "yes", asked, toolset: "all" });
		const { structured, text } = await call(client, "delete_entity", { entity_id: task.ref });
		expect(structured).toMatchObject({ state: "pending", approval_id: expect.any(String) });
		expect(text).toContain(`skein approvals confirm ${structured.approval_id}`);
		expect(asked).toEqual([]);
		expect(await exists(task)).toBe(true);

		const path = `/api/approvals/${structured.approval_id}`;
		const decision = { body: { decision: "once" } };
		await expectProblem(await createCaller(served.url, token).call(path, decision), 403, "forbidden");
		const other = createCaller(served.url, await secretOf("ben"));
		await expectProblem(await other.call(path, decision), 404, "not_found");
		const person = createCaller(served.url, await secretOf("ada"));
		const waiting = (await (await person.call("/api/approvals")).json()) as { approvals: { id: string }[] };
		expect(waiting.approvals.map(({ id }) => id)).toContain(structured.approval_id);
		expect((await person.call(path, decision)).status).toBe(200);
		expect(await exists(task)).toBe(false);
		await expectProblem(await person.call(path, decision), 409, "already_decided");
	});

	test("[D3] no argument confirms, and a token that only reads proposes nothing", async () => {
		const task = await makeTask(`Keep the rail ${era}`);
		const client = await connect({ mode, token: await secretOf("ada", { mode: "write" }), toolset: "all" });
		for (const extra of [{ confirm: true }, { approved: true }, { approval_id: task.id }]) {
			const { structured } = await call(client, "delete_entity", { entity_id: task.ref, ...extra });
			expect(structured).toMatchObject({ code: "invalid_input" });
		}
		const reader = await connect({ mode, token: await secretOf("ada", { mode: "read" }), toolset: "all" });
		const refused = reader.callTool({ name: "delete_entity", arguments: { entity_id: task.ref } });
		await expect(refused).rejects.toMatchObject({ code: -32602 });
		const direct = createCaller(served.url, await secretOf("ada", { mode: "read" }));
		const answer = await direct.call("/api/tools/delete_entity", { body: { entity_id: task.ref } });
		await expectProblem(answer, 403, "forbidden");
		expect(await exists(task)).toBe(true);
	});

	test("rights that are taken away and tokens that are revoked count at the next call", async () => {
		const { graph, workspaceId, people } = served.bench;
		const owned = { workspaceId, accountId: people.ada, purpose: "token", mode: "read" } as const;
		const { id, token } = await graph.store.credentials.create(owned);
		const client = await connect({ mode, token });
		await client.listTools();
		await graph.store.credentials.revoke(workspaceId, id);
		await expect(client.listTools()).rejects.toThrow();
	});
});

describe("[D3] a person's own session over HTTP", () => {
	const [{ mode: now }, { mode: before }] = ERAS;

	test.each([
		["yes", false],
		["no", true],
		["never mind", true],
	] as const)("is asked at the client, which says %s", async (says, stays) => {
		const task = await makeTask(`Ask about the rail: ${says}`);
		const asked: string[] = [];
		const client = await connect({ mode: now, token: await secretOf("ada"), says, asked, toolset: "all" });
		const { structured } = await call(client, "delete_entity", { entity_id: task.ref });
		expect(asked).toEqual([expect.stringContaining(task.title)]);
		const states = { yes: "approved", no: "denied", "never mind": "pending" } as const;
		expect(structured.state).toBe(states[says]);
		expect(await exists(task)).toBe(stays);
		if (says !== "yes") return;
		const [change] = await served.bench.db.query<{ via: string }>(
			"SELECT via FROM change WHERE workspace_id = $1 ORDER BY revision DESC LIMIT 1",
			[served.bench.workspaceId],
		);
		expect(change?.via).toMatch(/^mcp:delete_entity approval:/);
	});

	test("is asked elsewhere when the client cannot ask, as older ones cannot without a connection", async () => {
		for (const [mode, says] of [
			[now, undefined],
			[before, "yes"],
		] as const) {
			const task = await makeTask("Nobody asked");
			const client = await connect({
				...{ mode, token: await secretOf("ada"), toolset: "all" },
				...(says !== undefined && { says }),
			});
			const { structured } = await call(client, "delete_entity", { entity_id: task.ref });
			expect(structured).toMatchObject({ state: "pending" });
			expect(await exists(task)).toBe(true);
		}
	});

	test("a question that comes back altered, or about something else, is refused", async () => {
		const task = await makeTask("Forge the rail");
		const person = createCaller(served.url, await secretOf("ada"));
		const send = async (params: object): Promise<unknown> => {
			const meta = {
				"io.modelcontextprotocol/protocolVersion": "2026-07-28",
				"io.modelcontextprotocol/clientInfo": { name: "raw", version: "0" },
				"io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
			};
			const response = await person.call("/mcp?toolset=all", {
				body: {
					...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
					params: { name: "delete_entity", arguments: { entity_id: task.ref }, _meta: meta, ...params },
				},
				headers: {
					accept: "application/json, text/event-stream",
					"mcp-protocol-version": "2026-07-28",
					"mcp-method": "tools/call",
					"mcp-name": "delete_entity",
				},
			});
			return response.json();
		};
		const first = (await send({})) as { result: { requestState: string; resultType: string } };
		expect(first.result.resultType).toBe("input_required");
		const agreed = { confirm: { action: "accept", content: { confirm: true } } };
		const forged = `${first.result.requestState.slice(0, -4)}AAAA`;
		expect(await send({ inputResponses: agreed, requestState: forged })).toMatchObject({
			error: { code: -32602 },
		});
		expect(await send({ inputResponses: agreed })).toMatchObject({
			result: { resultType: "input_required" },
		});
		expect(await exists(task)).toBe(true);
		expect(await send({ inputResponses: agreed, requestState: first.result.requestState })).toMatchObject({
			result: { structuredContent: { state: "approved" } },
		});
		expect(await exists(task)).toBe(false);
		// Used once.
		expect(await send({ inputResponses: agreed, requestState: first.result.requestState })).toMatchObject({
			result: { isError: true, structuredContent: { code: "already_decided" } },
		});
	});
});

describe("[D4] /mcp is guarded like every other address", () => {
	const hello = {
		...{ jsonrpc: "2.0", id: 1, method: "initialize" },
		params: {
			...{ protocolVersion: "2025-11-25", capabilities: {} },
			clientInfo: { name: "raw", version: "0" },
		},
	};
	const headers = { accept: "application/json, text/event-stream" };

	test("nobody without a token, nobody from another page or under another name", async () => {
		const caller = createCaller(served.url, await secretOf("ada", { mode: "read" }));
		const send = (options: object) => caller.call("/mcp", { body: hello, headers, ...options });
		expect((await send({})).status).toBe(200);
		const refused = await send({ token: null });
		const told = refused.headers.get("www-authenticate") ?? "";
		const [, metadata = ""] = /^Bearer realm="skein", resource_metadata="([^"]+)"$/.exec(told) ?? [];
		expect(await (await fetch(metadata)).json()).toEqual({
			resource: `${served.url}/mcp`,
			resource_name: "Skein",
			bearer_methods_supported: ["header"],
		});
		await expectProblem(refused, 401, "unauthenticated");
		const outdated = await send({ token: "skein_none" });
		expect(outdated.headers.get("www-authenticate")).toBe(`${told}, error="invalid_token"`);
		await expectProblem(outdated, 401, "unauthenticated");
		const elsewhere = { headers: { ...headers, origin: "https://evil.example" } };
		await expectProblem(await send(elsewhere), 403, "forbidden_origin");
		await expectProblem(await send({ text: "{", body: undefined }), 400, "malformed_json");
		const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
		await expectProblem(await send({ text: deep, body: undefined }), 400, "too_deep");
		// There are no sessions to listen to or to end.
		expect((await caller.call("/mcp", { headers })).status).toBe(405);
		expect((await caller.call("/mcp", { method: "DELETE", headers })).status).toBe(405);
	});
});
