import { z } from "zod";
import { nodeSummary, relationReading } from "./edge.ts";
import { changed, dueState, folder, id, instant, visibilitySchema } from "./fields.ts";
import { MOST_RELATIONSHIPS } from "./limits.ts";

export const entitySchema = z
	.object({
		id,
		ref: z.string(),
		kind: z.string(),
		project_id: id.nullable(),
		title: z.string(),
		aliases: z.array(z.string()),
		body: z.string(),
		description: z.string(),
		state_key: z.string().nullable(),
		type_key: z.string().nullable(),
		props: z.record(z.string(), z.unknown()),
		held_files: z.record(z.string(), z.string()).describe("Files by path, each with its SHA-256"),
		visibility: visibilitySchema,
		owner_id: id,
		created_by: id,
		created_at: instant,
		updated_at: instant,
		completed_at: instant.nullable(),
		archived_at: instant.nullable(),
		deleted_at: instant.nullable(),
		version: z.int().min(1),
		folder,
		...dueState,
	})
	.meta({ id: "Entity" });

/** The fields that a kind calls light; which these are depends on the kind. */
const lightEntitySchema = z
	.looseObject({
		...{ id, ref: z.string(), kind: z.string(), project_id: id.nullable(), version: z.int().min(1) },
		due_day: dueState.due_day.optional(),
		is_overdue: dueState.is_overdue,
		is_done: dueState.is_done,
	})
	.meta({ id: "LightEntity" });

export const entityOrLightSchema = z.union([entitySchema, lightEntitySchema]);

/** The full form in the words of its kind: `name`, `title` or `text`, and so on. */
export const detailsSchema = lightEntitySchema
	.extend({
		relationships: z
			.array(z.object({ ...relationReading, ...nodeSummary }))
			.max(MOST_RELATIONSHIPS)
			.optional()
			.describe("What joins it to others, as it reads from here"),
		relationship_count: z.int().min(0).optional().describe("Of all, also where not all are listed"),
	})
	.meta({ id: "EntityDetails" });

export const entityPageSchema = z
	.object({
		entities: z.array(entityOrLightSchema),
		total: z.int().min(0),
		next_cursor: z.string().nullable(),
	})
	.meta({ id: "EntityPage" });

export const deletedSchema = z.object({ id, ...changed }).meta({ id: "Deleted" });

export const blocksSchema = z
	.object({
		entity_id: id,
		version: z.int().min(1),
		blocks: z.array(
			z.object({
				id,
				parent_id: id.nullable(),
				ordinal: z.int().min(0),
				kind: z.string(),
				level: z.int().nullable(),
				checked: z.boolean().nullable(),
				start_offset: z.int().min(0),
				end_offset: z.int().min(0),
				hash: z.string(),
				text: z.string(),
			}),
		),
	})
	.meta({ id: "Blocks" });
