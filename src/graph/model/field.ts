import type { Body } from "../../contract/frozen.ts";
import type { fieldSchema } from "../../contract/kind.ts";
import { InvalidInputError } from "./errors.ts";
import { isId } from "./ids.ts";
import type { Json } from "./json.ts";

/** A field of a kind. Values are in the entity's `props`, under its name. */
export type Field = Body<typeof fieldSchema> & {
	/** One is the most: "top priority" means the smallest number. */
	readonly lowestIsTop?: true;
};

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A parser takes 31 February for a day in March; a day that does not come back was none. */
function isDate(text: string): boolean {
	const day = text.slice(0, "2026-03-31".length);
	const time = Date.parse(`${day}T00:00:00Z`);
	if (!DATE.test(text) || Number.isNaN(Date.parse(text)) || Number.isNaN(time)) return false;
	return new Date(time).toISOString().startsWith(day);
}

const LIST_OF_LISTS = /^\s*\[\s*\[/;

const BETWEEN_COMMAS = /[^,]+/g;

/** A list that came as text holds either JSON or commas; what only looks like JSON is taken for commas. */
function splitList(text: string): readonly Json[] {
	// A list of lists names nothing; reading a million brackets would take longer than a million names.
	if (LIST_OF_LISTS.test(text)) return [];
	if (text.trimStart().startsWith("[")) {
		try {
			const parsed: unknown = JSON.parse(text);
			if (Array.isArray(parsed)) return parsed;
		} catch {
			// Not JSON after all: commas it is.
		}
	}
	// Without the gaps: a million commas would be a list of a million empty names.
	return text.match(BETWEEN_COMMAS) ?? [];
}

/** The names in a reference field, existing or not. Lists come as arrays, as JSON or as one text with commas. */
export function listReferences(value: Json | undefined): readonly string[] {
	const parts = Array.isArray(value) ? value : typeof value === "string" ? splitList(value) : [];
	return parts.map((part) => (typeof part === "string" ? part.trim() : "")).filter((part) => part !== "");
}

/** The well-formed ids among what a reference field names. */
export const referencedIds = (value: Json | undefined): readonly string[] =>
	listReferences(value).filter(isId);

export const isReference = (field: Field): boolean =>
	field.type === "entity_ref" || field.type === "entity_ref_list" || field.type === "note_ref";

const isTextList = (value: Json): boolean =>
	Array.isArray(value) && value.every((entry) => typeof entry === "string");

function describeMismatch(field: Field, value: Json): string | null {
	switch (field.type) {
		case "text":
			return typeof value === "string" ? null : "a text";
		case "note_ref":
		case "entity_ref":
			return typeof value === "string" ? null : "the id of an entity";
		case "email":
			return typeof value === "string" && EMAIL.test(value) ? null : "an e-mail address";
		case "date":
			return typeof value === "string" && isDate(value) ? null : "a date such as 2026-03-31";
		case "number": {
			const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
			const fits = Number.isFinite(value) && Number(value) >= min && Number(value) <= max;
			if (fits && (!field.integer || Number.isInteger(value))) return null;
			const from = field.min === undefined ? "" : ` from ${field.min}`;
			const to = field.max === undefined ? "" : ` up to ${field.max}`;
			return `${field.integer ? "a whole number" : "a number"}${from}${to}`;
		}
		case "select":
			return typeof value === "string" && field.options.includes(value)
				? null
				: `one of ${field.options.join(", ")}`;
		case "text_list":
			return isTextList(value) ? null : "a list of texts";
		case "entity_ref_list":
			return isTextList(value) || typeof value === "string" ? null : "a list of entity ids";
		case "computed":
			return "nothing: the field is computed";
		case "json":
			return null;
	}
}

/** Throws when `field` cannot hold `value`; null empties a field and is always allowed. */
export function checkFieldValue(kind: string, field: Field, value: Json): void {
	if (value === null) return;
	const expected = describeMismatch(field, value);
	if (expected === null) return;
	throw new InvalidInputError(
		`The field ${field.name} of a ${kind} takes ${expected}.`,
		{ field: field.name, expected },
		"invalid_field",
	);
}
