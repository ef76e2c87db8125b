import { z } from "zod";
import { edgeSchema } from "./edge.ts";
import { entitySchema } from "./entity.ts";
import { changed, id, instant, revision } from "./fields.ts";

const table = z.enum(["entity", "edge", "own_kind"]);
const verb = z.enum(["created", "updated", "deleted", "restored"]);

const loggedRowSchema = z.object({
	table,
	id,
	verb,
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
				counts: z
					.array(z.object({ table, kind: z.string().nullable(), verb, count: z.int().min(1) }))
					.describe("All of its rows by kind, those beyond the rows listed included"),
				rows: z.array(loggedRowSchema),
			}),
		),
		next_cursor: z.string().nullable(),
	})
	.meta({ id: "Changes" });

export const trashSchema = z
	.object({
		entities: z.array(
			z.object({
				id,
				ref: z.string(),
				kind: z.string(),
				title: z.string(),
				project_id: id.nullable(),
				project_title: z.string().nullable(),
				deleted_at: instant,
				deleted_by: z.object({ id, name: z.string() }).nullable(),
				link_count: z.int().min(0).describe("Relations that come back with it"),
				content_count: z.int().min(0).describe("What a project holds, which comes back with it"),
			}),
		),
		total: z.int().min(0),
		next_cursor: z.string().nullable(),
	})
	.meta({ id: "Trash" });

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
