import { setTimeout as sleep } from "node:timers/promises";
import {
	AnswerCutError,
	AnswerUnreadableError,
	classifyFailure,
	secondsBeforeRetry,
} from "./classify-failure.ts";
import { createWatchedFetch } from "./create-watched-fetch.ts";
import type { ModelEvent, ModelMessage, ModelRequest, PromptPart, ToolCall, ToolResult } from "./model.ts";
import type { ModelConnection } from "./open-model.ts";
import type { ProviderCall, ProviderModel, ProviderPart } from "./provider-families.ts";

/** Asks until an answer begins, then hands it on; once a single event is out, a failure is final. */
export async function* streamAnswer(
	connection: ModelConnection,
	request: ModelRequest,
): AsyncGenerator<ModelEvent> {
	for (let attempt = 0; ; attempt += 1) {
		let begun = false;
		try {
			for await (const event of askOnce(connection, request)) {
				begun = true;
				yield event;
			}
			return;
		} catch (error) {
			request.signal.throwIfAborted();
			const failure = classifyFailure(error, connection);
			const pause = begun ? undefined : secondsBeforeRetry(failure, attempt, connection.patience);
			if (pause === undefined) throw failure;
			await sleep(pause * 1_000, undefined, { signal: request.signal }).catch(() => {});
			request.signal.throwIfAborted();
		}
	}
}

const connected = new WeakMap<ModelConnection, ProviderModel>();

/** Connections are kept: a client library builds its schemas for each new one, while the prompt waits. */
async function connect(connection: ModelConnection): Promise<ProviderModel> {
	const known = connected.get(connection);
	if (known !== undefined) return known;
	const { family, model, url, apiKey } = connection;
	const provider = await family.connect({ model, url, apiKey, fetch: createWatchedFetch(connection) });
	connected.set(connection, provider);
	return provider;
}

async function* askOnce(connection: ModelConnection, request: ModelRequest): AsyncGenerator<ModelEvent> {
	const { family } = connection;
	const left = new AbortController();
	try {
		const provider = await connect(connection);
		const call = translateRequest(request, { keepParts: family.carriesCacheMarks });
		const abortSignal = AbortSignal.any([request.signal, left.signal]);
		yield* readAnswer(provider, { ...call, abortSignal });
	} finally {
		// Without this, a reader that stops half way leaves the provider generating, and billing, to the end.
		left.abort();
	}
}

type FinishPart = Extract<ProviderPart, { type: "finish" }>;
type ToolCallPart = Extract<ProviderPart, { type: "tool-call" }>;

/** One attempt: the provider's stream, read as our events, to a proper end or an error. */
async function* readAnswer(provider: ProviderModel, call: ProviderCall): AsyncGenerator<ModelEvent> {
	const { stream } = await provider.doStream(call);
	const toolCalls: ToolCallPart[] = [];
	let finish: FinishPart | undefined;
	for await (const part of stream) {
		if (part.type === "text-delta" && part.delta !== "") yield { type: "text-delta", text: part.delta };
		else if (part.type === "tool-call") toolCalls.push(part);
		else if (part.type === "finish") finish = part;
		else if (part.type === "error") throw part.error;
	}
	yield* readFinish(finish, toolCalls);
}

/** Tool calls come out only here: an answer that broke off, or ran out of room inside one, must not act. */
function* readFinish(
	finish: FinishPart | undefined,
	toolCalls: readonly ToolCallPart[],
): Generator<ModelEvent> {
	// A connection closed in good order but without a reason is a cut answer, not a finished one.
	const reason = finish?.finishReason.unified ?? "other";
	if (finish === undefined || (reason === "other" && finish.finishReason.raw === undefined)) {
		throw new AnswerCutError();
	}
	if (reason === "error") throw new AnswerUnreadableError("the answer ended in an error");

	const complete = reason === "stop" || reason === "tool-calls";
	const calls = complete ? readToolCalls(toolCalls) : [];
	for (const call of calls) yield { type: "tool-call", ...call };

	const { inputTokens, outputTokens } = finish.usage;
	if (inputTokens.total !== undefined || outputTokens.total !== undefined) {
		yield {
			type: "usage",
			inputTokens: inputTokens.total ?? 0,
			cachedInputTokens: inputTokens.cacheRead ?? 0,
			cacheWriteTokens: inputTokens.cacheWrite ?? 0,
			outputTokens: outputTokens.total ?? 0,
		};
	}
	// Some servers say "stop" after a tool call; taken at its word, the turn would end with the call unanswered.
	yield { type: "end", reason: calls.length > 0 ? "tool-calls" : reason };
}

