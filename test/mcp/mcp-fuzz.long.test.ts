import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ALL_TOOLS } from "../../src/chat/tools/all-tools.ts";
import { RECIPE_NAMES } from "../../src/context/model/recipe.ts";
import { problemSchema } from "../../src/serve/http/exchange/problem.ts";
import { deepen, drawJson, type JsonSchema, mutateJson, NAUGHTY } from "../support/draw-json.ts";
import { openFuzzBench } from "../support/fuzz-bench.ts";
import { SECRETS_OF_OURS } from "../support/http-caller.ts";
import { Random } from "../support/random.ts";
import type { ServedWorkbench } from "../support/serve-workbench.ts";

const CALLS = Math.ceil(2_000 * Number(process.env.SKEIN_TEST_FACTOR ?? 1));
const SEED = Number(process.env.SKEIN_TEST_SEED ?? 1);
const LONGEST_WAIT = 2_000;
const AT_ONCE = 8;
const SERVER_ERROR = 500;
const INTERNAL = -32603;
/** The protocol's library calls parameters of the wrong shape an error of its own, and lists what it expected. */
const MISSHAPEN = /^\[\s*\{\s*"(?:expected|code|origin)"|^Invalid /;
const NOW = "2026-07-28";
const META = "io.modelcontextprotocol";

let served: ServedWorkbench;
let ids: readonly string[];
let tokens: readonly string[];

beforeAll(async () => {
	const fuzz = await openFuzzBench();
	({ served, ids } = fuzz);
	tokens = Object.values(fuzz.tokens);
}, 120_000);
afterAll(() => served?.close());

const TOOL_SCHEMAS: readonly (readonly [string, JsonSchema])[] = [
	...ALL_TOOLS.map(
		({ name, input }) => [name, z.toJSONSchema(input, { io: "input" }) as JsonSchema] as const,
	),
	["search", { type: "object", properties: { query: { type: "string" } }, required: ["query"] }],
	["fetch", { type: "object", properties: { id: { type: "string" } }, required: ["id"] }],
	["get_onto_task_details", { type: "object", properties: { task_id: { type: "string" } } }],
	["get_project_graph_full", { type: "object", properties: { project_id: { type: "string" } } }],
];

interface Message {
	readonly method: string;
	readonly params: Record<string, unknown>;
}

function drawMessage(random: Random): Message {
	const name = (): string => (random.chance(0.5) ? random.pick(ids) : random.pick(NAUGHTY));
	const draws: readonly (() => Message)[] = [
		() => ({ method: random.pick(["tools/list", "prompts/list", "resources/list", "ping"]), params: {} }),
		() => ({
			method: "resources/read",
			params: { uri: `skein://entity/${encodeURIComponent(wellFormed(name()))}` },
		}),
		() => ({ method: "resources/read", params: { uri: name() } }),
		() => ({
			method: "prompts/get",
			params: { name: random.pick(RECIPE_NAMES), arguments: { query: name(), focus: name() } },
		}),
		() => ({
			method: "completion/complete",
			params: {
				ref: { type: "ref/prompt", name: random.pick(RECIPE_NAMES) },
				argument: { name: "focus", value: name() },
			},
		}),
	];
	if (random.chance(0.25)) return random.pick(draws)();
	const [tool, schema] = random.pick(TOOL_SCHEMAS);
	return { method: "tools/call", params: { name: tool, arguments: drawJson({ schema, random, ids }) } };
}

const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "?");

interface Sent {
	readonly text: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly path: string;
}

/** A call of either era: well-formed, broken somewhere, or no call at all. */
function drawCall(random: Random): Sent {
	const drawn = drawMessage(random);
	const { method } = drawn;
	const params = random.chance(0.4) ? mutateJson(drawn.params, random) : drawn.params;
	const isNow = random.chance(0.5);
	const meta = {
		[`${META}/protocolVersion`]: random.chance(0.95) ? NOW : random.pick(NAUGHTY),
		[`${META}/clientInfo`]: { name: "fuzz", version: "0" },
		[`${META}/clientCapabilities`]: random.chance(0.5) ? {} : { elicitation: { form: {} } },
	};
	const withMeta =
		isNow && typeof params === "object" && params !== null ? { ...params, _meta: meta } : params;
	const message = { jsonrpc: "2.0", id: 1, method, params: withMeta };
	const text = random.chance(0.02)
		? random.pick([deepen(7_000), deepen(100_000), "{", "\u0000", '"\\ud800"', "[]", "null"])
		: JSON.stringify(random.chance(0.05) ? mutateJson(message, random) : message);
	const target = drawn.params.name ?? drawn.params.uri;
	const isHeaderText = typeof target === "string" && /^[\x21-\x7e]{1,200}$/.test(target);
	return {
		text,
		path: `/mcp?toolset=${random.pick(["all", "all", "all", "all", "default", "chatgpt", "x"])}`,
		headers: {
			authorization: `Bearer ${random.pick(tokens)}`,
			"content-type": random.chance(0.98) ? "application/json" : "text/plain",
			accept: random.chance(0.98) ? "application/json, text/event-stream" : "text/html",
			...(isNow && { "mcp-protocol-version": NOW, "mcp-method": method }),
			...(isNow && isHeaderText && { "mcp-name": target }),
		},
	};
}

interface Outcome {
	readonly status: number;
	readonly type: string;
	readonly text: string;
	readonly milliseconds: number;
}

async function send({ text, headers, path }: Sent): Promise<Outcome> {
	const begin = performance.now();
	const response = await fetch(served.url + path, { method: "POST", body: text, headers });
	const answer = await response.text();
	const type = response.headers.get("content-type") ?? "";
	return { status: response.status, type, text: answer, milliseconds: performance.now() - begin };
}

interface Reply {
	readonly result?: { readonly isError?: boolean; readonly structuredContent?: { readonly code?: string } };
	readonly error?: { readonly code: number; readonly message: string };
}

/** Returns the protocol's message, plain or as the one event of a stream. */
function readReply({ type, text }: Outcome): Reply | undefined {
	const json = type.startsWith("text/event-stream") ? (/^data: ([^\n]*)$/m.exec(text)?.[1] ?? "") : text;
	return json === "" ? undefined : (JSON.parse(json) as Reply);
}

describe("[P6] no call breaks it", () => {
	test(`${CALLS} calls over MCP, drawn from the schemas, mutated and hostile`, async () => {
		const random = new Random(SEED);
		const outcomes = new Map<string, number>();
		const faults: object[] = [];
		const judge = (sent: Sent, outcome: Outcome): void => {
			const { status, type, text, milliseconds } = outcome;
			const about = { body: sent.text.slice(0, 500), status, answer: text.slice(0, 500) };
			if (status >= SERVER_ERROR) faults.push(about);
			if (milliseconds > LONGEST_WAIT) faults.push({ ...about, milliseconds });
			if (type.startsWith("application/problem+json")) problemSchema.parse(JSON.parse(text));
			const reply = readReply(outcome);
			const isRefusal = reply?.error !== undefined || reply?.result?.isError === true;
			const isInternal = reply?.error?.code === INTERNAL && !MISSHAPEN.test(reply.error.message);
			if (isInternal || reply?.result?.structuredContent?.code === "internal") faults.push(about);
			if (isRefusal && SECRETS_OF_OURS.test(text.replaceAll(/SELECT \w|INSERT \w/g, ""))) faults.push(about);
			const key = isRefusal ? "refused" : status < 300 ? "answered" : String(status);
			outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
		};
		for (let count = 0; count < CALLS; count += AT_ONCE) {
			const batch = random.list(AT_ONCE, () => drawCall(random));
			const answers = await Promise.all(batch.map(send));
			for (const [index, outcome] of answers.entries()) {
				const sent = batch[index] as Sent;
				// Another load on the machine may delay any request once; a request that hangs, hangs again.
				judge(sent, outcome.milliseconds > LONGEST_WAIT ? await send(sent) : outcome);
			}
		}
		console.log(`fuzzed over MCP: ${JSON.stringify(Object.fromEntries([...outcomes].sort()))}`);
		expect(served.unexpected).toEqual([]);
		expect(faults.slice(0, 5)).toEqual([]);
		// It must have come through the first check often enough to have tried what lies behind.
		expect(outcomes.get("answered") ?? 0).toBeGreaterThan(CALLS / 10);
		expect((await fetch(`${served.url}/api/ready`)).status).toBe(200);
	}, 900_000);
});
