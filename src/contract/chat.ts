import { z } from "zod";
import { id, instant } from "./fields.ts";
import type { Answer } from "./frozen.ts";
import { LONGEST_REASON } from "./limits.ts";

const keptCallSchema = z.object({
	id: z.string(),
	tool: z.string(),
	input: z.record(z.string(), z.unknown()),
	state: z.enum(["running", "done", "failed", "proposed"]),
	text: z.string(),
});

/** A call of a tool as it is kept with the answer, for later readers of the chat. */
export type KeptCall = Answer<typeof keptCallSchema>;

export const chatSchema = z
	.object({
		id,
		title: z.string(),
		settings: z.object({
			mentions: z.array(id).optional(),
			pins: z.array(id).optional(),
			always: z.array(z.string()).optional(),
			kinds: z.array(z.string()).optional(),
		}),
		created_at: instant,
	})
	.meta({ id: "Chat" });

const diffSchema = z.array(
	z.object({
		subject: z.string(),
		field: z.string(),
		before: z.string().nullable(),
		after: z.string().nullable(),
	}),
);

export const approvalSchema = z
	.object({
		id,
		/** Null when an agent outside asked, not a chat. */
		chat_id: id.nullable(),
		message_id: id.nullable(),
		proposals: z.array(
			z.object({
				call_id: z.string(),
				tool: z.string(),
				tier: z.string(),
				summary: z.string(),
				operations: z.array(z.record(z.string(), z.unknown())),
				diff: diffSchema,
			}),
		),
		tainted: z.boolean(),
		state: z.enum(["pending", "approved", "denied", "failed"]),
		outcome: z.record(z.string(), z.unknown()),
		created_at: instant,
		expires_at: instant,
	})
	.meta({ id: "Approval" });

export const chatsSchema = z.object({ chats: z.array(chatSchema) });

export const chatWithMessagesSchema = chatSchema.extend({
	messages: z.array(
		z
			.object({
				id,
				role: z.enum(["user", "assistant"]),
				text: z.string(),
				parent_id: id.nullable(),
				context_id: id.nullable(),
				state: z.enum(["sent", "running", "answered", "stopped", "failed"]),
				details: z.record(z.string(), z.unknown()),
				created_at: instant,
			})
			.meta({ id: "Message" }),
	),
	approvals: z.array(approvalSchema),
});

export const toolsSchema = z.object({
	tools: z.array(
		z.object({
			name: z.string(),
			title: z.string(),
			description: z.string(),
			tier: z.enum(["R0", "R1", "W1", "W2"]),
			group: z.string(),
			context_types: z.array(z.enum(["global", "project", "ontology"])),
			input_schema: z.record(z.string(), z.unknown()),
		}),
	),
});

export const toolAnswerSchema = z.object({
	text: z.string(),
	structured: z.record(z.string(), z.unknown()),
	/** A person has to confirm this before anything is written. */
	approval: approvalSchema
		.pick({ id: true, expires_at: true })
		.extend({ summary: z.string(), diff: diffSchema })
		.optional(),
});

export const decisionSchema = z.discriminatedUnion("decision", [
	z.strictObject({ decision: z.literal("once") }),
	z.strictObject({ decision: z.literal("always") }),
	z.strictObject({ decision: z.literal("deny"), reason: z.string().max(LONGEST_REASON).optional() }),
]);
