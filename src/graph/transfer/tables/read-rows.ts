import { foldTitle, type NewEntity } from "../../model/entity.ts";
import type { Json } from "../../model/json.ts";
import type { Steps } from "../../model/run-steps.ts";
import { withoutUndefined } from "../../model/without-undefined.ts";
import { cleanLine, cleanText } from "../source/clean-text.ts";
import type { ImportLink } from "../source/import-item.ts";
import { readMoment } from "../source/read-moment.ts";
import type { TableMapping } from "../source/table-mapping.ts";
import { readCell } from "./column-use.ts";
import type { CsvTable } from "./parse-csv.ts";

export interface TableRow {
	/** From the id column, else from the title; a number is added where two are the same. */
	readonly key: string;
	readonly entity: NewEntity;
	readonly relations: readonly { readonly rel: string; readonly name: string }[];
	/** The row in the file, from one; the header is the first. */
	readonly line: number;
}

const LONGEST_KEY = 300;

export function* readRows(table: CsvTable, mapping: TableMapping): Steps<readonly TableRow[]> {
	const keys = new Map<string, number>();
	const rows: TableRow[] = [];
	for (const [index, cells] of table.rows.entries()) {
		yield;
		const props: Record<string, Json> = {};
		const own: Record<string, string> = {};
		const relations: { rel: string; name: string }[] = [];
		for (const [position, column] of table.header.entries()) {
			const use = mapping.columns[column];
			const cell = cleanText(cells[position] ?? "");
			if (use === undefined || use.to === "ignore") continue;
			if (use.to === "field") props[use.name] = readCell(use.type, cell);
			else if (use.to === "relation") {
				for (const name of cell.split(",").map((part) => part.trim()))
					if (name !== "") relations.push({ rel: use.rel, name });
			} else if (cell.trim() !== "")
				own[use.to] = own[use.to] === undefined ? cell : `${own[use.to]}\n\n${cell}`;
		}
		const title = cleanLine(own.title ?? own.id ?? "") || "Untitled";
		const base = (own.id ?? foldTitle(title)).slice(0, LONGEST_KEY);
		const seen = keys.get(base) ?? 0;
		keys.set(base, seen + 1);
		rows.push({
			key: seen === 0 ? base : `${base} ${seen + 1}`,
			line: index + 2,
			relations,
			entity: withoutUndefined({
				...{ kind: mapping.kind, title, props, body: own.body ?? "", description: own.description },
				aliases: own.aliases?.split(",").map((name) => name.trim()),
				state_key: own.state?.trim(),
				created_at: readMoment(own.created ?? ""),
				updated_at: readMoment(own.updated ?? ""),
			}),
		});
	}
	return rows;
}

/** Relations by the names of other rows. A name that several rows have is nobody's. */
export function* linkRows(rows: readonly TableRow[]): Steps<{
	readonly links: ReadonlyMap<string, readonly ImportLink[]>;
	readonly unknown: readonly string[];
}> {
	const byName = new Map<string, string | null>();
	for (const { key, entity } of rows) {
		yield;
		for (const name of new Set([foldTitle(entity.title), foldTitle(key)]))
			byName.set(name, byName.has(name) ? null : key);
	}
	const unknown: string[] = [];
	const links = new Map<string, readonly ImportLink[]>();
	for (const { key, relations } of rows) {
		yield;
		const found = relations.flatMap(({ rel, name }) => {
			const to = byName.get(foldTitle(name));
			if (to) return [{ rel, to }];
			unknown.push(name);
			return [];
		});
		if (found.length > 0) links.set(key, found);
	}
	return { links, unknown };
}
