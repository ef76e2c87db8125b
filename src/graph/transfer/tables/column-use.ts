import { InvalidInputError } from "../../model/errors.ts";
import type { Field } from "../../model/field.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Steps } from "../../model/run-steps.ts";
import { FieldSurvey } from "../source/infer-field.ts";
import { type ColumnUse, OWN_TARGETS, type TableMapping } from "../source/table-mapping.ts";
import { nameField } from "./name-field.ts";
import type { CsvTable } from "./parse-csv.ts";

const TITLES = ["title", "name", "summary", "subject", "task"];
const OWN_COLUMNS: readonly (readonly [RegExp, ColumnUse["to"]])[] = [
	[/^(?:id|key|uuid|external id)$/i, "id"],
	[/^(?:description|notes?|body|content|text|details)$/i, "body"],
	[/^(?:alias|aliases)$/i, "aliases"],
	[/^(?:created|created at|created time|date created)$/i, "created"],
	[/^(?:updated|updated at|last edited|last edited time|modified)$/i, "updated"],
];
const TYPES = ["text", "email", "date", "json", "text_list", "number", "select"];
const TARGETS: readonly string[] = [...OWN_TARGETS, "field", "relation", "people"];
/** A column that says the same few words again and again is a choice among them. */
const MOST_OPTIONS = 12;
const REPEATED = 3;
const LONGEST_OPTION = 40;

/** Infers the most likely use of each column, by its name and values. */
export function* inferMapping(table: CsvTable, kind: string, label: string): Steps<TableMapping> {
	const columns: Record<string, ColumnUse> = {};
	const taken = new Set<string>();
	const titleColumn =
		TITLES.flatMap((name) => table.header.filter((column) => column.toLowerCase() === name))[0] ??
		table.header[0];
	const used = new Set<string>();
	for (const [index, column] of table.header.entries()) {
		if (column === "" || columns[column] !== undefined) continue;
		const own = OWN_COLUMNS.find(([pattern]) => pattern.test(column))?.[1];
		if (column === titleColumn) columns[column] = { to: "title" };
		else if (
			own !== undefined &&
			own !== "field" &&
			own !== "relation" &&
			own !== "people" &&
			!used.has(own)
		) {
			used.add(own);
			columns[column] = { to: own };
		} else {
			const values = table.rows.map((row) => row[index] ?? "").filter((value) => value !== "");
			const name = nameField(column, taken);
			taken.add(name);
			columns[column] = { to: "field", name, ...(yield* inferColumn(values)) };
		}
	}
	return { kind, label, columns };
}

function* inferColumn(
	values: readonly string[],
): Steps<{ type: Field["type"]; options?: readonly string[] }> {
	const survey = new FieldSurvey();
	for (const value of values) {
		survey.add({ value });
		yield;
	}
	const type = survey.fields[0]?.type ?? "text";
	if (type !== "text") return { type: type === "boolean" ? "text" : type };
	const options = [...new Set(values.map((value) => value.trim()))];
	const isChoice =
		options.length <= MOST_OPTIONS &&
		values.length >= REPEATED * options.length &&
		options.every((option) => option.length <= LONGEST_OPTION && !option.includes(","));
	return isChoice && options.length > 0 ? { type: "select", options: options.sort() } : { type: "text" };
}

export const fieldsOf = (mapping: TableMapping): readonly Field[] =>
	Object.entries(mapping.columns).flatMap(([label, use]): Field[] => {
		if (use.to !== "field") return [];
		const { name, type, options = [] } = use;
		if (type === "select") return [{ name, label, type, options }];
		if (type === "text" || type === "email" || type === "date" || type === "json" || type === "text_list")
			return [{ name, label, type }];
		return type === "number" ? [{ name, label, type }] : [];
	});

/** Converts a cell to the form of its field, as far as it has one; the importer reports the others. */
export function readCell(type: Field["type"], cell: string): Json {
	const text = cell.trim();
	if (text === "") return null;
	if (type === "number") return Number.isFinite(Number(text)) ? Number(text) : text;
	if (type === "date") return text.replace(" ", "T");
	if (type === "text_list")
		return text
			.split(",")
			.map((part) => part.trim())
			.filter((part) => part !== "");
	return text;
}

/** A mapping from a file that somebody may have written by hand. */
export function checkMapping(value: unknown): TableMapping {
	const { kind, label, columns, folders } = (value ?? {}) as JsonObject;
	const refuse = (why: string): InvalidInputError =>
		new InvalidInputError(`The mapping cannot be used: ${why}`, { field: "map" }, "mapping_invalid");
	if (typeof kind !== "string") throw refuse('it needs a "kind".');
	if (!isObject(columns)) throw refuse('it needs "columns".');
	for (const [column, use] of Object.entries(columns)) {
		const { to, name, type, options, rel } = (use ?? {}) as JsonObject;
		if (!TARGETS.includes(String(to)))
			throw refuse(`the column "${column}" goes to one of ${TARGETS.join(", ")}.`);
		if (to === "field" && (typeof name !== "string" || !TYPES.includes(String(type))))
			throw refuse(`the field of "${column}" needs a name and a type, one of ${TYPES.join(", ")}.`);
		if (
			options !== undefined &&
			!(Array.isArray(options) && options.every((option) => typeof option === "string"))
		)
			throw refuse(`the options of "${column}" are a list of texts.`);
		if (to === "people" && typeof name !== "string")
			throw refuse(`the people of "${column}" need the name of a field.`);
		if (to === "relation" && typeof rel !== "string")
			throw refuse(`the relation of "${column}" needs a rel.`);
	}
	if (folders !== undefined && !isObject(folders)) throw refuse('"folders" holds a mapping for each folder.');
	const checked = { kind, columns } as unknown as TableMapping;
	return {
		...checked,
		...(typeof label === "string" && { label }),
		...(isObject(folders) && {
			folders: Object.fromEntries(
				Object.entries(folders).map(([folder, own]) => {
					if (isObject(own) && own.folders !== undefined)
						throw refuse(`the folder "${folder}" has folders of its own; name them by their whole path.`);
					return [folder, checkMapping(own)];
				}),
			),
		}),
	};
}