function readToolCalls(parts: readonly ToolCallPart[]): readonly ToolCall[] {
	const ids = new Set(parts.map((part) => part.toolCallId));
	if (ids.size < parts.length) throw new AnswerUnreadableError("two tool calls share an id");
	return parts.map((part) => ({
		id: part.toolCallId,
		name: part.toolName,
		input: readToolInput(part.input),
	}));
}

/** More characters than any tool takes: what is longer would be kept, shown and sent again for nothing. */
const LONGEST_INPUT = 2_000_000;

function readToolInput(text: string): Readonly<Record<string, unknown>> {
	if (text.length > LONGEST_INPUT) throw new AnswerUnreadableError("tool arguments are too long");
	if (text.trim() === "") return {};
	const input: unknown = JSON.parse(text);
	if (typeof input === "object" && input !== null && !Array.isArray(input)) {
		return input as Record<string, unknown>;
	}
	throw new AnswerUnreadableError("tool arguments are no object");
}

type ProviderMessage = ProviderCall["prompt"][number];
type ProviderTool = Extract<NonNullable<ProviderCall["tools"]>[number], { type: "function" }>;

function translateRequest(request: ModelRequest, { keepParts }: { keepParts: boolean }): ProviderCall {
	// Many local models read only the first system message and no lists of parts: they get one plain text.
	const arrange = keepParts ? dropEmpty : joinParts;
	return {
		prompt: [
			...arrange(request.system).map(
				(part): ProviderMessage => ({ role: "system", content: part.text, ...cacheMark(part) }),
			),
			...request.messages.map((message) => translateMessage(message, arrange)),
		],
		tools: request.tools.map(
			({ name, description, inputSchema }): ProviderTool => ({
				type: "function",
				name,
				description,
				inputSchema,
			}),
		),
		maxOutputTokens: request.maxOutputTokens,
		// Skein keeps the conversation itself; nothing of it is to be stored at the provider.
		providerOptions: { openai: { store: false } },
	};
}

type Arrange = (parts: readonly PromptPart[]) => readonly PromptPart[];

function translateMessage(message: ModelMessage, arrange: Arrange): ProviderMessage {
	switch (message.role) {
		case "user":
			return {
				role: "user",
				content: [
					...arrange(message.parts).map(translateText),
					...(message.images ?? []).map(({ mediaType, data }) => ({
						type: "file" as const,
						mediaType,
						data,
					})),
				],
			};
		case "assistant":
			return {
				role: "assistant",
				content: [
					...arrange(message.parts).map(translateText),
					...(message.toolCalls ?? []).map(({ id, name, input }) => ({
						type: "tool-call" as const,
						toolCallId: id,
						toolName: name,
						input,
					})),
				],
			};
		case "tool":
			return { role: "tool", content: message.results.map(translateResult) };
	}
}

function translateText(part: PromptPart) {
	return { type: "text" as const, text: part.text, ...cacheMark(part) };
}

function translateResult(result: ToolResult) {
	return {
		type: "tool-result" as const,
		toolCallId: result.id,
		toolName: result.name,
		output: { type: result.failed ? ("error-text" as const) : ("text" as const), value: result.text },
		...cacheMark(result),
	};
}

function cacheMark(part: PromptPart) {
	return part.cache ? { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } } : {};
}

/** Anthropic refuses the whole request for one empty text block. */
function dropEmpty(parts: readonly PromptPart[]): readonly PromptPart[] {
	return parts.filter((part) => part.text !== "");
}

function joinParts(parts: readonly PromptPart[]): readonly PromptPart[] {
	return dropEmpty([{ text: parts.map((part) => part.text).join("") }]);
}
