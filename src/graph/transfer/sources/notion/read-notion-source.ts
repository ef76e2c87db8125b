import { posix } from "node:path";
import { readAddress } from "../../../model/attachment.ts";
import { foldTitle } from "../../../model/entity.ts";
import { InvalidInputError } from "../../../model/errors.ts";
import { groupBy } from "../../../model/group-by.ts";
import { BUILT_IN_KINDS } from "../../../model/kinds/kind-registry.ts";
import type { OwnKindDefinition } from "../../../model/own-kind.ts";
import { runStepsInTurns, type Steps } from "../../../model/run-steps.ts";
import type { KindNames } from "../../../store/archive/imports.ts";
import { cleanLine } from "../../source/clean-text.ts";
import {
	type ImportItem,
	type ImportLink,
	type ImportReference,
	makeItem,
	type Survey,
} from "../../source/import-item.ts";
import type { InferredField, Loss } from "../../source/import-report.ts";
import type { TableMapping } from "../../source/table-mapping.ts";
import { fieldsOf, inferMapping } from "../../tables/column-use.ts";
import { nameField, namePlural, nameTable } from "../../tables/name-field.ts";
import { readRows } from "../../tables/read-rows.ts";
import { attachFiles, FileShelf } from "../attach-files.ts";
import { placeOf, type SurveyOptions } from "../survey-options.ts";
import {
	folderOf,
	type NotionDatabase,
	type NotionPage,
	readNotionFiles,
	splitName,
} from "./notion-files.ts";
import { rewriteLinks } from "./rewrite-links.ts";

export interface NotionRow {
	readonly id: string;
	readonly title: string;
	readonly page: NotionPage | undefined;
	/** Of the table, in its order. */
	readonly cells: readonly string[];
}

export interface NotionTable {
	readonly database: NotionDatabase;
	readonly kind: string;
	readonly label: string;
	readonly rows: readonly NotionRow[];
}

const BUILT_IN = BUILT_IN_KINDS.map(({ kind }) => kind);

/** An export of Notion: pages as Markdown, databases as tables whose rows may be pages. */
export async function readNotionSource(options: SurveyOptions): Promise<Survey> {
	const { files, signal, kindNames } = options;
	const losses: Loss[] = [...files.losses];
	const { pages, databases } = await readNotionFiles(files.files, losses, signal);
	if (pages.length === 0 && databases.length === 0) {
		throw new InvalidInputError(
			"There are no Notion pages here. Export as Markdown & CSV, and name the zip file or the folder.",
			{ field: "path" },
			"notion_empty",
		);
	}
	const tables = await runStepsInTurns(matchRows({ pages, databases }, kindNames), signal);
	const rowPages = new Set(tables.flatMap(({ rows }) => rows.flatMap(({ page }) => page?.path ?? [])));
	const link = rewriteLinks([...pages, ...databases]);
	const place = placeOf(options);
	const parents = new Map(pages.map((page) => [folderOf(page.path), page.id]));
	const freePages = pages.filter((page) => !rowPages.has(page.path));
	const pageItems = freePages.map((page) => {
		const { body, links } = link(page);
		return makeItem({
			externalId: page.id,
			links: [...links, ...linkParent(parents, page.path)],
			entity: { ...place, kind: "page", title: page.title, body },
		});
	});
	const made: MadeTable[] = [];
	for (const table of tables)
		made.push(await runStepsInTurns(makeTable({ table, tables, link, place, parents }), signal));
	const items = [...pageItems, ...made.flatMap((table) => table.items)];
	const shelf = new FileShelf(files.files.filter(({ path }) => !/\.(?:md|csv|html)$/i.test(path)));
	const attached = await attachAll(items, pages, shelf);
	return {
		source: "notion",
		kinds: made.map(({ definition }) => definition),
		fields: made.flatMap(({ fields }) => fields),
		items: attached,
		losses: [...losses, ...shelf.losses],
	};
}

/** Pages, and rows that have one, with the files that their texts name. */
async function attachAll(
	items: readonly ImportItem[],
	pages: readonly NotionPage[],
	shelf: FileShelf,
): Promise<readonly ImportItem[]> {
	const byId = new Map(pages.map((page) => [page.id, page]));
	const attached: ImportItem[] = [];
	for (const item of items) {
		const page = byId.get(item.externalId);
		const loaded = await item.load();
		const body = "entity" in loaded ? (loaded.entity.body ?? "") : "";
		attached.push(page ? attachFiles(item, await shelf.findIn(page.path, body)) : item);
	}
	return attached;
}

/** Rows are matched to their pages by title, in order where several have the same one. */
function* matchRows(
	{ pages, databases }: Awaited<ReturnType<typeof readNotionFiles>>,
	kindNames: KindNames,
): Steps<readonly NotionTable[]> {
	const taken = new Set(BUILT_IN);
	const tables: NotionTable[] = [];
	for (const database of databases) {
		const { kind, label } = nameTable(database.title, taken, kindNames);
		taken.add(kind);
		const folders = new Set([
			folderOf(database.path),
			posix.join(posix.dirname(database.path), database.title),
		]);
		const own = pages.filter((page) => folders.has(posix.dirname(page.path)));
		const left = groupBy(own, (page) => foldTitle(page.title));
		const seen = new Map<string, number>();
		const rows: NotionRow[] = [];
		for (const cells of database.table.rows) {
			yield;
			const title = cleanLine(cells[0] ?? "") || "Untitled";
			const key = foldTitle(title);
			const page = left.get(key)?.shift();
			const number = (seen.get(key) ?? 0) + 1;
			seen.set(key, number);
			const id = page?.id ?? `${database.id} ${key.slice(0, 300)}${number > 1 ? ` ${number}` : ""}`;
			rows.push({ id, title, page, cells });
		}
		tables.push({ database, kind, label, rows });
	}
	return tables;
}

