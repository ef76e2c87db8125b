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

/** The scenarios that any server can be held to, each with the checks that only the suite's own tools can be put to. */
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

/** Every other scenario of the suite, by the reason for which ours is not held to it. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
	"calls a tool, prompt or resource by a name that only the example server of the suite has": [
		"completion-complete",
		"tools-call-simple-text",
		"tools-call-image",
		"tools-call-audio",
		"tools-call-embedded-resource",
		"tools-call-mixed-content",
		"tools-call-error",
		"tools-call-with-progress",
		"tools-call-elicitation",
		"json-schema-2020-12",
		"elicitation-sep1034-defaults",
		"elicitation-sep1330-enums",
		"resources-read-text",
		"resources-read-binary",
		"resources-templates-read",
		"prompts-get-simple",
		"prompts-get-with-args",
		"prompts-get-embedded-resource",
		"prompts-get-with-image",
		"http-custom-header-server-validation",
		"input-required-result-basic-elicitation",
		"input-required-result-basic-list-roots",
		"input-required-result-request-state",
		"input-required-result-multiple-input-requests",
		"input-required-result-multi-round",
		"input-required-result-missing-input-response",
		"input-required-result-non-tool-request",
		"input-required-result-result-type",
		"input-required-result-tampered-state",
		"input-required-result-capability-check",
		"input-required-result-ignore-extra-params",
		"input-required-result-validate-input",
	],
	"sessions and streams that are taken up again: each request is independent": [
		"server-session-lifecycle",
		"server-sse-polling",
		"server-sse-multiple-streams",
	],
	"tasks: no call takes so long that it would have to go on in the background": [
		"tasks-lifecycle",
		"tasks-capability-negotiation",
		"tasks-wire-fields",
		"tasks-request-state-removal",
		"tasks-mrtr-input",
		"tasks-request-headers",
		"tasks-dispatch-and-envelope",
		"tasks-status-notifications",
		"tasks-required-task-error",
		"tasks-mrtr-composition",
	],
	"skills, an extension that we do not offer": [
		"sep-2640-skills-directory",
		"sep-2640-skills-enumeration",
		"sep-2640-skills-manifest",
	],
	"messages of a log to the client, which we do not send": ["logging-set-level", "tools-call-with-logging"],
	"subscriptions to resources, which we do not offer": ["resources-subscribe", "resources-unsubscribe"],
	"a server that calls the model of its client, which ours never does": [
		"tools-call-sampling",
		"input-required-result-basic-sampling",
	],
};

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

	test("each of its scenarios is run, or left out for a reason", async () => {
		const { stdout = "" } = (await conformance?.(["list", "--server"])) ?? {};
		const all = [...stdout.matchAll(/^ {2}- (\S+) \[/gm)].map(([, name]) => name);
		const run = SCENARIOS.map(([name]) => name);
		expect(all.length).toBeGreaterThan(run.length);
		expect([...run, ...Object.values(LEFT_OUT).flat()].sort()).toEqual(all.sort());
	});

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
