import { type Edge, type Entity, foldTitle } from "../../model/entity.ts";
import { ConflictError } from "../../model/errors.ts";
import type { OwnKindRow } from "../../model/own-kind.ts";
import type { Queryable } from "../engine/db.ts";
import { encodeParameter } from "../engine/encode-parameter.ts";
import { encodeColumn } from "./encode-column.ts";

/** How the columns of a table are called, and of which type they are. */
type ColumnTypes = Readonly<Record<string, string>>;

const LIST = "[]";

/** A column as its one parameter. An array of arrays would come out flat, so that lists travel as their texts. */
const expand = (type: string, parameter: string): string =>
	type.endsWith(LIST) ? `unnest(${parameter}::text[])::${type}` : `unnest(${parameter}::${type}[])`;

const encode = (type: string, values: readonly unknown[]): unknown =>
	type.endsWith(LIST) ? encodeColumn("text", values.map(encodeParameter)) : encodeColumn(type, values);

/** Many rows as one query, each column as one array; columns that are the same in every row come first. */
export function selectRows<Columns extends ColumnTypes>(input: {
	readonly shared: Readonly<Record<string, unknown>>;
	readonly columns: Columns;
	readonly rows: readonly Readonly<Record<keyof Columns, unknown>>[];
}): { readonly sql: string; readonly params: readonly unknown[] } {
	const { shared, columns, rows } = input;
	const constants = Object.keys(shared).map((name, index) => `$${index + 1} AS ${name}`);
	// Expanded side by side in the list of what is selected, they need not be gathered in between, as in FROM.
	const expanded = Object.entries(columns).map(
		([name, type], index) => `${expand(type, `$${constants.length + index + 1}`)} AS ${name}`,
	);
	return {
		sql: `SELECT ${[...constants, ...expanded].join(", ")}`,
		params: [
			...Object.values(shared),
			...Object.entries(columns).map(([name, type]) =>
				encode(
					type,
					rows.map((row) => row[name] ?? null),
				),
			),
		],
	};
}

export async function insertRows<Columns extends ColumnTypes>(
	tx: Queryable,
	input: {
		readonly table: string;
		readonly shared: Readonly<Record<string, unknown>>;
		readonly columns: Columns;
		readonly rows: readonly Readonly<Record<keyof Columns, unknown>>[];
		readonly onConflict?: string;
	},
): Promise<void> {
	const { table, onConflict } = input;
	if (input.rows.length === 0) return;
	const names = [...Object.keys(input.shared), ...Object.keys(input.columns)];
	const { sql, params } = selectRows(input);
	await tx.query(
		`INSERT INTO ${table} (${names.join(", ")}) ${sql} ${onConflict === undefined ? "" : `ON CONFLICT ${onConflict}`}`,
		params,
	);
}

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
const entityAssignments = Object.keys(ENTITY_COLUMNS)
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

const TYPES = { id: "uuid", kind: "text" } as const;

/** Entities by their ids or kinds, readable or not, in the order of their ids. */
export async function loadEntities(
	tx: Queryable,
	workspaceId: string,
	column: keyof typeof TYPES,
	values: readonly string[],
): Promise<Entity[]> {
	if (values.length === 0) return [];
	return tx.query<Entity>(
		`SELECT ${entityColumns()} FROM entity
			WHERE workspace_id = $1 AND ${column} = ANY($2::${TYPES[column]}[]) ORDER BY id`,
		[workspaceId, values],
	);
}

/** Deletes the rows of a table that have one of these ids in a column. */
export async function deleteRows(
	tx: Queryable,
	workspaceId: string,
	[table, column]: readonly [table: string, column: string],
	ids: readonly string[],
): Promise<void> {
	if (ids.length === 0) return;
	await tx.query(`DELETE FROM ${table} WHERE workspace_id = $1 AND ${column} = ANY($2::uuid[])`, [
		...[workspaceId, ids],
	]);
}

/** A row before and after. A write is a list of these: applied, logged, followed by the resident graph and undone. */
export type RowChange =
	| { readonly table: "entity"; readonly before: Entity | null; readonly after: Entity }
	| { readonly table: "edge"; readonly before: Edge | null; readonly after: Edge | null }
	| { readonly table: "own_kind"; readonly before: OwnKindRow | null; readonly after: OwnKindRow | null };

export const rowIdOf = (change: RowChange): string => (change.after ?? change.before)?.id ?? "";

type EntityRow = Entity & { readonly title_key: string };

const COLUMNS = { title_key: "text", ...ENTITY_COLUMNS } as const;

const withTitleKey = (entity: Entity): EntityRow => ({ ...entity, title_key: foldTitle(entity.title) });

async function writeEntities(
	tx: Queryable,
	workspaceId: string,
	changes: readonly RowChange[],
): Promise<void> {
	const created: EntityRow[] = [];
	const updated: EntityRow[] = [];
	for (const change of changes) {
		if (change.table === "entity") (change.before ? updated : created).push(withTitleKey(change.after));
	}
	await insertRows(tx, {
		table: "entity",
		shared: { workspace_id: workspaceId },
		columns: COLUMNS,
		rows: created,
	});
	if (updated.length > 0) {
		const { sql, params } = selectRows({ shared: {}, columns: COLUMNS, rows: updated });
		const written = await tx.query(
			`UPDATE entity SET title_key = r.title_key, ${entityAssignments} FROM (${sql}) AS r
				WHERE entity.workspace_id = $${params.length + 1} AND entity.id = r.id AND entity.version = r.version - 1
				RETURNING entity.id`,
			[...params, workspaceId],
		);
		// A row that did not match was changed by somebody else between our read and our write.
		if (written.length !== updated.length)
			throw new ConflictError("The rows changed while this was written. Read them again and retry.");
	}
}

async function writeEdges(tx: Queryable, workspaceId: string, changes: readonly RowChange[]): Promise<void> {
	const removed: string[] = [];
	const written: Edge[] = [];
	for (const change of changes) {
		if (change.table !== "edge") continue;
		if (change.before) removed.push(change.before.id);
		if (change.after) written.push(change.after);
	}
	await deleteRows(tx, workspaceId, ["edge", "id"], removed);
	const shared = { workspace_id: workspaceId };
	await insertRows(tx, { table: "edge", shared, columns: EDGE_COLUMNS, rows: written });
}

async function writeOwnKinds(
	tx: Queryable,
	workspaceId: string,
	changes: readonly RowChange[],
): Promise<void> {
	for (const change of changes) {
		if (change.table !== "own_kind") continue;
		const { before, after } = change;
		if (before) {
			await tx.query("DELETE FROM own_kind WHERE workspace_id = $1 AND id = $2", [workspaceId, before.id]);
		}
		if (after) {
			await tx.query(
				"INSERT INTO own_kind (workspace_id, id, kind, definition, version) VALUES ($1, $2, $3, $4::jsonb, $5)",
				[workspaceId, after.id, after.kind, JSON.stringify(after.definition), after.version],
			);
		}
	}
}

/** Applies the changes; the entities go first because edges point at them. */
export async function applyRowChanges(
	tx: Queryable,
	workspaceId: string,
	changes: readonly RowChange[],
): Promise<void> {
	await writeOwnKinds(tx, workspaceId, changes);
	await writeEntities(tx, workspaceId, changes);
	await writeEdges(tx, workspaceId, changes);
}
