import type { LanguageModel, ModelEvent, ModelRequest } from "../../src/chat/models/model.ts";
import type { Patience } from "../../src/chat/models/open-model.ts";
import { chooseModel } from "./choose-model.ts";
import type { ScriptAction } from "./model-script.ts";
import type { ScriptedModelServer } from "./scripted-model-server.ts";

/** No report of a failure may contain either of them; the scripted server's own message contains both. */
export const MODEL_KEY = "key-that-must-stay-secret";
export const QUESTION = "Where does the harbour project stand?";

export function ask(request: Partial<ModelRequest> = {}): ModelRequest {
	return {
		system: [{ text: "You are Skein.\n", cache: true }],
		messages: [{ role: "user", parts: [{ text: QUESTION }] }],
		tools: [],
		maxOutputTokens: 777,
		signal: new AbortController().signal,
		...request,
	};
}

/** A turn that has called tools, with marks where a provider may cache. */
export const conversation = ask({
	system: [{ text: "You are Skein.\n" }, { text: "Kinds and tools.\n", cache: true }],
	messages: [
		{
			role: "user",
			parts: [{ text: "# Project\nHarbour\n", cache: true }, { text: "" }, { text: QUESTION }],
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

/** The model of that name as the environment would give it, answered by the scripted server. */
export function openModel(
	server: ScriptedModelServer,
	wanted: string,
	{ key = MODEL_KEY, ...patience }: Partial<Patience> & { readonly key?: string } = {},
): LanguageModel {
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

export async function collect(model: LanguageModel, request = ask()): Promise<ModelEvent[]> {
	const { events, error } = await collectUntilError(model, request);
	if (error !== undefined) throw error;
	return events;
}

export async function collectUntilError(
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

export function status(code: number, kind: string, headers: Record<string, string> = {}): ScriptAction {
	return { do: "status", status: code, kind, headers, message: `${MODEL_KEY} asked: ${QUESTION}` };
}

export function errorFrame(kind: string): ScriptAction {
	return { do: "error-frame", kind, message: `${MODEL_KEY} asked: ${QUESTION}` };
}

export function brokenCall(...pieces: readonly string[]): ScriptAction {
	return { do: "tool-call", id: "call_1", name: "search_ontology", pieces };
}
