import { z } from "zod";
import { approvalSchema } from "./chat.ts";
import { count, id } from "./fields.ts";
import type { Answer } from "./frozen.ts";
import { contextPayloadSchema } from "./payload.ts";

/** The target of a `[n]` in an answer. Numbers follow the order of first citation. */
const citationSchema = z.object({ n: z.int().min(1), id, ref: z.string(), title: z.string() });

/** The texts by other people that a turn has read, each with a name that a person understands. */
const foreignTextSchema = z.object({
	source: z.enum(["question", "history", "attachment", "kind", "context", "tool"]),
	name: z.string(),
	id: z.string().optional().describe("The entity, where it is one"),
});

export const turnEndSchema = z.object({
	state: z.enum(["answered", "stopped", "failed"]),
	model: z.object({ id: z.string(), provider: z.string() }).nullable(),
	citations: z.array(citationSchema),
	usage: z
		.object({
			inputTokens: count.describe("The whole prompt; cached and newly written tokens are part of it"),
			cachedInputTokens: count,
			cacheWriteTokens: count,
			outputTokens: count,
		})
		.nullable()
		.describe("Over all passes; null when no provider reported any"),
	cost: z.number().nullable().describe("By the price list; null when the model has no known price"),
	passes: count,
	actions: z.array(
		z.object({
			tool: z.string(),
			summary: z.string(),
			entityId: id.nullable(),
			changeId: id,
		}),
	),
	tainted: z.boolean().describe("Whether text that the asker did not write was read for it"),
	foreign: z.array(foreignTextSchema),
	error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

const part = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
	z.object({ type: z.literal(type), ...shape });

/** The parts of an answer's stream, in the shape of the AI SDK's UI message stream. */
export const streamPartSchema = z.discriminatedUnion("type", [
	part("start", {
		messageId: id.optional(),
		messageMetadata: z.object({ chatId: id, questionId: id, answerId: id }).optional(),
	}),
	part("data-context", { data: z.object({ contextId: id, payload: contextPayloadSchema }) }),
	part("data-citation", { id: z.string(), data: citationSchema }),
	part("text-start", { id: z.string() }),
	part("text-delta", { id: z.string(), delta: z.string() }),
	part("text-end", { id: z.string() }),
	part("data-compaction", { data: z.object({ leftOut: count }) }),
	part("tool-input-available", { toolCallId: z.string(), toolName: z.string(), input: z.unknown() }),
	part("tool-output-available", {
		toolCallId: z.string(),
		output: z.object({
			state: z.enum(["done", "failed", "proposed"]),
			text: z.string(),
			structured: z.record(z.string(), z.unknown()),
		}),
	}),
	part("tool-output-error", { toolCallId: z.string(), errorText: z.string() }),
	part("data-approval", { id: z.string(), data: approvalSchema }),
	part("data-answer", {
		data: turnEndSchema.extend({ content: z.string(), contextId: id.nullable() }),
	}),
	part("finish", {}),
]);

export type Citation = Answer<typeof citationSchema>;

export type ForeignText = Answer<typeof foreignTextSchema>;

export type TurnAction = Answer<typeof turnEndSchema>["actions"][number];

export type StreamPart = Answer<typeof streamPartSchema>;

export type StreamPartOf<Type extends StreamPart["type"]> = Extract<StreamPart, { type: Type }>;
