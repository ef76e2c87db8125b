import { z } from "zod";
import { findEntity } from "./find-entity.ts";
import { defineWriteTool, named } from "./tool.ts";

export const deleteEntity = defineWriteTool({
	name: "delete_entity",
	title: "Delete an entity",
	description: "Move an entity to the trash; a person confirms it.",
	tier: "W2",
	input: z.strictObject({ entity_id: named }),
	plan({ entity_id }, { reader }) {
		const { id, version, title, kind } = findEntity(reader.graph, entity_id);
		return {
			summary: `delete the ${reader.graph.kinds.get(kind).label.toLowerCase()} "${title}"`,
			operations: [{ op: "delete", id, version }],
			diff: [{ subject: title, field: "deleted", before: null, after: "in the trash" }],
		};
	},
});