interface MadeTable {
	readonly definition: OwnKindDefinition;
	readonly fields: readonly (InferredField & { readonly kind: string })[];
	readonly items: readonly ImportItem[];
}

function* makeTable(input: {
	readonly table: NotionTable;
	readonly tables: readonly NotionTable[];
	readonly link: ReturnType<typeof rewriteLinks>;
	readonly place: object;
	readonly parents: ReadonlyMap<string, string>;
}): Steps<MadeTable> {
	const { table, tables, link, place, parents } = input;
	const { database, kind, label } = table;
	const relations = findRelations(table, tables);
	const inferred = yield* inferMapping(database.table, kind, label);
	const mapping = takeTitleFirst(inferred, database, relations);
	const declared = [
		...fieldsOf(mapping),
		...[...relations].map(([column, { field, kind: target }]) => ({
			name: field,
			label: column,
			type: "entity_ref_list" as const,
			kind: target,
		})),
	];
	const records = yield* readRows(database.table, mapping);
	const rowItems: ImportItem[] = [];
	for (const [index, row] of table.rows.entries()) {
		yield;
		const record = records[index];
		const { body, links } = row.page
			? link({ ...row.page, text: dropProperties(row.page.text, database) })
			: NO_PAGE;
		const references = [...relations].map(
			([column, relation]): ImportReference => ({
				field: relation.field,
				list: true,
				to: relation.targets(row.cells[database.table.header.indexOf(column)] ?? ""),
			}),
		);
		const item = makeItem({
			externalId: row.id,
			links,
			references: references.filter(({ to }) => to.length > 0),
			entity: {
				...place,
				...record?.entity,
				kind,
				title: record?.entity.title ?? row.title,
				body: [record?.entity.body ?? "", body].filter((text) => text.trim() !== "").join("\n\n"),
			},
		});
		rowItems.push(item);
	}
	const databaseItem = makeItem({
		externalId: database.id,
		links: linkParent(parents, database.path),
		entity: { ...place, kind: "database", title: database.title, props: { row_kind: kind } },
	});
	return {
		definition: { kind, label, ...namePlural(kind), fields: declared },
		fields: declared.map(({ name, type }) => ({
			kind,
			name,
			type,
			count: records.filter(({ entity }) => (entity.props?.[name] ?? null) !== null).length,
		})),
		items: [databaseItem, ...rowItems],
	};
}

const NO_PAGE = { body: "", links: [] as readonly ImportLink[] };

/** The first column of an exported database is its title, under any name; relations are filled in later. */
function takeTitleFirst(
	mapping: TableMapping,
	{ table }: NotionDatabase,
	relations: ReadonlyMap<string, Relation>,
): TableMapping {
	const columns = Object.entries(mapping.columns).map(([column, use]) => {
		if (column === table.header[0]) return [column, { to: "title" as const }] as const;
		if (relations.has(column)) return [column, { to: "ignore" as const }] as const;
		return [column, use.to === "title" || use.to === "id" ? { to: "ignore" as const } : use] as const;
	});
	return { ...mapping, columns: Object.fromEntries(columns) };
}

/** The page of a row repeats its columns as `Name: value` lines on top; they are fields already. */
function dropProperties(text: string, { table }: NotionDatabase): string {
	const lines = text.split("\n");
	const isProperty = (line: string): boolean => table.header.some((column) => line.startsWith(`${column}: `));
	let start = lines.findIndex((line) => line.trim() !== "");
	if (start < 0) return "";
	while (start < lines.length && isProperty(lines[start] ?? "")) start += 1;
	return lines.slice(start).join("\n").trimStart();
}

/** A page lies in the folder of the page it belongs to. */
function linkParent(parents: ReadonlyMap<string, string>, path: string): readonly ImportLink[] {
	const folder = posix.dirname(path);
	const parent = parents.get(folder) ?? splitName(posix.basename(folder)).id;
	const known = parent !== undefined && [...parents.values()].includes(parent);
	return known ? [{ rel: "relates_to", to: parent, inverse: true, text: "subpage" }] : [];
}

interface Relation {
	readonly field: string;
	/** Of the rows it leads to. */
	readonly kind: string;
	readonly targets: (cell: string) => readonly string[];
}

/** A comma inside brackets belongs to an address. */
const BETWEEN_NAMES = /,(?![^()]*\))/;
const ADDRESSED = /^(.*)\(([^()]+)\)$/s;

/** By the addresses of their pages, or by titles, when every name in the column is that of one row of one table. */
function findRelations(table: NotionTable, tables: readonly NotionTable[]): ReadonlyMap<string, Relation> {
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
