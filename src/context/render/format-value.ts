import { cutText } from "../../graph/model/cut-text.ts";
import type { Json } from "../../graph/model/json.ts";
import { inOneLine } from "./fence-text.ts";

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}/;

const shortenTime = (text: string): string => ISO_TIME.exec(text)?.[1] ?? text;

/** A value on one line: dates as YYYY-MM-DD, lists with commas, the rest as JSON. */
export function formatValue(value: Json): string {
	if (typeof value === "string") return inOneLine(shortenTime(value));
	if (Array.isArray(value)) return value.map(formatValue).join(", ");
	return inOneLine(JSON.stringify(value));
}

/** White space that falls together takes room: so much of a text is read for what is shown of it. */
const LOOK = 4;

/** Cut at a word where there is one near, and marked as cut. What lies far beyond is not read: it may be a book. */
export function clipText(text: string, longest: number): string {
	const beginning = inOneLine(text.slice(0, longest * LOOK));
	const flat = beginning.length > longest ? beginning : inOneLine(text);
	return cutText(flat, longest);
}

/** A value on one line, cut like a text. */
export const clipValue = (value: Json, longest: number): string =>
	clipText(typeof value === "string" ? shortenTime(value) : formatValue(value), longest);
