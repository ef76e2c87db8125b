import { type Field, listReferences } from "../../graph/model/field.ts";
import type { Json } from "../../graph/model/json.ts";
import { inOneLine } from "./fence-text.ts";
import type { RenderScope } from "./render-entity.ts";

export const GONE = "(deleted)";
const PUT_AWAY = "(archived)";
const MOST_LISTED = 50;

type Names = Pick<RenderScope, "refOf" | "nameOf" | "isArchived">;

/** Prints a name with its id. Unreadable entities look deleted, or the difference would reveal them. */
function printReference(id: string, sign: "@" | "[[", { nameOf, refOf, isArchived }: Names): string {
	const title = nameOf(id);
	if (title === undefined) return GONE;
	if (isArchived?.(id)) return PUT_AWAY;
	const name = inOneLine(title);
	return `${sign === "@" ? `@${name}` : `[[${name}]]`} [id:${refOf(id)}]`;
}

/** A list of references, each once, with the count of those that are not shown. */
export function printReferenceList(
	ids: readonly string[],
	{ sign, more = 0, names }: { readonly sign: "@" | "[["; readonly more?: number; readonly names: Names },
): string {
	const all = [...new Set(ids)];
	const shown = all.slice(0, MOST_LISTED).map((id) => printReference(id, sign, names));
	const hidden = all.length - shown.length + more;
	return [...shown, ...(hidden > 0 ? [`… and ${hidden} more`] : [])].join(", ");
}

/** The value of a reference field as names; undefined for a field that holds no references. */
export function printReferences(field: Field | undefined, value: Json, names: Names): string | undefined {
	switch (field?.type) {
		case "entity_ref":
		case "entity_ref_list":
			return printReferenceList(listReferences(value), { sign: "@", names });
		case "note_ref":
			return printReferenceList(listReferences(value), { sign: "[[", names });
		default:
			return undefined;
	}
}
