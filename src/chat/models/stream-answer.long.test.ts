import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
	ask,
	brokenCall,
	collect,
	collectUntilError,
	conversation,
	errorFrame,
	MODEL_KEY,
	openModel,
	QUESTION,
	status,
} from "../../../test/support/ask-model.ts";
import { chooseModel } from "../../../test/support/choose-model.ts";
import { callTool, type ScriptAction, say } from "../../../test/support/model-script.ts";
import {
	type ScriptedModelServer,
	startScriptedModelServer,
} from "../../../test/support/scripted-model-server.ts";
import { ModelError, type ModelFailureCode } from "./model-error.ts";

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
	server = await startScriptedModelServer({ apiKey: MODEL_KEY });
});
afterEach(() => server.close());

describe.each(connections)("$model over $path", ({ model: wanted, path }) => {
	test("streams the text as it comes, then usage, then the end", async () => {
		server.answer(say("The harbour ", "is ", "late."), usage);
		const events = await collect(openModel(server, wanted));

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
		const stream = openModel(server, wanted).stream(ask())[Symbol.asyncIterator]();
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
		const events = await collect(openModel(server, wanted));
		expect(events.filter((event) => event.type !== "usage")).toEqual([
			{ type: "text-delta", text: "Let me look." },
			{ type: "tool-call", id: "call_1", name: "search_ontology", input },
			{ type: "tool-call", id: "call_2", name: "list_entities", input: {} },
			{ type: "end", reason: "tool-calls" },
		]);
	});

	test("sends system, messages, tool results, tools and the limit, and keeps the key in its header", async () => {
		server.answer(say("Done."));
		await collect(openModel(server, wanted), conversation);
		const [request] = server.requests;
		const sent = JSON.stringify(request?.body);
		for (const text of [
			"You are Skein.",
			"Kinds and tools.",
			QUESTION,
			"Let me look.",
			"call_1",
			"3 tasks",
		]) {
			expect(sent).toContain(text);
		}
		expect(sent).toContain('"search_ontology"');
		expect(sent).toContain('"required":["query"]');
		expect(sent).toMatch(/"(max_tokens|max_output_tokens|max_completion_tokens)":777/);
		expect(inspect(request, { depth: null })).not.toContain(MODEL_KEY);
	});

	test.each(faults)("fault: $name → $code", async ({ actions, code }) => {
		server.answer(actions);
		// On a busy machine any answer may take longer than a stall that a test can wait for.
		const stallSeconds = code === "model_stalled" ? 0.15 : 10;
		const { events, error } = await collectUntilError(
			openModel(server, wanted, { retries: 0, stallSeconds }),
		);

		expect(error).toBeInstanceOf(ModelError);
		expect(error).toMatchObject({ code, retryable: !code.startsWith("model_refused") });
		const said = actions.some((action) => action.do === "text");
		expect(events).toEqual(said ? [{ type: "text-delta", text: "Hm" }] : []);
		expectNoSecrets(error);
	});

	test("a wrong key is refused without being repeated", async () => {
		const wrong = "wrong-key-that-the-server-echoes";
		const { error } = await collectUntilError(openModel(server, wanted, { key: wrong }));
		expect(error).toMatchObject({ code: "model_refused_key", retryable: false });
		expect(inspect(error, { depth: null })).not.toContain(wrong);
		expect(server.requests).toHaveLength(1);
	});

	test("hangs up on a provider that goes on after an error", async () => {
		server.answer(errorFrame("overloaded_error"), { do: "stall" });
		const { error } = await collectUntilError(openModel(server, wanted, { retries: 0 }));
		expect(error).toMatchObject({ code: "model_unavailable" });
		expect(await server.requests[0]?.over).toBe("client left");
	});

	test("follows no redirect, which would carry the key to another host", async () => {
		const elsewhere = await startScriptedModelServer();
		const location = elsewhere.url.replace("/v1", path);
		server.answer(status(307, "moved", { location }));
		const { error } = await collectUntilError(openModel(server, wanted));
		await elsewhere.close();
		expect(error).toMatchObject({ code: "model_refused_request" });
		expect(elsewhere.requests).toEqual([]);
	});

	test("an answer that runs out of room inside a tool call ends by length and calls nothing", async () => {
		server.answer(say("Hm"), brokenCall('{"query": "har'), { do: "end", reason: "length" });
		const events = await collect(openModel(server, wanted));
		expect(events.filter((event) => event.type !== "usage")).toEqual([
			{ type: "text-delta", text: "Hm" },
			{ type: "end", reason: "length" },
		]);
	});

	test("an empty answer ends without a word, and a filtered one says so", async () => {
		server.answer([]);
		server.answer({ do: "end", reason: "content-filter" });
		expect((await collect(openModel(server, wanted))).at(-1)).toEqual({ type: "end", reason: "stop" });
		expect((await collect(openModel(server, wanted))).at(-1)).toEqual({
			type: "end",
			reason: "content-filter",
		});
	});

	test("keep-alives are no stall", async () => {
		const beat: readonly ScriptAction[] = [{ do: "wait", milliseconds: 120 }, { do: "ping" }];
		server.answer(say("Slow"), ...beat, ...beat, ...beat, say("ly"));
		const events = await collect(openModel(server, wanted, { stallSeconds: 0.25 }));
		expect(events.filter((event) => event.type === "text-delta")).toHaveLength(2);
	});

	test("a slow reader is no stall", async () => {
		server.answer(say("One ", "two ", "three"));
		const texts: string[] = [];
		for await (const event of openModel(server, wanted, { stallSeconds: 0.15 }).stream(ask())) {
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
		const { events, error } = await collectUntilError(
			openModel(server, wanted),
			ask({ signal: controller.signal }),
		);
		expect(error).toBe(reason);
		expect(events).toHaveLength(expected);
		expect(await server.requests[0]?.over).toBe("client left");
	});
});

test("an aborted signal asks nothing", async () => {
	const signal = AbortSignal.abort(new Error("too late"));
	const { error } = await collectUntilError(openModel(server, "openai:gpt-4.1"), ask({ signal }));
	expect(error).toBe(signal.reason);
	expect(server.requests).toEqual([]);
});

test("a base URL may leave out the version", async () => {
	server.answer(say("Here."));
	const model = chooseModel({
		environment: { ANTHROPIC_API_KEY: MODEL_KEY, ANTHROPIC_BASE_URL: new URL(server.url).origin },
	});
	if (model !== null) await collect(model);
	expect(server.requests[0]?.path).toBe("/v1/messages");
});

const usage: ScriptAction = {
	do: "usage",
	inputTokens: 1_200,
	cachedInputTokens: 900,
	cacheWriteTokens: 200,
	outputTokens: 40,
};

/** The scripted errors quote the key and the QUESTION, as real ones do; nothing of that may come through. */
function expectNoSecrets(error: unknown): void {
	const everything = inspect(error, { depth: null, showHidden: true });
	expect(everything).not.toContain(MODEL_KEY);
	expect(everything).not.toContain(QUESTION);
}

function fault(
	name: string,
	code: ModelFailureCode,
	...actions: readonly (ScriptAction | readonly ScriptAction[])[]
) {
	return { name, code, actions: actions.flat() };
}
