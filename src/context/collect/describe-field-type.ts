import type { Field } from "../../graph/model/field.ts";

/** Describes the values of a field to the person or program that fills it in. */
export function describeFieldType(field: Field): string {
	switch (field.type) {
		case "select":
			return field.options.join(" | ");
		case "entity_ref":
		case "entity_ref_list":
			return `${field.type} of ${field.kind}`;
		case "number": {
			const from = field.min === undefined ? "" : ` from ${field.min}`;
			const to = field.max === undefined ? "" : ` to ${field.max}`;
			return `number${from}${to}`;
		}
		default:
			return field.type;
	}
}
