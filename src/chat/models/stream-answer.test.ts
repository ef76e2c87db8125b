import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callTool, type ScriptAction, say } from "../../../test/support/model-script.ts";
import {
	type ScriptedModelServer,
	startScriptedModelServer,
} from "../../../test/support/scripted-model-server.ts";
import { chooseModel } from "./choose-model.ts";
import type { Patience } from "./create-language-model.ts";
import type { LanguageModel, ModelEvent, ModelRequest } from "./model.ts";
import { ModelError, type ModelFailureCode } from "./model-error.ts";

const apiKey = "key-that-must-stay-secret";
const question = "Where does the harbour project stand?";

/** Every way to reach a model, each over its own wire format. */
const connections = [
	{ model: "anthropic:claude-sonnet-5-5", path: "/v1/messages" },
	{ model: "openai:gpt-5.6", path: "/v1/responses" },
	{ model: "openai:gpt-4.1", path: "/v1/chat/completions" },
	{ model: "openai-compatible:llama3.2:3b", path: "/v1/chat/completions" },
];

const faults = [
	fault("429", "model_rate_limited", status(429, "rate_limit_error")),
	fault("500", "model_unavailable", status(500, "api_error")),
	fault("529", "model_unavailable", status(529, "overloaded_error")),
	fault("401", "model_refused_key", status(401, "invalid_request_error")),
	fault("403", "model_refused_key", status(403, "permission_error")),
	fault("400", "model_refused_request", status(400, "invalid_request_error")),
	fault("404", "model_refused_request", status(404, "not_found_error")),
	fault("malformed JSON first", "model_bad_answer", { do: "malformed" }),
	fault("malformed JSON later", "model_bad_answer", say("Hm"), { do: "malformed" }),
	fault("cut before a word", "model_unavailable", { do: "cut" }),
	fault("cut inside the text", "model_unavailable", say("Hm"), { do: "cut" }),
	fault("cut inside the arguments", "model_unavailable", brokenCall('{"query": '), { do: "cut" }),
	fault("closed without a word", "model_unavailable", { do: "close" }),
	fault("closed in good order, unfinished", "model_unavailable", say("Hm"), { do: "close" }),
	fault("stall before a word", "model_stalled", { do: "stall" }),
	fault("stall inside the text", "model_stalled", say("Hm"), { do: "stall" }),
	fault("error frame first", "model_unavailable", errorFrame("overloaded_error")),
	fault("error frame later", "model_unavailable", say("Hm"), errorFrame("overloaded_error")),
	fault("rate limit in a later frame", "model_rate_limited", say("Hm"), errorFrame("rate_limit_error")),
	fault("key refused in a frame", "model_refused_key", errorFrame("authentication_error")),
	fault("request refused in a frame", "model_refused_request", errorFrame("invalid_request_error")),
	fault("arguments that are no JSON", "model_bad_answer", brokenCall('{"query": ')),
	fault("arguments that are no object", "model_bad_answer", brokenCall("[1,", "2]")),
];

let server: ScriptedModelServer;
beforeEach(async () => {
	server = await startScriptedModelServer({ apiKey });
});
afterEach(() => server.close());

