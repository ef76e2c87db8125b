import { foldTitle } from "../model/entity.ts";
import { referencedIds } from "../model/field.ts";
import { isId } from "../model/ids.ts";
import type { Person } from "../model/is-theirs.ts";
import { type Json, textsIn } from "../model/json.ts";
import type { Attribute } from "./attribute.ts";
import { type DateValue, readDate } from "./query-dates.ts";
import type { QueryRow, QueryRows } from "./query-rows.ts";
import { resolveName } from "./resolve-name.ts";

/** As it is compared: plain texts are folded; the text of a date or option is as it is stored. */
export type Value =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "number"; readonly number: number }
	| { readonly type: "date"; readonly date: DateValue; readonly text: string }
	| { readonly type: "option"; readonly position: number; readonly text: string }
	| { readonly type: "entity"; readonly row: QueryRow }
	| { readonly type: "json"; readonly texts: readonly string[] };

/** The entries of a list, which may be stored as an array or as one text with commas. */
function listEntries(raw: Json): readonly Json[] {
	return Array.isArray(raw) ? raw : typeof raw === "string" ? raw.split(",") : [raw];
}

function readText(raw: Json): readonly Value[] {
	if (raw === null || typeof raw === "object") return [];
	const text = foldTitle(String(raw));
	return text === "" ? [] : [{ type: "text", text }];
}

function readNumber(raw: Json): readonly Value[] {
	const number = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
	return typeof number === "number" && Number.isFinite(number) ? [{ type: "number", number }] : [];
}

/** A single reference is by far the most common, and is read once for every row. */
function listTargets(raw: Json): readonly string[] {
	return typeof raw === "string" && isId(raw) ? [raw] : referencedIds(raw);
}

function readJson(raw: Json): readonly Value[] {
	const isEmpty = raw === "" || (Array.isArray(raw) && raw.length === 0);
	return isEmpty ? [] : [{ type: "json", texts: [...textsIn(raw)].map(foldTitle) }];
}

/** None when missing, empty or of another type. A reference to a hidden entity is missing too, as to a deleted one. */
export function readValues(
	attribute: Attribute,
	row: QueryRow,
	rows: QueryRows,
	asker?: Person | undefined,
): readonly Value[] {
	if (attribute.reach) return attribute.reach(row, rows).map((target) => ({ type: "entity", row: target }));
	const raw = attribute.read(row, asker);
	if (raw === undefined || raw === null) return [];
	switch (attribute.type) {
		case "text":
		case "id":
			return attribute.isList ? listEntries(raw).flatMap(readText) : readText(raw);
		case "number":
			return readNumber(raw);
		case "date": {
			const date = typeof raw === "string" ? readDate(raw) : null;
			return date === null ? [] : [{ type: "date", date, text: String(raw) }];
		}
		case "option": {
			const option = typeof raw === "string" ? resolveName(raw.trim(), attribute.options) : undefined;
			if (option === undefined) return [];
			return [{ type: "option", position: attribute.options.indexOf(option), text: option }];
		}
		case "entity":
			return listTargets(raw).flatMap((id): Value[] => {
				const target = rows.row(id);
				return target ? [{ type: "entity", row: target }] : [];
			});
		case "json":
			return readJson(raw);
		case "computed":
			return [];
	}
}
