import { AnswerCutError, AnswerUnreadableError } from "./classify-failure.ts";
import type { ModelEvent, ToolCall } from "./model.ts";
import type { ProviderCall, ProviderModel, ProviderPart } from "./provider-families.ts";

type FinishPart = Extract<ProviderPart, { type: "finish" }>;
type ToolCallPart = Extract<ProviderPart, { type: "tool-call" }>;

/** One attempt: the provider's stream, read as our events, to a proper end or an error. */
export async function* readAnswer(provider: ProviderModel, call: ProviderCall): AsyncGenerator<ModelEvent> {
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
