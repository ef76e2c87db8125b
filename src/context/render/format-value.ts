import type { Json } from "../../graph/model/json.ts";
import { inOneLine } from "./fence-text.ts";

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}/;

/** A value on one line: dates as YYYY-MM-DD, lists with commas, the rest as JSON. */
export function formatValue(value: Json): string {
	if (typeof value === "string") return inOneLine(ISO_TIME.exec(value)?.[1] ?? value);
	if (Array.isArray(value)) return value.map(formatValue).join(", ");
	return JSON.stringify(value);
}

/** Cut at a word where there is one near, and marked as cut. */
export function clipText(text: string, longest: number): string {
	const flat = inOneLine(text);
	if (flat.length <= longest) return flat;
	const cut = flat.slice(0, longest - 1);
	const space = cut.lastIndexOf(" ");
	return `${(space > longest * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

export const isEmpty = (value: Json | undefined): boolean =>
	value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
