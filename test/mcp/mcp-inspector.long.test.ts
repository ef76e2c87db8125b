import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { root } from "../../scripts/project.mjs";
import { findMcpProgram } from "../support/mcp-programs.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { prepareDemoFolder } from "../support/prepare-demo-folder.ts";
import { type RunningSkein, startSkein } from "../support/run-skein.ts";
import { type ServedWorkbench, serveWorkbench } from "../support/serve-workbench.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const inspector = findMcpProgram("mcp-inspector", "mcp-inspector");

/** Returns the inspector's output of one call; its exit code is not 0 when the call was refused. */
async function inspect(target: readonly string[], method: string, ...args: string[]) {
	const run = await inspector?.(["--cli", ...target, "--method", method, ...args]);
	return { code: run?.code, answer: JSON.parse(run?.stdout || "null"), told: run?.stderr ?? "" };
}

const DEFAULT_TOOLS = ["get_context", "search_ontology", "get_entity_details", "get_linked_entities"];

describe.skipIf(inspector === undefined)("[D8] the inspector's command line drives the server", () => {
	describe("over a pipe", () => {
		let data: string;
		let server: RunningSkein;
		let command: readonly string[];

		beforeAll(async () => {
			({ dataFolder: data } = await prepareDemoFolder(() => null));
			// Each call starts a new `skein mcp`; with a server on the folder none of them has to open the store.
			server = await startSkein(["--data", data]);
			command = [process.execPath, join(root, "bin/skein"), "mcp", "--structured", "full", "--data", data];
		});
		afterAll(async () => {
			await server?.stop("SIGTERM");
			await rm(data, { recursive: true, force: true });
		});

		test("it lists the tools and finds no fault in what they take", async () => {
			const { code, answer, told } = await inspect(command, "tools/list", "--strict");
			expect([code, told]).toEqual([0, expect.stringMatching(/^$|\b0 errors\b/)]);
			const names = answer.tools.map(({ name }: { name: string }) => name);
			expect(names).toEqual(expect.arrayContaining(DEFAULT_TOOLS));
			expect(names).not.toContain("upsert_entity");
		});

		test("it calls one, and reads what was found as a resource", async () => {
			const found = await inspect(
				command,
				...(["tools/call", "--tool-name", "search_ontology", "--tool-arg", "query=hinge"] as const),
			);
			expect(found.code).toBe(0);
			const [first] = found.answer.structuredContent.results;
			const read = await inspect(command, "resources/read", "--uri", `skein://entity/${first.ref}`);
			expect(read.answer.contents[0].text).toContain(first.title);
		});
	});

	describe("over HTTP", () => {
		let served: ServedWorkbench;
		let target: readonly string[];

		beforeAll(async () => {
			served = await serveWorkbench(await openTestDatabase());
			const { graph, workspaceId, people } = served.bench;
			await served.bench.project("Bridge");
			const { token } = await graph.store.credentials.create({
				...{ workspaceId, accountId: people.ada, purpose: "token", mode: "read" },
			});
			target = [`${served.url}/mcp?structured=full`, "--header", `Authorization: Bearer ${token}`];
		});
		afterAll(() => served?.close());

		test("it lists prompts, and entities under their own titles", async () => {
			const { answer: listed } = await inspect(target, "prompts/list");
			expect(listed.prompts.map(({ name }: { name: string }) => name)).toContain("global");
			const { answer } = await inspect(target, "resources/list");
			expect(answer.resources).toContainEqual(expect.objectContaining({ name: "Bridge", title: "Bridge" }));
		});

		test("a prompt comes with its context", async () => {
			const { answer } = await inspect(
				target,
				...(["prompts/get", "--prompt-name", "global", "--prompt-args", "query=What is late?"] as const),
			);
			expect(answer.messages[0].content.text).toContain("What is late?");
		});

		test("[D5] without a token it is asked to sign in", async () => {
			const { code, told } = await inspect([`${served.url}/mcp`], "tools/list");
			expect(code).not.toBe(0);
			expect(told).toContain("auth_required");
		});
	});
});
