import { afterEach, beforeEach, expect, test } from "vitest";
import {
	ask,
	collect,
	collectUntilError,
	MODEL_KEY,
	openModel,
	status,
} from "../../../test/support/ask-model.ts";
import { say } from "../../../test/support/model-script.ts";
import {
	type ScriptedModelServer,
	startScriptedModelServer,
} from "../../../test/support/scripted-model-server.ts";
import type { ModelError } from "./model-error.ts";

let server: ScriptedModelServer;
beforeEach(async () => {
	server = await startScriptedModelServer({ apiKey: MODEL_KEY });
});
afterEach(() => server.close());

const wanted = "openai-compatible:llama3.2:3b";

test("tries again before the first word, after the pause the provider asks for", async () => {
	server.answer(status(429, "rate_limit_error", { "retry-after": "0.3" }));
	server.answer({ do: "cut" });
	server.answer(say("Here."));
	const started = performance.now();
	const events = await collect(openModel(server, wanted, { retrySeconds: 0.01 }));
	expect(events).toContainEqual({ type: "text-delta", text: "Here." });
	expect(performance.now() - started).toBeGreaterThan(300);
	expect(server.requests).toHaveLength(3);
});

test("gives up after the allowed number", async () => {
	server.answerWith(() => [status(503, "overloaded_error")]);
	const { error } = await collectUntilError(openModel(server, wanted, { retries: 2, retrySeconds: 0.01 }));
	expect(error).toMatchObject({ code: "model_unavailable" });
	expect(server.requests).toHaveLength(3);
});

test("does not wait for a provider that asks for too long, and says how long it asked for", async () => {
	server.answerWith(() => [status(429, "rate_limit_error", { "retry-after": "3600" })]);
	const { error } = await collectUntilError(openModel(server, wanted));
	expect(error).toMatchObject({ code: "model_rate_limited", details: { retryAfterSeconds: 3_600 } });
	expect(server.requests).toHaveLength(1);
});

test("reads a retry-after that is a date", async () => {
	const date = new Date(Date.now() + 100_000).toUTCString();
	server.answerWith(() => [status(429, "rate_limit_error", { "retry-after": date })]);
	const { error } = await collectUntilError(openModel(server, wanted));
	const { retryAfterSeconds } = (error as ModelError).details;
	expect(retryAfterSeconds).toBeGreaterThan(95);
	expect(retryAfterSeconds).toBeLessThanOrEqual(100);
});

test("never repeats an answer that has begun", async () => {
	server.answer(say("Half"), { do: "cut" });
	server.answer(say("Another"));
	const { events, error } = await collectUntilError(openModel(server, wanted, { retrySeconds: 0.01 }));
	expect(error).toMatchObject({ code: "model_unavailable" });
	expect(events).toEqual([{ type: "text-delta", text: "Half" }]);
	expect(server.requests).toHaveLength(1);
});

test("a spent quota is not waited for", async () => {
	server.answerWith(() => [status(429, "insufficient_quota")]);
	const { error } = await collectUntilError(openModel(server, wanted));
	expect(error).toMatchObject({ code: "model_rate_limited", retryable: false });
	expect(server.requests).toHaveLength(1);
});

test("an abort ends the pause", async () => {
	server.answerWith(() => [status(429, "rate_limit_error", { "retry-after": "20" })]);
	const signal = AbortSignal.timeout(200);
	const { error } = await collectUntilError(openModel(server, wanted), ask({ signal }));
	expect(error).toBe(signal.reason);
});

test("a server that is not there is named by the network's code", async () => {
	const model = openModel(server, wanted, { retries: 0 });
	await server.close();
	const { error } = await collectUntilError(model);
	expect(error).toMatchObject({ code: "model_unavailable", details: { network: "ECONNREFUSED" } });
	server = await startScriptedModelServer({ apiKey: MODEL_KEY });
});
