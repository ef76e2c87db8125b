import type { Entity } from "../../model/entity.ts";
import type { Json } from "../../model/json.ts";
import type { ZipMember } from "../files/write-zip.ts";
import { FileNames } from "./name-files.ts";
import type { SpooledArchive } from "./spool-archive.ts";

const COLUMNS = [
	"id",
	"title",
	"state_key",
	"type_key",
	"project_id",
	"description",
	"body",
	"created_at",
	"updated_at",
	"archived_at",
] as const;

/** Programs that open tables run these as formulas, also in full width and behind white space or invisible signs. */
const FORMULA = /^[\s\p{Cf}]*(?:[=+@＝＋＠－]|-(?!\d+(?:\.\d+)?$))|^[\t\r\n]/u;

function printCell(value: Json | undefined): string {
	if (value === undefined || value === null) return "";
	const text =
		typeof value === "string"
			? value
			: Array.isArray(value) && value.every((entry) => typeof entry === "string" && !entry.includes(","))
				? value.join(", ")
				: JSON.stringify(value);
	const safe = FORMULA.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const printRow = (cells: readonly (Json | undefined)[]): string => `${cells.map(printCell).join(",")}\r\n`;

/** A table for each kind and one of the relations. */
export async function* listCsvFiles(archive: SpooledArchive): AsyncGenerator<ZipMember> {
	const kinds = new Map<string, Set<string>>();
	const titles = new Map<string, string>();
	for await (const { id, kind, title, props } of archive.entities()) {
		titles.set(id, title);
		const names = kinds.get(kind) ?? new Set();
		kinds.set(kind, names);
		for (const name of Object.keys(props)) names.add(name);
	}
	const files = new FileNames();
	for (const [kind, names] of [...kinds].sort()) {
		const fields = [...names].sort();
		const rows = [printRow([...COLUMNS, ...fields])];
		for await (const entity of archive.entities()) {
			if (entity.kind === kind)
				rows.push(printRow([...readColumns(entity), ...fields.map((name) => entity.props[name])]));
		}
		yield { path: files.add("", kind, ".csv"), content: rows.join("") };
	}
	const relations = [printRow(["source_id", "source", "relation", "target_id", "target", "origin", "text"])];
	for await (const { src_id, rel, dst_id, origin, text } of archive.edges())
		relations.push(printRow([src_id, titles.get(src_id), rel, dst_id, titles.get(dst_id), origin, text]));
	yield { path: files.add("", "relations", ".csv"), content: relations.join("") };
}

const readColumns = (entity: Entity): readonly (string | null)[] => COLUMNS.map((column) => entity[column]);
