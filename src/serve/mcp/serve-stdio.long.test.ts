import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../../scripts/project.mjs";
import { prepareDemoFolder } from "../../../test/support/prepare-demo-folder.ts";
import { serveStdio } from "./serve-stdio.ts";

let dataFolder: string;
/** Of some task in the demo: a question that finds at least that task. */
let title: string;
let command: { readonly command: string; readonly args: string[] };

beforeAll(async () => {
	const { dataFolder: folder, seen } = await prepareDemoFolder(
		({ reader }) => [...reader.graph.nodes()].find((node) => node.kind === "task")?.title,
	);
	dataFolder = folder;
	title = seen ?? "";
	command = {
		command: process.execPath,
		args: [join(root, "bin/skein"), "mcp", "--structured", "full", "--data", dataFolder],
	};
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

const NOW = "2026-07-28";
const BEFORE = "2025-11-25";

describe("the official client starts `skein mcp`", () => {
	// `auto` starts a second process to find out which protocol we use, and ends it before the one that stays.
	test.each([
		{ era: NOW, mode: { pin: NOW } },
		{ era: NOW, mode: "auto" },
		{ era: BEFORE, mode: "legacy" },
	] as const)("speaking $era ($mode)", async ({ era, mode }) => {
		const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode } });
		await client.connect(new StdioClientTransport({ ...command, stderr: "ignore" }));
		try {
			expect(client.getNegotiatedProtocolVersion()).toBe(era);
			const { tools } = await client.listTools();
			expect(tools.map((tool) => tool.name)).toEqual(
				expect.arrayContaining(["get_context", "search_ontology"]),
			);

			const found = await client.callTool({
				name: "search_ontology",
				arguments: { query: title, types: ["task"] },
			});
			const { results } = found.structuredContent as { results: { ref: string; title: string }[] };
			const task = results.find((result) => result.title === title);
			expect(task).toBeDefined();

			const context = await client.callTool({
				name: "get_context",
				arguments: { query: "What holds this up?", focus: task?.ref },
			});
			expect(context.content).toEqual([{ type: "text", text: expect.stringContaining(title) }]);

			const refused = await client.callTool({ name: "get_context", arguments: { query: "x".repeat(1e6) } });
			expect(refused).toMatchObject({ isError: true, structuredContent: { code: "invalid_input" } });
			const after = await client.callTool({ name: "search_ontology", arguments: { query: title } });
			expect(after.isError ?? false).toBe(false);
		} finally {
			await client.close();
		}
	});
});

test.each([NOW, BEFORE])(
	"[D3] with --write, a client of %s writes, and asks before it destroys",
	async (era) => {
		const client = new Client(
			{ name: "test", version: "0" },
			{
				versionNegotiation: { mode: era === NOW ? { pin: NOW } : "legacy" },
				capabilities: { elicitation: { form: {} } },
			},
		);
		const asked: string[] = [];
		client.setRequestHandler("elicitation/create", async ({ params }) => {
			asked.push(params.message);
			return { action: "accept", content: { confirm: true } };
		});
		const args = [...command.args, "--write", "--toolset", "all"];
		await client.connect(new StdioClientTransport({ ...command, args, stderr: "ignore" }));
		try {
			const note = { kind: "note", title: `Written over the pipe in ${era}` };
			const made = await client.callTool({ name: "upsert_entity", arguments: note });
			const [{ ref } = { ref: "" }] = (made.structuredContent as { entities: { ref: string }[] }).entities;
			const gone = await client.callTool({ name: "delete_entity", arguments: { entity_id: ref } });
			expect(gone.structuredContent).toMatchObject({ state: "approved" });
			expect(asked).toEqual([expect.stringContaining(note.title)]);
			const read = await client.callTool({ name: "get_entity_details", arguments: { entity_id: ref } });
			expect(read.structuredContent).toMatchObject({ code: "not_found" });
			const { completion } = await client.complete({
				ref: { type: "ref/prompt", name: "element" },
				argument: { name: "focus", value: title },
			});
			expect(completion.values[0]).toContain(title);
		} finally {
			await client.close();
		}
	},
);

