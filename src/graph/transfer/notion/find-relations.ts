import { posix } from "node:path";
import { foldTitle } from "../../model/entity.ts";
import { nameField } from "../tables/name-field.ts";
import { splitName } from "./notion-files.ts";
import type { NotionTable } from "./survey-notion.ts";

export interface Relation {
	readonly field: string;
	/** Of the rows it leads to. */
	readonly kind: string;
	/** The external ids that a cell names. */
	readonly targets: (cell: string) => readonly string[];
}

const ADDRESSED = /([^(),]*)\(([^()]+\.md)\)/g;

/**
 * The columns that name rows of a table: by the paths of their pages, as newer exports write them, or by their titles,
 * when every title in the column is that of exactly one row of one table.
 */
export function findRelations(
	table: NotionTable,
	tables: readonly NotionTable[],
): ReadonlyMap<string, Relation> {
	const { header, rows } = table.database.table;
	const taken = new Set<string>();
	const relations = new Map<string, Relation>();
	for (const [index, column] of header.entries()) {
		const name = nameField(column, taken);
		taken.add(name);
		if (index === 0 || column === "") continue;
		const cells = rows.map((row) => row[index] ?? "").filter((cell) => cell.trim() !== "");
		if (cells.length === 0) continue;
		const found = tables.map((other) => matchTable(cells, other)).find((targets) => targets !== undefined);
		if (found !== undefined) relations.set(column, { field: name, ...found });
	}
	return relations;
}

function matchTable(cells: readonly string[], other: NotionTable): Omit<Relation, "field"> | undefined {
	const ids = new Set(other.rows.map((row) => row.id));
	const names = new Map<string, string | null>();
	for (const { id, title } of other.rows) {
		const key = foldTitle(title);
		names.set(key, names.has(key) ? null : id);
	}
	const byAddress = (cell: string): readonly string[] =>
		[...cell.matchAll(ADDRESSED)].flatMap(([, , path = ""]) => {
			const { id } = splitName(decodeURI(posix.basename(path)));
			return id !== undefined && ids.has(id) ? [id] : [];
		});
	const byName = (cell: string): readonly string[] =>
		cell.split(",").flatMap((part) => names.get(foldTitle(part)) ?? []);
	const countParts = (cell: string): number => cell.split(",").length;
	const isAddressed = cells.every((cell) => safely(byAddress, cell).length > 0);
	if (isAddressed) return { kind: other.kind, targets: (cell) => safely(byAddress, cell) };
	const isNamed = cells.every((cell) => byName(cell).length === countParts(cell));
	return isNamed ? { kind: other.kind, targets: byName } : undefined;
}

/** A percent sign that escapes nothing makes decoding fail. */
function safely(read: (cell: string) => readonly string[], cell: string): readonly string[] {
	try {
		return read(cell);
	} catch {
		return [];
	}
}
