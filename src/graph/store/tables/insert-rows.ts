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
