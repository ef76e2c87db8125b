import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chooseModel } from "../../../test/support/choose-model.ts";
import { say } from "../../../test/support/model-script.ts";
import {
	type ScriptedModelServer,
	startScriptedModelServer,
} from "../../../test/support/scripted-model-server.ts";
import type { LanguageModel, ModelEvent } from "./model.ts";

let first: ScriptedModelServer;
let second: ScriptedModelServer;

beforeAll(async () => {
	first = await startScriptedModelServer();
	second = await startScriptedModelServer();
});
afterAll(async () => {
	await first.close();
	await second.close();
});
afterEach(() => {
	first.answerWith(() => [{ do: "status", status: 400 }]);
	second.answerWith(() => [{ do: "status", status: 400 }]);
});

const chain = (): LanguageModel =>
	chooseModel({
		environment: {
			SKEIN_MODEL: "anthropic:claude-sonnet-4-5, openai-compatible:llama3.3",
			ANTHROPIC_API_KEY: "a",
			ANTHROPIC_BASE_URL: first.url,
			SKEIN_MODEL_URL: second.url,
		},
		patience: { retries: 0 },
	}) as LanguageModel;

async function collect(model: LanguageModel): Promise<{ events: ModelEvent[]; error: unknown }> {
	const events: ModelEvent[] = [];
	try {
		const request = {
			system: [],
			messages: [{ role: "user", parts: [{ text: "Hello?" }] }],
			tools: [],
			maxOutputTokens: 10,
			signal: AbortSignal.timeout(10_000),
		} as const;
		for await (const event of model.stream(request)) events.push(event);
		return { events, error: null };
	} catch (error) {
		return { events, error };
	}
}

const textOf = (events: readonly ModelEvent[]): string =>
	events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");

test("the smallest window of a chain is the window of the chain", () => {
	expect(chain()).toMatchObject({ provider: "anthropic", contextWindow: 16_384, tokenizer: "estimate" });
});

test("a model that fails before its first word gives way to the next, which is named", async () => {
	first.answerWith(() => [{ do: "status", status: 500 }]);
	second.answerWith(() => say("Hello."));
	const { events, error } = await collect(chain());
	expect(error).toBeNull();
	expect(textOf(events)).toBe("Hello.");
	expect(events[0]).toMatchObject({ type: "model", id: "llama3.3", provider: "openai-compatible" });
});

test("a model that has begun to speak does not", async () => {
	first.answerWith(() => [...say("Hel"), { do: "cut" }]);
	second.answerWith(() => say("Hello."));
	const { events, error } = await collect(chain());
	expect(textOf(events)).toBe("Hel");
	expect(error).toMatchObject({ code: "model_unavailable", details: { provider: "anthropic" } });
});

test("when none answers, the last failure is told", async () => {
	first.answerWith(() => [{ do: "status", status: 429 }]);
	second.answerWith(() => [{ do: "status", status: 500 }]);
	const { error } = await collect(chain());
	expect(error).toMatchObject({ code: "model_unavailable", details: { provider: "openai-compatible" } });
});
