import { z } from "zod";
import { formatValue } from "../../context/render/format-value.ts";
import type { Entity, EntityPatch } from "../../graph/model/entity.ts";
import { ConflictError, InvalidInputError } from "../../graph/model/errors.ts";
import type { Json, JsonObject } from "../../graph/model/json.ts";
import { findEntity } from "./find-entity.ts";
import { findProject } from "./find-project.ts";
import { type DiffLine, defineWriteTool, type Proposal } from "./tool.ts";

const LONGEST_TITLE = 500;

const contents = z.strictObject({
	title: z.string().trim().min(1).max(LONGEST_TITLE).optional(),
	body: z.string().optional().describe("Markdown; replaces the whole body"),
	description: z.string().optional(),
	state_key: z.string().optional(),
	type_key: z.string().optional(),
	props: z.record(z.string(), z.json()).optional().describe("Fields of the kind; null removes one"),
});

type Contents = z.infer<typeof contents>;

const printValue = (value: Json | undefined): string | null =>
	value === undefined || value === null || value === "" ? null : formatValue(value);

const keepGiven = (given: Contents): EntityPatch =>
	Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** Field by field, with what stands there now; what stays the same is left out. */
function compare(subject: string, current: Entity | null, { props, ...columns }: Contents): DiffLine[] {
	const before: Readonly<Record<string, Json | undefined>> = current
		? { ...current.props, ...(current as unknown as JsonObject) }
		: {};
	return Object.entries({ ...columns, ...props }).flatMap(([field, value]): DiffLine[] => {
		const line = {
			subject,
			field,
			before: printValue(before[field]),
			after: printValue(value as Json | undefined),
		};
		return line.before === line.after ? [] : [line];
	});
}

export const upsertEntity = defineWriteTool({
	name: "upsert_entity",
	title: "Create or change an entity",
	description:
		"Create an entity (kind and title) or change one (entity_id; only what you pass changes). Undoable.",
	tier: "W1",
	contextTypes: ["global", "project", "ontology"],
	group: "ontology_write",
	input: contents.extend({
		entity_id: z
			.string()
			.optional()
			.describe("Id, ref or exact title of what to change; leave out to create"),
		kind: z.string().optional().describe("Needed to create, such as task or note"),
		project_id: z.string().optional().describe("Where a new one belongs: id, ref or exact title"),
		version: z.int().min(1).optional().describe("Refused if it has changed since this version"),
	}),
	async plan({ entity_id, kind, project_id, version, ...given }, { reader }): Promise<Proposal> {
		const values = keepGiven(given);
		if (entity_id !== undefined) {
			const current = await reader.rows.get(findEntity(reader.graph, entity_id).id);
			if (version !== undefined && version !== current.version) {
				throw new ConflictError("It has changed since you read it. Read it again first.", { current });
			}
			return {
				summary: `change "${current.title}"`,
				operations: [{ op: "update", id: current.id, version: current.version, patch: values }],
				diff: compare(current.title, current, given),
			};
		}
		const { title } = given;
		if (kind === undefined || title === undefined) {
			const field = kind === undefined ? "kind" : "title";
			throw new InvalidInputError("To create an entity, pass its kind and its title.", { field });
		}
		const projectId = findProject(reader.graph, project_id);
		return {
			summary: `create the ${reader.graph.kinds.get(kind).label.toLowerCase()} "${title}"`,
			operations: [
				{ op: "create", entity: { ...values, kind, title, ...(projectId && { project_id: projectId }) } },
			],
			diff: compare(title, null, given),
		};
	},
});
