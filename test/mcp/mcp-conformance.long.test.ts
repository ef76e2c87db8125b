import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findMcpProgram } from "../support/mcp-programs.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { type ServedWorkbench, serveWorkbench } from "../support/serve-workbench.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const conformance = findMcpProgram("mcp-conformance", "conformance");

interface Check {
	readonly id: string;
	readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED";
	readonly errorMessage?: string;
}

/**
 * The scenarios that any server can be held to, each with the checks that only a server with the suite's own tools can
 * be put to. The others call tools, prompts and resources by names that the suite's example server has (`test_…`), or
 * are about what we do not offer: tasks, logging, subscriptions, sampling.
 */
const SCENARIOS: readonly (readonly [scenario: string, untestable: readonly string[]])[] = [
	["server-initialize", []],
	["ping", []],
	["tools-list", []],
	["resources-list", []],
	["prompts-list", []],
	["sep-2164-resource-not-found", []],
	["input-required-result-unsupported-methods", []],
	["dns-rebinding-protection", []],
	["http-header-validation", []],
	["caching", []],
	[
		"server-stateless",
		[
			"sep-2575-http-server-no-independent-requests-on-stream",
			"sep-2575-missing-capability-http-400",
			"sep-2575-server-no-log-without-loglevel",
			"sep-2575-server-rejects-undeclared-capability",
		],
	],
];

/** The suite has no way to send a token: this proxy adds one. */
async function addToken(url: string, token: string): Promise<Server> {
	const gateway = createServer((incoming, outgoing) => {
		const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
		const passed = request(
			new URL(incoming.url ?? "", url),
			{ method: incoming.method, headers },
			(answer) => {
				outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(outgoing);
			},
		);
		passed.on("error", () => outgoing.destroy());
		incoming.pipe(passed);
	});
	await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
	return gateway;
}

describe.skipIf(conformance === undefined)("[D8] the protocol's conformance suite", () => {
	const results = mkdtempSync(join(tmpdir(), "skein-conformance-"));
	let served: ServedWorkbench;
	let gateway: Server;

	beforeAll(async () => {
		served = await serveWorkbench(await openTestDatabase());
		const { graph, workspaceId, people } = served.bench;
		await served.bench.project("Bridge");
		const owned = { workspaceId, accountId: people.ada, purpose: "token", mode: "write" } as const;
		gateway = await addToken(served.url, (await graph.store.credentials.create(owned)).token);
	});
	afterAll(async () => {
		gateway?.close();
		await served?.close();
		rmSync(results, { recursive: true, force: true });
	});

	async function judge(scenario: string): Promise<readonly Check[]> {
		const folder = join(results, scenario);
		const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/mcp`;
		await conformance?.(["server", "--url", url, "--scenario", scenario, "--output-dir", folder]);
		const [run = ""] = readdirSync(folder);
		return JSON.parse(readFileSync(join(folder, run, "checks.json"), "utf8"));
	}

	test.each(SCENARIOS)("%s", async (scenario, untestable) => {
		const checks = await judge(scenario);
		const failed = checks.filter(({ status }) => status === "FAILURE");
		expect(failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`).sort()).toEqual(
			untestable.map((id) => expect.stringMatching(`^${id}: Not testable`)),
		);
		expect(checks.filter(({ status }) => status === "SUCCESS").length).toBeGreaterThan(0);
		expect(served.unexpected).toEqual([]);
	});
});
