import type { Json, JsonObject } from "../../model/json.ts";
import { cleanText } from "../clean-text.ts";

/** A page of an answer holds its things in one of these. */
const WRAPPERS = [
	"items",
	"nodes",
	"data",
	"issues",
	"issue",
	"projects",
	"comments",
	"edges",
	"node",
	"values",
];
const DEEPEST = 8;

/**
 * The objects of a file of JSON, however they were saved: one list, several lists one after the other (as a client
 * writes pages), one object a line, or wrapped in the answer of an API.
 */
export function readJsonValues(text: string): readonly JsonObject[] {
	return splitValues(text).flatMap((value) => unwrap(value, 0));
}

function splitValues(text: string): readonly Json[] {
	try {
		return [JSON.parse(text) as Json];
	} catch {
		// Not one value; perhaps several.
	}
	const values: Json[] = [];
	let start = -1;
	let depth = 0;
	let inString = false;
	for (let at = 0; at < text.length; at += 1) {
		const character = text[at];
		if (inString) {
			if (character === "\\") at += 1;
			else if (character === '"') inString = false;
		} else if (character === '"') inString = true;
		else if (character === "{" || character === "[") {
			if (depth === 0) start = at;
			depth += 1;
		} else if (character === "}" || character === "]") {
			depth -= 1;
			if (depth < 0) break;
			if (depth === 0) values.push(JSON.parse(text.slice(start, at + 1)) as Json);
		}
	}
	if (values.length === 0 || depth !== 0) throw new SyntaxError("It is no JSON, or it is cut off.");
	return values;
}

function unwrap(value: Json | undefined, depth: number): readonly JsonObject[] {
	if (value === null || typeof value !== "object" || depth > DEEPEST) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => unwrap(entry, depth + 1));
	const object = value as JsonObject;
	if (typeof object.title === "string" || typeof object.name === "string" || typeof object.body === "string")
		return [object];
	const inner = WRAPPERS.filter((name) => typeof object[name] === "object" && object[name] !== null);
	return inner.length > 0 ? inner.flatMap((name) => unwrap(object[name], depth + 1)) : [object];
}

/** The text under a path of keys, or nothing. */
export function textAt(object: JsonObject | undefined, ...path: readonly string[]): string | undefined {
	const value = valueAt(object, ...path);
	if (typeof value === "string") return value.trim() === "" ? undefined : cleanText(value);
	return typeof value === "number" ? String(value) : undefined;
}

export function valueAt(object: JsonObject | undefined, ...path: readonly string[]): Json | undefined {
	let value: Json | undefined = object;
	for (const key of path) {
		if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
		value = Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
	}
	return value;
}

/** The objects of a list, also of one that a GraphQL answer wraps. */
export function listAt(object: JsonObject | undefined, ...path: readonly string[]): readonly JsonObject[] {
	const value = valueAt(object, ...path);
	const list = Array.isArray(value) ? value : valueAt(object, ...path, "nodes");
	return Array.isArray(list)
		? list.filter(
				(entry): entry is JsonObject => entry !== null && typeof entry === "object" && !Array.isArray(entry),
			)
		: [];
}
