import { z } from "zod";
import { titleSchema, versionSchema } from "../../contract/entity-request.ts";
import type { Reader, Session } from "../../graph/graph.ts";
import type { Entity, EntityPatch } from "../../graph/model/entity.ts";
import { ConflictError, InvalidInputError } from "../../graph/model/errors.ts";
import { isReference, listReferences } from "../../graph/model/field.ts";
import type { Json, JsonObject } from "../../graph/model/json.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { Operation } from "../../graph/model/operation.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { checkFields } from "./check-fields.ts";
import { findEntity, findProject, listCandidates } from "./find-entity.ts";
import { printValue } from "./print-value.ts";
import { type DiffLine, defineWriteTool, named, type Proposal } from "./tool.ts";

export const contents = z.strictObject({
	title: titleSchema.optional(),
	body: z.string().optional().describe("Markdown; replaces the whole body"),
	description: z.string().optional(),
	state_key: z.string().optional(),
	type_key: z.string().optional(),
	props: z.record(z.string(), z.json()).optional().describe("Fields of the kind; null removes one"),
});

type Values = Readonly<Record<string, Json | undefined>>;

/** An empty text and none are one to a reader. */
const sameAs = (value: Json | undefined): string =>
	value === undefined || value === "" ? "null" : JSON.stringify(value);

const keepChanged = (given: Values, current: Values): Values =>
	Object.fromEntries(
		Object.entries(given).filter(
			([key, value]) => value !== undefined && sameAs(value) !== sameAs(current[key]),
		),
	);

/** Compares value by value. A property with the name of a column is listed separately: one must not hide the other. */
function compare(
	subject: string,
	change: { readonly columns: Values; readonly props: Values; readonly current?: Values },
	print: (field: string, value: Json | undefined) => string | null,
): DiffLine[] {
	const { columns, props, current = {} } = change;
	const before = (current.props ?? {}) as JsonObject;
	return [
		...Object.entries(columns).map(([field, value]) => ({
			...{ subject, field },
			before: printValue(current[field]),
			after: printValue(value),
		})),
		...Object.entries(props).map(([name, value]) => ({
			subject,
			field: Object.hasOwn(contents.shape, name) ? `props.${name}` : name,
			before: print(name, before[name]),
			after: print(name, value),
		})),
	];
}

/** Prints what a reference field names by its title: a person cannot judge an id. */
function printFields({ fields }: Kind, graph: GraphView) {
	const references = new Set(fields.filter(isReference).map(({ name }) => name));
	const nameOf = (id: string): string => graph.node(id)?.title ?? id;
	return (field: string, value: Json | undefined): string | null =>
		references.has(field) ? printValue(listReferences(value).map(nameOf)) : printValue(value);
}

/** Replaces the names in reference fields by ids. A name that several carry is refused with those that fit the field. */
async function resolveFields<Named extends Operation>(
	{ reader: { graph }, writer }: Session,
	kind: Kind,
	operation: Named,
): Promise<Named> {
	try {
		const [resolved] = await writer.resolve([operation]);
		return resolved as Named;
	} catch (error) {
		throw listCandidates(error, graph, (name, node) =>
			kind.fields.some((field) => field.name === name && graph.kinds.fitsField(field, node.kind)),
		);
	}
}

/** A new entity, or what of one that is there would change, with the difference that a person judges it by. */
export async function planContents(
	{ props = {}, ...columns }: z.infer<typeof contents>,
	target:
		| { readonly current: Entity }
		| {
				readonly kind: Kind;
				readonly project?: Pick<Entity, "id" | "title"> | undefined;
				/** Where something else of the same write refers to it. */
				readonly id?: string | undefined;
		  },
	session: Session,
): Promise<Proposal> {
	const { graph } = session.reader;
	if ("current" in target) {
		const { id, version, title, kind } = target.current;
		const current = target.current as unknown as JsonObject;
		checkFields(graph.kinds.get(kind), props, target.current.props);
		const named: Operation = { op: "update", id, version, patch: { props } };
		const resolved = await resolveFields(session, graph.kinds.get(kind), named);
		const changed = keepChanged(columns, current);
		const changedProps = keepChanged(resolved.patch.props ?? {}, current.props as JsonObject);
		const patch = { ...changed, ...(Object.keys(changedProps).length > 0 && { props: changedProps }) };
		const print = printFields(graph.kinds.get(kind), graph);
		return {
			summary: `change "${title}"`,
			operations: [{ op: "update", id, version, patch: patch as EntityPatch }],
			diff: compare(title, { columns: changed, props: changedProps, current }, print),
		};
	}
	const { kind, project, id } = target;
	const { title, ...others } = keepChanged(columns, {});
	if (typeof title !== "string") {
		throw new InvalidInputError("To create an entity, pass its title.", { field: "title" });
	}
	checkFields(kind, props);
	const place = project === undefined ? {} : { project_id: project.id };
	const given = keepChanged(props, {}) as JsonObject;
	const named: Operation = {
		op: "create",
		entity: { ...(id !== undefined && { id }), ...others, kind: kind.kind, title, props: given, ...place },
	};
	const resolved = await resolveFields(session, kind, named);
	const print = printFields(kind, graph);
	return {
		summary: `create the ${kind.label.toLowerCase()} "${title}"`,
		operations: [resolved],
		diff: [
			...compare(title, { columns: { title, ...others }, props: resolved.entity.props ?? {} }, print),
			// The project decides who will be able to read it.
			...(project ? [{ subject: title, field: "project", before: null, after: project.title }] : []),
		],
	};
}

/** The entity that a call means to change; refused when it was read at another version. */
export async function readCurrent(
	reader: Reader,
	{ entity_id, version }: { readonly entity_id: string; readonly version?: number | undefined },
): Promise<Entity> {
	const current = await reader.rows.get(findEntity(reader.graph, entity_id).id);
	if (version === undefined || version === current.version) return current;
	throw new ConflictError("It has changed since you read it. Read it again first.", { current });
}

export const upsertEntity = defineWriteTool({
	name: "upsert_entity",
	title: "Create or change an entity",
	description:
		"Create an entity (kind, title) or change one (entity_id); only what you pass changes. Undoable.",
	tier: "W1",
	input: contents.extend({
		entity_id: named.optional(),
		kind: z.string().optional().describe("To create, such as task"),
		project_id: z.string().optional().describe("Where a new one belongs"),
		version: versionSchema.optional().describe("Refused if it has changed since this version"),
	}),
	async plan({ entity_id, kind, project_id, version, ...given }, session): Promise<Proposal> {
		const { reader } = session;
		if (entity_id !== undefined) {
			return planContents(given, { current: await readCurrent(reader, { entity_id, version }) }, session);
		}
		if (kind === undefined) {
			throw new InvalidInputError("To create an entity, pass its kind and its title.", { field: "kind" });
		}
		const { graph } = reader;
		const project = graph.node(findProject(graph, project_id) ?? "");
		return planContents(given, { kind: graph.kinds.get(kind), project }, session);
	},
});
