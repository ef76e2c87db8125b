import { describe, expect, test } from "vitest";
import { ModelSettingsError } from "../../src/chat/models/model-error.ts";
import type { Environment } from "../../src/chat/models/read-environment.ts";
import { chooseModel } from "../support/choose-model.ts";

const anthropicKey = { ANTHROPIC_API_KEY: "a" };
const openaiKey = { OPENAI_API_KEY: "o" };
const local = { SKEIN_MODEL_URL: "http://127.0.0.1:11434/v1" };

test("without a setting there is no model", () => {
	expect(chooseModel({ environment: {} })).toBeNull();
	expect(chooseModel({ environment: { ANTHROPIC_API_KEY: "", SKEIN_MODEL: " " } })).toBeNull();
});

test.each<{ environment: Environment; expected: object }>([
	{
		environment: anthropicKey,
		expected: { provider: "anthropic", tokenizer: "estimate", contextWindow: 200_000 },
	},
	{ environment: openaiKey, expected: { provider: "openai", tokenizer: "o200k" } },
	{ environment: { ...openaiKey, ...anthropicKey }, expected: { provider: "anthropic" } },
	{
		environment: { ...openaiKey, ...anthropicKey, SKEIN_MODEL: "openai:gpt-4o-mini" },
		expected: { provider: "openai", id: "gpt-4o-mini", contextWindow: 128_000, tokenizer: "o200k" },
	},
	{
		environment: { ...openaiKey, SKEIN_MODEL: "openai:gpt-4-0613" },
		expected: { contextWindow: 8_192, tokenizer: "cl100k" },
	},
	{
		environment: { ...local, SKEIN_MODEL: "openai-compatible:llama3.2:3b" },
		expected: { provider: "openai-compatible", id: "llama3.2:3b", tokenizer: "estimate" },
	},
	{
		environment: { ...anthropicKey, SKEIN_MODEL_CONTEXT_WINDOW: "1000000" },
		expected: { contextWindow: 1_000_000 },
	},
])("$environment chooses $expected", ({ environment, expected }) => {
	expect(chooseModel({ environment })).toMatchObject(expected);
});

describe("settings that name no usable model", () => {
	test.each<{ environment: Environment; variable: string }>([
		{ environment: { ...openaiKey, SKEIN_MODEL: "acme:gpt-9" }, variable: "SKEIN_MODEL" },
		{ environment: { ...openaiKey, SKEIN_MODEL: "gpt-4o" }, variable: "SKEIN_MODEL" },
		{ environment: { ...openaiKey, SKEIN_MODEL: "openai:" }, variable: "SKEIN_MODEL" },
		{ environment: local, variable: "SKEIN_MODEL" },
		{ environment: { SKEIN_MODEL: "openai:gpt-4o" }, variable: "OPENAI_API_KEY" },
		{ environment: { SKEIN_MODEL: "openai-compatible:phi" }, variable: "SKEIN_MODEL_URL" },
		{ environment: { ...anthropicKey, ANTHROPIC_BASE_URL: "localhost" }, variable: "ANTHROPIC_BASE_URL" },
		{ environment: { ...anthropicKey, ANTHROPIC_BASE_URL: "file:///etc" }, variable: "ANTHROPIC_BASE_URL" },
		{
			environment: { ...openaiKey, OPENAI_BASE_URL: "https://me:pass@host/v1" },
			variable: "OPENAI_BASE_URL",
		},
		{
			environment: { ...openaiKey, SKEIN_MODEL_CONTEXT_WINDOW: "lots" },
			variable: "SKEIN_MODEL_CONTEXT_WINDOW",
		},
	])("$environment is refused by $variable", ({ environment, variable }) => {
		expect(() => chooseModel({ environment })).toThrowError(ModelSettingsError);
		expect(() => chooseModel({ environment })).toThrowError(variable);
		expect(catchError(environment)).toMatchObject({
			code: "model_settings_invalid",
			details: { variable, known: ["anthropic", "openai", "openai-compatible"] },
		});
	});

	test("an unknown provider is answered with the known ones, and the value is not repeated", () => {
		const error = catchError({ SKEIN_MODEL: "key-pasted-into-the-wrong-place" });
		expect(error.message).toContain("anthropic, openai, openai-compatible");
		expect(error.message).not.toContain("key-pasted");
	});
});

function catchError(environment: Environment): Error {
	try {
		chooseModel({ environment });
	} catch (error) {
		return error as Error;
	}
	throw new Error("nothing was thrown");
}
