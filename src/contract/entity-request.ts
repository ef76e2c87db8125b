import { z } from "zod";
import { name, visibilitySchema } from "./fields.ts";
import { LARGEST_VERSION, LONGEST_TITLE, MOST_ALIASES } from "./limits.ts";

/** How long a text may be is for the graph to say, which answers by name; here only what type it is. */

export const entityParams = z.object({ id: z.string().describe("Id or ref") });
export const versionSchema = z.int().min(1).max(LARGEST_VERSION);

/** A title as a model gives it: blank ones and too long ones are refused before a person is asked to confirm them. */
export const titleSchema = z.string().trim().min(1).max(LONGEST_TITLE);

const columns = {
	aliases: z.array(z.string()).max(MOST_ALIASES).optional(),
	body: z.string().optional(),
	description: z.string().optional(),
	state_key: name.nullable().optional(),
	type_key: name.nullable().optional(),
	props: z
		.record(z.string(), z.unknown())
		.optional()
		.describe("The kind's own fields, and whatever else you keep; null removes"),
	visibility: visibilitySchema.optional(),
};

export const newEntitySchema = z
	.strictObject({
		kind: name,
		title: z.string(),
		project_id: z.string().nullable().optional().describe("Id, ref or exact title"),
		...columns,
		created_at: z.string().optional(),
		updated_at: z.string().optional(),
	})
	.meta({ id: "NewEntity" });

export const entityPatchSchema = z
	.strictObject({
		version: versionSchema.optional().describe("The version you have changed; or send its ETag as If-Match"),
		title: z.string().optional(),
		...columns,
		archived: z.boolean().optional(),
	})
	.meta({ id: "EntityPatch" });

/** Which entities a list holds. */
export interface EntityFilter {
	readonly kind?: string;
	readonly project_id?: string;
	readonly state_key?: string;
	/** Words of the title. */
	readonly q?: string;
	readonly limit?: number;
	readonly cursor?: string;
}
