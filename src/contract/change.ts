import { z } from "zod";
import { edgeSchema } from "./edge.ts";
import { entitySchema } from "./entity.ts";
import { changed, id, instant, revision } from "./fields.ts";

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
	.meta({ id: "Changes" });

export const undoneSchema = z
	.object({ ...changed, entities: z.array(entitySchema), edges: z.array(edgeSchema) })
	.meta({ id: "Undone" });

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
	.meta({ id: "Activity" });
