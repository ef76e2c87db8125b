import type { Json } from "../../model/json.ts";
import type { InferredField } from "./import-report.ts";
import { readMoment } from "./read-moment.ts";

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/;
const EMAIL = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/;

export type InferredType = InferredField["type"];

function typeOf(value: Json): InferredType {
	if (typeof value === "number") return "number";
	if (typeof value === "boolean") return "boolean";
	if (Array.isArray(value)) {
		return value.every((entry) => typeof entry === "string" || typeof entry === "number")
			? "text_list"
			: "json";
	}
	if (typeof value !== "string") return "json";
	const text = value.trim();
	if (NUMBER.test(text)) return "number";
	if (readMoment(text) !== undefined) return "date";
	return EMAIL.test(text) ? "email" : "text";
}

/** Counts the values of fields, as they come, and infers the type of each. */
export class FieldSurvey {
	readonly #types = new Map<string, Map<InferredType, number>>();

	add(values: Readonly<Record<string, Json | undefined>>): void {
		for (const [name, value] of Object.entries(values)) {
			if (value === undefined || value === null || value === "") continue;
			const types = this.#types.get(name) ?? new Map<InferredType, number>();
			const type = typeOf(value);
			this.#types.set(name, types.set(type, (types.get(type) ?? 0) + 1));
		}
	}

	get fields(): readonly InferredField[] {
		return [...this.#types]
			.map(([name, types]) => ({
				name,
				type: mergeTypes([...types.keys()]),
				count: [...types.values()].reduce((sum, count) => sum + count, 0),
			}))
			.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
	}
}

/** The narrowest type that holds all of them; a text and a list of texts are a list. */
function mergeTypes(types: readonly InferredType[]): InferredType {
	const [only = "text"] = types;
	if (types.length === 1) return only;
	if (types.includes("json")) return "json";
	return types.includes("text_list") ? "text_list" : "text";
}
