import type { Edge, Entity } from "../../model/entity.ts";

/** The columns of `entity` and `edge` that make up a record, with their types, in one fixed order. */
export const ENTITY_COLUMNS = {
	id: "uuid",
	ref: "text",
	kind: "text",
	project_id: "uuid",
	title: "text",
	aliases: "text[]",
	body: "text",
	description: "text",
	state_key: "text",
	type_key: "text",
	props: "jsonb",
	held_files: "jsonb",
	visibility: "text",
	owner_id: "uuid",
	created_by: "uuid",
	created_at: "timestamptz",
	updated_at: "timestamptz",
	completed_at: "timestamptz",
	archived_at: "timestamptz",
	deleted_at: "timestamptz",
	version: "integer",
} as const;

export const EDGE_COLUMNS = {
	id: "uuid",
	src_id: "uuid",
	rel: "text",
	dst_id: "uuid",
	origin: "text",
	text: "text",
	created_by: "uuid",
	created_at: "timestamptz",
} as const;

const names = (columns: object, prefix = ""): string =>
	Object.keys(columns)
		.map((name) => prefix + name)
		.join(", ");

export const entityColumns = (prefix = ""): string => names(ENTITY_COLUMNS, prefix);
export const edgeColumns = (prefix = ""): string => names(EDGE_COLUMNS, prefix);

/** All but the id and those fixed at creation. A kind changes only when it is removed. */
export const entityAssignments = Object.keys(ENTITY_COLUMNS)
	.filter((name) => !["id", "ref", "created_by", "created_at"].includes(name))
	.map((name) => `${name} = r.${name}`)
	.join(", ");

const orderBy =
	<Row extends object>(columns: object) =>
	(row: Row): Row =>
		Object.fromEntries(Object.keys(columns).map((name) => [name, row[name as keyof Row]])) as Row;

/** A record with its columns in the order in which the database gives them. */
export const orderEntity = orderBy<Entity>(ENTITY_COLUMNS);
export const orderEdge = orderBy<Edge>(EDGE_COLUMNS);