test("with a server on the data folder, several clients share it", async () => {
	const [skein = ""] = command.args;
	const server = spawn(command.command, [skein, "start", "--port", "0", "--data", dataFolder]);
	server.stderr.resume();
	try {
		const { value: line } = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next();
		expect(line).toMatch(/^listening on /);
		const clients = await Promise.all(
			[NOW, NOW].map(async (pin) => {
				const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode: { pin } } });
				await client.connect(new StdioClientTransport({ ...command, stderr: "ignore" }));
				return client;
			}),
		);
		for (const client of clients) {
			const found = await client.callTool({
				name: "search_ontology",
				arguments: { query: title, types: ["task"] },
			});
			const { results } = found.structuredContent as { results: { ref: string; title: string }[] };
			const task = results.find((result) => result.title === title);
			expect(task).toBeDefined();
			const { contents } = await client.readResource({ uri: `skein://entity/${task?.ref}` });
			expect(contents).toMatchObject([{ text: expect.stringContaining(title) }]);
			const refused = await client.callTool({ name: "get_context", arguments: {} });
			expect(refused).toMatchObject({ isError: true, structuredContent: { code: "invalid_input" } });
			await expect(client.readResource({ uri: "skein://entity/nobody" })).rejects.toMatchObject({
				code: -32602,
			});
			await client.close();
		}
	} finally {
		server.kill("SIGTERM");
		await once(server, "exit");
	}
});

describe("bytes on the pipe", () => {
	const HELLO = {
		jsonrpc: "2.0",
		id: 1,
		method: "initialize",
		params: { protocolVersion: BEFORE, capabilities: {}, clientInfo: { name: "raw", version: "0" } },
	};
	const callSearch = (id: number, input: string): string =>
		`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"search_ontology","arguments":${input}}}`;

	interface Answer {
		readonly id: number;
		readonly result?: { readonly isError?: boolean };
	}

	let child: ChildProcessWithoutNullStreams;
	afterEach(() => {
		child.kill("SIGKILL");
	});

	function start(): {
		readonly send: (line: string) => void;
		readonly answers: () => Promise<Answer>;
	} {
		child = spawn(command.command, command.args);
		child.stderr.resume();
		const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
		return {
			send: (line) => child.stdin.write(`${line}\n`),
			answers: async () => JSON.parse((await lines.next()).value),
		};
	}

	test("everything written is an answer, for any input; the process ends when the client leaves", async () => {
		const { send, answers } = start();
		send(JSON.stringify(HELLO));
		expect(await answers()).toMatchObject({ id: 1, result: { serverInfo: { name: "skein" } } });
		send("this is not JSON");
		send('{"jsonrpc":"2.0"}');
		send(callSearch(2, `{"query":${"[".repeat(50_000)}${"]".repeat(50_000)}}`));
		expect(await answers()).toMatchObject({ id: 2, result: { isError: true } });
		send(callSearch(3, `{"query":${JSON.stringify(title)},"__proto__":{"limit":1},"constructor":1}`));
		expect(await answers()).toMatchObject({ id: 3, result: { isError: true } });
		send(callSearch(4, `{"query":${JSON.stringify(title)}}`));
		const last = await answers();
		expect(last.id).toBe(4);
		expect(last.result?.isError ?? false).toBe(false);

		child.stdin.end();
		expect(await once(child, "exit")).toEqual([0, null]);
	});

	test("SIGTERM ends it cleanly, and the data folder is free again", async () => {
		for (let round = 0; round < 2; round += 1) {
			const { send, answers } = start();
			send(JSON.stringify(HELLO));
			await answers();
			child.kill("SIGTERM");
			expect(await once(child, "exit")).toEqual([0, null]);
		}
	});
});

test("an abort ends it and leaves no listener behind", async () => {
	const before = process.listenerCount("SIGTERM");
	const stop = new AbortController();
	const served = serveStdio({
		backend: {
			mayWrite: false,
			callTool: () => Promise.reject(new Error("nobody calls")),
			suggest: () => Promise.reject(new Error("nobody calls")),
			listQueries: () => Promise.reject(new Error("nobody calls")),
			linkTo: (ref) => ref,
		},
		version: "0",
		input: new PassThrough(),
		output: new PassThrough(),
		signal: stop.signal,
	});
	expect(process.listenerCount("SIGTERM")).toBe(before + 1);
	stop.abort();
	await served;
	expect(process.listenerCount("SIGTERM")).toBe(before);
});