describe.each(connections)("$model over $path", ({ model: wanted, path }) => {
	test("streams the text as it comes, then usage, then the end", async () => {
		server.answer(say("The harbour ", "is ", "late."), usage);
		const events = await collect(openModel(wanted));

		expect(events.slice(0, 3)).toEqual([
			{ type: "text-delta", text: "The harbour " },
			{ type: "text-delta", text: "is " },
			{ type: "text-delta", text: "late." },
		]);
		expect(events.slice(3)).toEqual([
			{
				type: "usage",
				inputTokens: 1_200,
				cachedInputTokens: 900,
				cacheWriteTokens: wanted.startsWith("anthropic") ? 200 : 0,
				outputTokens: 40,
			},
			{ type: "end", reason: "stop" },
		]);
		expect(server.requests.map((request) => request.path)).toEqual([path]);
	});

	test("hands out the first words while the rest is still to come", async () => {
		server.answer(say("First"), { do: "stall" });
		const stream = openModel(wanted).stream(ask())[Symbol.asyncIterator]();
		expect(await stream.next()).toEqual({ done: false, value: { type: "text-delta", text: "First" } });
		await stream.return?.();
		expect(await server.requests[0]?.over).toBe("client left");
	});

	test("puts a tool call together from its pieces", async () => {
		const input = { query: "harbour – „Kai 3“", types: ["task", "risk"], limit: 5 };
		server.answer(
			say("Let me look."),
			callTool({ id: "call_1", name: "search_ontology", input, pieces: 7 }),
			callTool({ id: "call_2", name: "list_entities", input: {} }),
		);
		const events = await collect(openModel(wanted));
		expect(events.filter((event) => event.type !== "usage")).toEqual([
			{ type: "text-delta", text: "Let me look." },
			{ type: "tool-call", id: "call_1", name: "search_ontology", input },
			{ type: "tool-call", id: "call_2", name: "list_entities", input: {} },
			{ type: "end", reason: "tool-calls" },
		]);
	});

	test("sends system, messages, tool results, tools and the limit, and keeps the key in its header", async () => {
		server.answer(say("Done."));
		await collect(openModel(wanted), conversation);
		const [request] = server.requests;
		const sent = JSON.stringify(request?.body);
		for (const text of [
			"You are Skein.",
			"Kinds and tools.",
			question,
			"Let me look.",
			"call_1",
			"3 tasks",
		]) {
			expect(sent).toContain(text);
		}
		expect(sent).toContain('"search_ontology"');
		expect(sent).toContain('"required":["query"]');
		expect(sent).toMatch(/"(max_tokens|max_output_tokens|max_completion_tokens)":777/);
		expect(inspect(request, { depth: null })).not.toContain(apiKey);
	});

	test.each(faults)("fault: $name → $code", async ({ actions, code }) => {
		server.answer(actions);
		const { events, error } = await collectUntilError(openModel(wanted, { retries: 0, stallSeconds: 0.15 }));

		expect(error).toBeInstanceOf(ModelError);
		expect(error).toMatchObject({ code, retryable: !code.startsWith("model_refused") });
		const said = actions.some((action) => action.do === "text");
		expect(events).toEqual(said ? [{ type: "text-delta", text: "Hm" }] : []);
		expectNoSecrets(error);
	});

	test("a wrong key is refused without being repeated", async () => {
		const wrong = "wrong-key-that-the-server-echoes";
		const { error } = await collectUntilError(openModel(wanted, {}, wrong));
		expect(error).toMatchObject({ code: "model_refused_key", retryable: false });
		expect(inspect(error, { depth: null })).not.toContain(wrong);
		expect(server.requests).toHaveLength(1);
	});

	test("hangs up on a provider that goes on after an error", async () => {
		server.answer(errorFrame("overloaded_error"), { do: "stall" });
		const { error } = await collectUntilError(openModel(wanted, { retries: 0 }));
		expect(error).toMatchObject({ code: "model_unavailable" });
		expect(await server.requests[0]?.over).toBe("client left");
	});

	test("follows no redirect, which would carry the key to another host", async () => {
		const elsewhere = await startScriptedModelServer();
		const location = elsewhere.url.replace("/v1", path);
		server.answer(status(307, "moved", { location }));
		const { error } = await collectUntilError(openModel(wanted));
		await elsewhere.close();
		expect(error).toMatchObject({ code: "model_refused_request" });
		expect(elsewhere.requests).toEqual([]);
	});

	test("an answer that runs out of room inside a tool call ends by length and calls nothing", async () => {
		server.answer(say("Hm"), brokenCall('{"query": "har'), { do: "end", reason: "length" });
		const events = await collect(openModel(wanted));
		expect(events.filter((event) => event.type !== "usage")).toEqual([
			{ type: "text-delta", text: "Hm" },
			{ type: "end", reason: "length" },
		]);
	});

	test("an empty answer ends without a word, and a filtered one says so", async () => {
		server.answer([]);
		server.answer({ do: "end", reason: "content-filter" });
		expect((await collect(openModel(wanted))).at(-1)).toEqual({ type: "end", reason: "stop" });
		expect((await collect(openModel(wanted))).at(-1)).toEqual({ type: "end", reason: "content-filter" });
	});

	test("keep-alives are no stall", async () => {
		const beat: readonly ScriptAction[] = [{ do: "wait", milliseconds: 120 }, { do: "ping" }];
		server.answer(say("Slow"), ...beat, ...beat, ...beat, say("ly"));
		const events = await collect(openModel(wanted, { stallSeconds: 0.25 }));
		expect(events.filter((event) => event.type === "text-delta")).toHaveLength(2);
	});

	test("a slow reader is no stall", async () => {
		server.answer(say("One ", "two ", "three"));
		const texts: string[] = [];
		for await (const event of openModel(wanted, { stallSeconds: 0.15 }).stream(ask())) {
			await sleep(200);
			if (event.type === "text-delta") texts.push(event.text);
		}
		expect(texts).toEqual(["One ", "two ", "three"]);
	});

	test.each([
		{ name: "before the first word", actions: [], expected: 0 },
		{ name: "inside the text", actions: say("Hm"), expected: 1 },
	])("abort $name stops promptly with the caller's reason", async ({ actions, expected }) => {
		server.answer(actions, { do: "stall" });
		const controller = new AbortController();
		const reason = new Error("the user pressed stop");
		setTimeout(() => controller.abort(reason), 100);
		const started = performance.now();
		const { events, error } = await collectUntilError(openModel(wanted), ask({ signal: controller.signal }));
		expect(error).toBe(reason);
		expect(events).toHaveLength(expected);
		expect(performance.now() - started).toBeLessThan(1_000);
		expect(await server.requests[0]?.over).toBe("client left");
	});
});

