import type { ModelMessage, ModelRequest, PromptPart, ToolResult } from "./model.ts";
import type { ProviderCall } from "./provider-families.ts";

type ProviderMessage = ProviderCall["prompt"][number];
type ProviderTool = Extract<NonNullable<ProviderCall["tools"]>[number], { type: "function" }>;

export function translateRequest(request: ModelRequest, { keepParts }: { keepParts: boolean }): ProviderCall {
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
