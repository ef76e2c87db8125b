import type { Queryable } from "./db.ts";

/** How the columns of a table are called, and of which type they are. */
type ColumnTypes = Readonly<Record<string, string>>;

/**
 * Writes many short rows by one statement, each column as one array. Handed over as JSON, such a row costs the embedded engine
 * half as much again; one that holds a long text is cheaper as JSON.
 */
export async function insertRows<Columns extends ColumnTypes>(
	tx: Queryable,
	input: {
		readonly table: string;
		/** What is the same in every row. */
		readonly shared: Readonly<Record<string, unknown>>;
		readonly columns: Columns;
		readonly rows: readonly Readonly<Record<keyof Columns, unknown>>[];
		readonly onConflict?: string;
	},
): Promise<void> {
	const { table, shared, columns, rows, onConflict } = input;
	if (rows.length === 0) return;
	const names = Object.keys(columns);
	const constants = Object.keys(shared).map((_, index) => `$${index + 1}`);
	const arrays = names.map((name, index) => `$${constants.length + index + 1}::${columns[name]}[]`);
	await tx.query(
		`INSERT INTO ${table} (${[...Object.keys(shared), ...names].join(", ")})
			SELECT ${[...constants, ...names.map((name) => `r.${name}`)].join(", ")}
			FROM unnest(${arrays.join(", ")}) AS r(${names.join(", ")})
			${onConflict === undefined ? "" : `ON CONFLICT ${onConflict}`}`,
		[...Object.values(shared), ...names.map((name) => rows.map((row) => row[name]))],
	);
}