test("an aborted signal asks nothing", async () => {
	const signal = AbortSignal.abort(new Error("too late"));
	const { error } = await collectUntilError(openModel("openai:gpt-4.1"), ask({ signal }));
	expect(error).toBe(signal.reason);
	expect(server.requests).toEqual([]);
});

test("a base URL may leave out the version", async () => {
	server.answer(say("Here."));
	const model = chooseModel({
		environment: { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: new URL(server.url).origin },
	});
	if (model !== null) await collect(model);
	expect(server.requests[0]?.path).toBe("/v1/messages");
});

describe("retries", () => {
	const wanted = "openai-compatible:llama3.2:3b";

	test("tries again before the first word, after the pause the provider asks for", async () => {
		server.answer(status(429, "rate_limit_error", { "retry-after": "0.3" }));
		server.answer({ do: "cut" });
		server.answer(say("Here."));
		const started = performance.now();
		const events = await collect(openModel(wanted, { retrySeconds: 0.01 }));
		expect(events).toContainEqual({ type: "text-delta", text: "Here." });
		expect(performance.now() - started).toBeGreaterThan(300);
		expect(server.requests).toHaveLength(3);
	});

	test("gives up after the allowed number", async () => {
		server.answerWith(() => [status(503, "overloaded_error")]);
		const { error } = await collectUntilError(openModel(wanted, { retries: 2, retrySeconds: 0.01 }));
		expect(error).toMatchObject({ code: "model_unavailable" });
		expect(server.requests).toHaveLength(3);
	});

	test("does not wait for a provider that asks for too long, and says how long it asked for", async () => {
		server.answerWith(() => [status(429, "rate_limit_error", { "retry-after": "3600" })]);
		const { error } = await collectUntilError(openModel(wanted));
		expect(error).toMatchObject({ code: "model_rate_limited", details: { retryAfterSeconds: 3_600 } });
		expect(server.requests).toHaveLength(1);
	});

	test("reads a retry-after that is a date", async () => {
		const date = new Date(Date.now() + 100_000).toUTCString();
		server.answerWith(() => [status(429, "rate_limit_error", { "retry-after": date })]);
		const { error } = await collectUntilError(openModel(wanted));
		const { retryAfterSeconds } = (error as ModelError).details;
		expect(retryAfterSeconds).toBeGreaterThan(95);
		expect(retryAfterSeconds).toBeLessThanOrEqual(100);
	});

	test("never repeats an answer that has begun", async () => {
		server.answer(say("Half"), { do: "cut" });
		server.answer(say("Another"));
		const { events, error } = await collectUntilError(openModel(wanted, { retrySeconds: 0.01 }));
		expect(error).toMatchObject({ code: "model_unavailable" });
		expect(events).toEqual([{ type: "text-delta", text: "Half" }]);
		expect(server.requests).toHaveLength(1);
	});

	test("a spent quota is not waited for", async () => {
		server.answerWith(() => [status(429, "insufficient_quota")]);
		const { error } = await collectUntilError(openModel(wanted));
		expect(error).toMatchObject({ code: "model_rate_limited", retryable: false });
		expect(server.requests).toHaveLength(1);
	});

	test("an abort ends the pause", async () => {
		server.answerWith(() => [status(429, "rate_limit_error", { "retry-after": "20" })]);
		const started = performance.now();
		const signal = AbortSignal.timeout(200);
		const { error } = await collectUntilError(openModel(wanted), ask({ signal }));
		expect(error).toBe(signal.reason);
		expect(performance.now() - started).toBeLessThan(2_000);
	});

	test("a server that is not there is named by the network's code", async () => {
		const model = openModel(wanted, { retries: 0 });
		await server.close();
		const { error } = await collectUntilError(model);
		expect(error).toMatchObject({ code: "model_unavailable", details: { network: "ECONNREFUSED" } });
		server = await startScriptedModelServer({ apiKey });
	});
});

