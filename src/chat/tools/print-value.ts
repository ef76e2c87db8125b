import { formatValue } from "../../context/render/format-value.ts";
import type { Json } from "../../graph/model/json.ts";

/** A value in a difference, word for word: whoever says yes to it has to have seen all of it. Null for what is not there. */
export function printValue(value: Json | undefined): string | null {
	if (value === undefined || value === null || value === "") return null;
	if (typeof value === "string") return value;
	return Array.isArray(value) ? value.map((entry) => printValue(entry) ?? "").join(", ") : formatValue(value);
}
