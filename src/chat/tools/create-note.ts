import { z } from "zod";
import { titleSchema } from "../../contract/entity-request.ts";
import { MOST_SUBJECTS } from "../../contract/limits.ts";
import { newId } from "../../graph/model/ids.ts";
import { findEntity } from "./find-entity.ts";
import { defineWriteTool } from "./tool.ts";

export const createNote = defineWriteTool({
	name: "create_note",
	title: "Write a note",
	description: "Write a note in Markdown with [[links]]; `about` joins it to entities. Undoable.",
	tier: "W1",
	input: z.strictObject({
		title: titleSchema,
		body: z.string(),
		about: z.array(z.string()).max(MOST_SUBJECTS).optional().describe("Ids, refs or exact titles"),
	}),
	plan({ title, body, about = [] }, { reader }) {
		const id = newId();
		const subjects = about.map((name) => findEntity(reader.graph, name));
		return {
			summary: `write the note "${title}"`,
			operations: [
				{ op: "create", entity: { id, kind: "note", title, body } },
				...subjects.map(
					(subject) => ({ op: "link", edge: { src_id: id, rel: "relates_to", dst_id: subject.id } }) as const,
				),
			],
			diff: [
				{ subject: title, field: "title", before: null, after: title },
				...(body === "" ? [] : [{ subject: title, field: "body", before: null, after: body }]),
				...subjects.map((subject) => ({
					subject: title,
					field: "relates_to",
					before: null,
					after: subject.title,
				})),
			],
		};
	},
});