describe("what goes over the wire", () => {
	test("Anthropic gets a cache mark after each part that asks for one, and nowhere else", async () => {
		server.answer(say("Done."));
		await collect(openModel("anthropic:claude-sonnet-5-5"), conversation);
		const mark = { cache_control: { type: "ephemeral" } };
		expect(server.requests[0]?.body).toMatchObject({ model: "claude-sonnet-5-5", stream: true });
		expect(server.requests[0]?.body.system).toEqual([
			{ type: "text", text: "You are Skein.\n" },
			{ type: "text", text: "Kinds and tools.\n", ...mark },
		]);
		expect(server.requests[0]?.body.messages).toEqual([
			{
				role: "user",
				content: [
					{ type: "text", text: "# Project\nHarbour\n", ...mark },
					{ type: "text", text: question },
				],
			},
			{
				role: "assistant",
				content: [
					{ type: "text", text: "Let me look." },
					{ type: "tool_use", id: "call_1", name: "search_ontology", input: { query: "harbour" } },
				],
			},
			{
				role: "user",
				content: [
					{ type: "tool_result", tool_use_id: "call_1", content: "3 tasks", ...mark },
					{ type: "tool_result", tool_use_id: "call_2", content: "No such entity.", is_error: true },
				],
			},
		]);
	});

	test("a compatible server gets one system text and plain strings, with usage asked for", async () => {
		server.answer(say("Done."));
		await collect(openModel("openai-compatible:llama3.2:3b"), conversation);
		expect(server.requests[0]?.body).toMatchObject({
			model: "llama3.2:3b",
			stream: true,
			stream_options: { include_usage: true },
			messages: [
				{ role: "system", content: "You are Skein.\nKinds and tools.\n" },
				{ role: "user", content: `# Project\nHarbour\n${question}` },
				{ role: "assistant", content: "Let me look.", tool_calls: [{ id: "call_1", type: "function" }] },
				{ role: "tool", tool_call_id: "call_1", content: "3 tasks" },
				{ role: "tool", tool_call_id: "call_2", content: "No such entity." },
			],
		});
		expect(JSON.stringify(server.requests[0]?.body)).not.toContain("cache");
	});

	test("OpenAI is told to store nothing", async () => {
		server.answer(say("Done."));
		await collect(openModel("openai:gpt-5.6"), conversation);
		expect(server.requests[0]?.body).toMatchObject({ store: false });
	});

	test("two tool calls with one id are no answer", async () => {
		const call = callTool({ id: "twin", name: "list_entities", input: {} });
		server.answer(call, call);
		const { error } = await collectUntilError(openModel("anthropic:claude-sonnet-5-5"));
		expect(error).toMatchObject({ code: "model_bad_answer" });
	});

	test("a server that says stop after a tool call is understood", async () => {
		server.answer(callTool({ id: "c", name: "list_entities", input: {} }), { do: "end", reason: "stop" });
		const events = await collect(openModel("openai-compatible:llama3.2:3b"));
		expect(events.at(-1)).toEqual({ type: "end", reason: "tool-calls" });
	});
});

