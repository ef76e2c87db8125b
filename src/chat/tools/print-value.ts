import { formatValue } from "../../context/render/fence-text.ts";
import type { Json } from "../../graph/model/json.ts";

/** Prints a value of a difference in full: a person who approves it must have seen all of it. Null for a missing value. */
export function printValue(value: Json | undefined): string | null {
	if (value === undefined || value === null || value === "") return null;
	if (typeof value === "string") return value;
	return Array.isArray(value) ? value.map((entry) => printValue(entry) ?? "").join(", ") : formatValue(value);
}
