import { afterEach, beforeEach, expect, test } from "vitest";
import {
	collect,
	collectUntilError,
	conversation,
	MODEL_KEY,
	openModel,
	QUESTION,
} from "../../../test/support/ask-model.ts";
import { callTool, say } from "../../../test/support/model-script.ts";
import {
	type ScriptedModelServer,
	startScriptedModelServer,
} from "../../../test/support/scripted-model-server.ts";

let server: ScriptedModelServer;
beforeEach(async () => {
	server = await startScriptedModelServer({ apiKey: MODEL_KEY });
});
afterEach(() => server.close());

test("Anthropic gets a cache mark after each part that asks for one, and nowhere else", async () => {
	server.answer(say("Done."));
	await collect(openModel(server, "anthropic:claude-sonnet-5-5"), conversation);
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
				{ type: "text", text: QUESTION },
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
	await collect(openModel(server, "openai-compatible:llama3.2:3b"), conversation);
	expect(server.requests[0]?.body).toMatchObject({
		model: "llama3.2:3b",
		stream: true,
		stream_options: { include_usage: true },
		messages: [
			{ role: "system", content: "You are Skein.\nKinds and tools.\n" },
			{ role: "user", content: `# Project\nHarbour\n${QUESTION}` },
			{ role: "assistant", content: "Let me look.", tool_calls: [{ id: "call_1", type: "function" }] },
			{ role: "tool", tool_call_id: "call_1", content: "3 tasks" },
			{ role: "tool", tool_call_id: "call_2", content: "No such entity." },
		],
	});
	expect(JSON.stringify(server.requests[0]?.body)).not.toContain("cache");
});

test("OpenAI is told to store nothing", async () => {
	server.answer(say("Done."));
	await collect(openModel(server, "openai:gpt-5.6"), conversation);
	expect(server.requests[0]?.body).toMatchObject({ store: false });
});

test("two tool calls with one id are no answer", async () => {
	const call = callTool({ id: "twin", name: "list_entities", input: {} });
	server.answer(call, call);
	const { error } = await collectUntilError(openModel(server, "anthropic:claude-sonnet-5-5"));
	expect(error).toMatchObject({ code: "model_bad_answer" });
});

test("a server that says stop after a tool call is understood", async () => {
	server.answer(callTool({ id: "c", name: "list_entities", input: {} }), { do: "end", reason: "stop" });
	const events = await collect(openModel(server, "openai-compatible:llama3.2:3b"));
	expect(events.at(-1)).toEqual({ type: "end", reason: "tool-calls" });
});