const usage: ScriptAction = {
	do: "usage",
	inputTokens: 1_200,
	cachedInputTokens: 900,
	cacheWriteTokens: 200,
	outputTokens: 40,
};

const conversation = ask({
	system: [{ text: "You are Skein.\n" }, { text: "Kinds and tools.\n", cache: true }],
	messages: [
		{
			role: "user",
			parts: [{ text: "# Project\nHarbour\n", cache: true }, { text: "" }, { text: question }],
		},
		{
			role: "assistant",
			parts: [{ text: "Let me look." }],
			toolCalls: [{ id: "call_1", name: "search_ontology", input: { query: "harbour" } }],
		},
		{
			role: "tool",
			results: [
				{ id: "call_1", name: "search_ontology", text: "3 tasks", cache: true },
				{ id: "call_2", name: "get_entity_details", text: "No such entity.", failed: true },
			],
		},
	],
	tools: [
		{
			name: "search_ontology",
			description: "Finds entities.",
			inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
		},
	],
});

function ask(request: Partial<ModelRequest> = {}): ModelRequest {
	return {
		system: [{ text: "You are Skein.\n", cache: true }],
		messages: [{ role: "user", parts: [{ text: question }] }],
		tools: [],
		maxOutputTokens: 777,
		signal: new AbortController().signal,
		...request,
	};
}

function openModel(wanted: string, patience: Partial<Patience> = {}, key = apiKey): LanguageModel {
	const model = chooseModel({
		environment: {
			SKEIN_MODEL: wanted,
			ANTHROPIC_API_KEY: key,
			ANTHROPIC_BASE_URL: server.url,
			OPENAI_API_KEY: key,
			OPENAI_BASE_URL: server.url,
			SKEIN_MODEL_API_KEY: key,
			SKEIN_MODEL_URL: server.url,
		},
		patience,
	});
	if (model === null) throw new Error("the environment names a model");
	return model;
}

async function collect(model: LanguageModel, request = ask()): Promise<ModelEvent[]> {
	const { events, error } = await collectUntilError(model, request);
	if (error !== undefined) throw error;
	return events;
}

async function collectUntilError(
	model: LanguageModel,
	request = ask(),
): Promise<{ events: ModelEvent[]; error: unknown }> {
	const events: ModelEvent[] = [];
	try {
		for await (const event of model.stream(request)) events.push(event);
		return { events, error: undefined };
	} catch (error) {
		return { events, error };
	}
}

/** The scripted errors quote the key and the question, as real ones do; nothing of that may come through. */
function expectNoSecrets(error: unknown): void {
	const everything = inspect(error, { depth: null, showHidden: true });
	expect(everything).not.toContain(apiKey);
	expect(everything).not.toContain(question);
}

function fault(
	name: string,
	code: ModelFailureCode,
	...actions: readonly (ScriptAction | readonly ScriptAction[])[]
) {
	return { name, code, actions: actions.flat() };
}

function status(code: number, kind: string, headers: Record<string, string> = {}): ScriptAction {
	return { do: "status", status: code, kind, headers, message: `${apiKey} asked: ${question}` };
}

function errorFrame(kind: string): ScriptAction {
	return { do: "error-frame", kind, message: `${apiKey} asked: ${question}` };
}

function brokenCall(...pieces: readonly string[]): ScriptAction {
	return { do: "tool-call", id: "call_1", name: "search_ontology", pieces };
}
