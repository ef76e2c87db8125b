import { posix } from "node:path";
import { readAddress } from "../../../model/attachment.ts";
import { foldTitle } from "../../../model/entity.ts";
import { nameField } from "../../tables/name-field.ts";
import { splitName } from "./notion-files.ts";
import type { NotionTable } from "./read-notion-source.ts";

export interface Relation {
	readonly field: string;
	/** Of the rows it leads to. */
	readonly kind: string;
	readonly targets: (cell: string) => readonly string[];
}

/** A comma inside brackets belongs to an address. */
const BETWEEN_NAMES = /,(?![^()]*\))/;
const ADDRESSED = /^(.*)\(([^()]+)\)$/s;

/** By the addresses of their pages, or by titles, when every name in the column is that of one row of one table. */
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
	const findRow = (part: string): string | undefined => {
		const [, title = part, address = ""] = ADDRESSED.exec(part.trim()) ?? [];
		const { id } = splitName(posix.basename(readAddress(address)));
		return id !== undefined && ids.has(id) ? id : (names.get(foldTitle(title)) ?? undefined);
	};
	const listParts = (cell: string): readonly string[] =>
		cell.split(BETWEEN_NAMES).filter((part) => part.trim() !== "");
	const targets = (cell: string): readonly string[] => listParts(cell).flatMap((part) => findRow(part) ?? []);
	const isRelation = cells.every((cell) => targets(cell).length === listParts(cell).length);
	return isRelation ? { kind: other.kind, targets } : undefined;
}
