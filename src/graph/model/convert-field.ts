import { checkFieldValue, type Field } from "./field.ts";
import type { Json } from "./json.ts";

const asText = (value: Json): string => {
	if (typeof value === "string") return value;
	if (Array.isArray(value)) return value.map(asText).join(", ");
	return JSON.stringify(value);
};

const asList = (value: Json): readonly Json[] => {
	if (Array.isArray(value)) return value;
	return typeof value === "string"
		? value
				.split(",")
				.map((part) => part.trim())
				.filter((part) => part !== "")
		: [value];
};

/** The value in the form the new type asks for, as far as there is an obvious one. */
function reshape(field: Field, value: Json): Json {
	switch (field.type) {
		case "text":
			return asText(value);
		case "text_list":
			return asList(value).map(asText);
		case "entity_ref_list":
			return asList(value);
		case "number":
			return typeof value === "string" && value.trim() !== "" ? Number(value) : value;
		case "entity_ref":
		case "note_ref":
		case "email":
		case "date":
		case "select": {
			const list = asList(value);
			return list.length === 1 && list[0] !== undefined ? list[0] : value;
		}
		default:
			return value;
	}
}

/** Returns a stored value converted to the new type of its field, or undefined when it cannot be converted. */
export function convertFieldValue(kind: string, field: Field, value: Json): Json | undefined {
	try {
		checkFieldValue(kind, field, value);
		return value;
	} catch {
		// Not as it is; perhaps in another form.
	}
	try {
		const reshaped = reshape(field, value);
		checkFieldValue(kind, field, reshaped);
		return reshaped;
	} catch {
		return undefined;
	}
}
