import type { z } from "zod";
import type { Answer } from "../../contract/frozen.ts";
import type { messageRequestSchema } from "../../contract/message-request.ts";
import type { priceSchema, tokenizerSchema } from "../../contract/model.ts";

/**
 * A language model: one prompt in, one streamed answer out. The loop, the tools and the log are in the layers above;
 * the provider and its protocol are known only to the layers below.
 */
export interface LanguageModel extends ModelFacts {
	readonly id: string;
	readonly provider: string;
	/**
	 * Ends with exactly one `end` event, or throws: a `ModelError` when the provider failed, the signal's
	 * own reason when the caller stopped. Text that came before stays valid.
	 */
	stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

export interface ModelFacts {
	/** Tokens that prompt and answer may take together. */
	readonly contextWindow: number;
	readonly tokenizer: Tokenizer;
	readonly seesImages: boolean;
	/** Null where it is not known. */
	readonly price: ModelPrice | null;
}

/** US dollars for a million tokens. */
export type ModelPrice = Answer<typeof priceSchema>;

/** `estimate`: no exact tokenizer ships for this family, so counts are upper bounds. */
export type Tokenizer = z.infer<typeof tokenizerSchema>;

export interface ModelRequest {
	readonly system: readonly PromptPart[];
	readonly messages: readonly ModelMessage[];
	readonly tools: readonly ModelTool[];
	readonly maxOutputTokens: number;
	readonly signal: AbortSignal;
}

/**
 * `cache` asks the provider to keep everything up to and including this part. Providers honour at most
 * four such marks in one request, the first four; those that cache by themselves ignore them.
 */
export interface PromptPart {
	readonly text: string;
	readonly cache?: boolean;
}

/** A picture, its bytes in base64. */
export type PromptImage = NonNullable<Answer<typeof messageRequestSchema>["images"]>[number];

export type ModelMessage =
	| { readonly role: "user"; readonly parts: readonly PromptPart[]; readonly images?: readonly PromptImage[] }
	| {
			readonly role: "assistant";
			readonly parts: readonly PromptPart[];
			readonly toolCalls?: readonly ToolCall[];
	  }
	| { readonly role: "tool"; readonly results: readonly ToolResult[] };

export interface ToolCall {
	readonly id: string;
	readonly name: string;
	readonly input: Readonly<Record<string, unknown>>;
}

/** `id` and `name` repeat those of the call; `failed` marks the text as an error for the model. */
export interface ToolResult extends PromptPart {
	readonly id: string;
	readonly name: string;
	readonly failed?: boolean;
}

export interface ModelTool {
	readonly name: string;
	readonly description: string;
	/** A JSON schema whose root is an object. */
	readonly inputSchema: Readonly<Record<string, unknown>>;
}

export type ModelEvent =
	/** Comes first where several models might answer. */
	| {
			readonly type: "model";
			readonly id: string;
			readonly provider: string;
			readonly price: ModelPrice | null;
	  }
	| { readonly type: "text-delta"; readonly text: string }
	| ({ readonly type: "tool-call" } & ToolCall)
	| ModelUsage
	| { readonly type: "end"; readonly reason: EndReason };

/** `inputTokens` is the whole prompt; the cached and the newly written tokens are part of it. */
export interface ModelUsage {
	readonly type: "usage";
	readonly inputTokens: number;
	readonly cachedInputTokens: number;
	readonly cacheWriteTokens: number;
	readonly outputTokens: number;
}

export type EndReason = "stop" | "length" | "tool-calls" | "content-filter" | "other";
