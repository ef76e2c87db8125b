import { z } from "@hono/zod-openapi";
import { contextRequestSchema } from "./context-request-schema.ts";

const ids = z.array(z.string()).max(100);

/** The body of a question: what it is asked from, with what, and by which model. */
export const messageRequestSchema = contextRequestSchema
	.pick({
		focus: true,
		project_id: true,
		recipe: true,
		budget: true,
		fill: true,
		read: true,
		hints: true,
		timezone: true,
		now: true,
	})
	.extend({
		text: z.string().trim().min(1).max(100_000),
		mentionedEntityIds: ids.optional(),
		mentionedNoteIds: ids.optional(),
		/** How long each mention or pin stays: for this message, or until it is taken away. */
		lifetimes: z.record(z.string(), z.enum(["message", "chat"])).optional(),
		files: z
			.array(z.strictObject({ name: z.string().max(300), text: z.string().max(1_000_000) }))
			.max(10)
			.optional(),
		images: z
			.array(
				z.strictObject({
					mediaType: z.enum(["image/png", "image/jpeg", "image/webp", "image/gif"]),
					data: z.base64().max(7_000_000),
				}),
			)
			.max(5)
			.optional(),
		/** Which model is to answer, by an id of GET /api/models; the workspace's default otherwise. */
		model: z.string().max(300).optional(),
		/** The message this one follows; an earlier one makes a branch, null starts anew. */
		parentId: z.string().nullable().optional(),
		/** Builds and answers the context alone: nothing is stored and no model is asked. */
		dryRun: z.boolean().optional(),
	});
