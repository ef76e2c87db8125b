import { z } from "zod";
import { contextRequestSchema, contextWishes, namedSchema } from "./context-request.ts";
import { reference } from "./fields.ts";
import { LARGEST_FILE, LARGEST_IMAGE, LONGEST_QUERY, MOST_FILES, MOST_IMAGES } from "./limits.ts";

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
		text: z.string().trim().min(1).max(LONGEST_QUERY),
		mentionedEntityIds: namedSchema.optional(),
		mentionedNoteIds: namedSchema.optional(),
		lifetimes: z
			.record(z.string(), z.enum(["message", "chat"]))
			.optional()
			.describe("How long each mention or pin stays: for this message, or until it is taken away"),
		files: z
			.array(z.strictObject({ name: reference, text: z.string().max(LARGEST_FILE) }))
			.max(MOST_FILES)
			.optional(),
		images: z
			.array(
				z.strictObject({
					mediaType: z.enum(["image/png", "image/jpeg", "image/webp", "image/gif"]),
					data: z.base64().max(LARGEST_IMAGE),
				}),
			)
			.max(MOST_IMAGES)
			.optional(),
		model: contextWishes.model.describe(
			"Which model is to answer, by an id of GET /api/models; the workspace's default otherwise",
		),
		parentId: z
			.string()
			.nullable()
			.optional()
			.describe("The message this one follows; an earlier one makes a branch, null starts again"),
		dryRun: z
			.boolean()
			.optional()
			.describe("Builds and answers the context alone: nothing is stored and no model is asked"),
	});
