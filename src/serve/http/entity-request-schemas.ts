import { z } from "@hono/zod-openapi";
import { MOST_ALIASES } from "../../graph/model/check-input.ts";
import type { EntityPatch, NewEntity } from "../../graph/model/entity.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** How long a text may be is for the graph to say, which answers by name; here only what type it is. */

const props = z
	.record(z.string(), z.unknown())
	.describe("The kind's own fields, and whatever else you keep; null removes");
const visibility = z.enum(["inherit", "private", "restricted"]);
const name = z.string().max(200);

export const entityParams = z.object({ id: z.string().describe("Id or ref") });
export const versionSchema = z.int().min(1).max(2_000_000_000);

const columns = {
	aliases: z.array(z.string()).max(MOST_ALIASES).optional(),
	body: z.string().optional(),
	description: z.string().optional(),
	state_key: name.nullable().optional(),
	type_key: name.nullable().optional(),
	props: props.optional(),
	visibility: visibility.optional(),
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
	.openapi("NewEntity");

export const entityPatchSchema = z
	.strictObject({
		version: versionSchema.optional().describe("The version you have changed; or send its ETag as If-Match"),
		title: z.string().optional(),
		...columns,
		archived: z.boolean().optional(),
	})
	.openapi("EntityPatch");

/** A form that leaves its project empty means none. */
export const toNewEntity = (body: z.infer<typeof newEntitySchema>): NewEntity =>
	withoutUndefined({ ...body, project_id: body.project_id || undefined }) as NewEntity;

export function toPatch({ version: _, ...body }: z.infer<typeof entityPatchSchema>): EntityPatch {
	return withoutUndefined(body) as EntityPatch;
}
