import { z } from "@hono/zod-openapi";
import { edgeSchema } from "./edge-schemas.ts";
import { entitySchema } from "./entity-schemas.ts";
import { changed, id, instant, revision } from "./shared-fields.ts";

const loggedRowSchema = z.object({
	table: z.enum(["entity", "edge", "own_kind"]),
	id,
	verb: z.enum(["created", "updated", "deleted", "restored"]),
	title: z.string(),
	kind: z.string().nullable(),
	fields: z.array(z.string()).nullable(),
	before: z.record(z.string(), z.unknown()).nullable().optional(),
	after: z.record(z.string(), z.unknown()).nullable().optional(),
});

export const changesSchema = z
	.object({
		revision,
		changes: z.array(
			z.object({
				id,
				revision,
				actor_id: id,
				actor_name: z.string(),
				via: z.string(),
				undoes: id.nullable(),
				created_at: instant,
				row_count: z.int().min(0),
				rows: z.array(loggedRowSchema),
			}),
		),
		next_cursor: z.string().nullable(),
	})
	.openapi("Changes");

export const undoneSchema = z
	.object({ ...changed, entities: z.array(entitySchema), edges: z.array(edgeSchema) })
	.openapi("Undone");

export const activitySchema = z
	.object({
		activity: z.array(
			z.object({
				entity_id: id,
				ref: z.string(),
				kind: z.string(),
				title: z.string(),
				state_key: z.string().nullable(),
				project_id: id.nullable(),
				action: z.enum(["view", "edit"]),
				at: instant,
			}),
		),
	})
	.openapi("Activity");
