import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { listPhrases } from "../../model/list-phrases.ts";
import { runSteps, type Steps } from "../../model/run-steps.ts";
import { cleanText } from "../source/clean-text.ts";
import { parseJsonInSteps } from "./parse-json.ts";

/** A page of an answer holds its things in one of these. */
const WRAPPERS = listPhrases("items, nodes, data, issues, issue, projects, comments, edges, node, values");
const DEEPEST = 8;
const CHARACTERS_AT_ONCE = 100_000;

/** However they were saved: as one list, several (as a client writes pages), one object a line, or in an answer of an API. */
export function* readJsonValuesInSteps(text: string): Steps<readonly JsonObject[]> {
	const objects: JsonObject[] = [];
	for (const value of yield* splitValues(text)) yield* unwrap(value, objects, 0);
	return objects;
}

/** The same without a pause. */
export const readJsonValues = (text: string): readonly JsonObject[] => runSteps(readJsonValuesInSteps(text));

function* splitValues(text: string): Steps<readonly Json[]> {
	try {
		return [yield* parseJsonInSteps(text)];
	} catch {
		// Not one value; perhaps several.
	}
	const values: Json[] = [];
	let start = -1;
	let depth = 0;
	let inString = false;
	for (let at = 0; at < text.length; at += 1) {
		if (at % CHARACTERS_AT_ONCE === 0) yield;
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
			if (depth === 0) values.push(yield* parseJsonInSteps(text.slice(start, at + 1)));
		}
	}
	if (values.length === 0 || depth !== 0) throw new SyntaxError("It is no JSON, or it is cut off.");
	return values;
}

function* unwrap(value: Json | undefined, objects: JsonObject[], depth: number): Steps<void> {
	yield;
	if (value === null || typeof value !== "object" || depth > DEEPEST) return;
	if (Array.isArray(value)) {
		for (const entry of value) yield* unwrap(entry, objects, depth + 1);
		return;
	}
	const object = value as JsonObject;
	const isThing = [object.title, object.name, object.body].some((text) => typeof text === "string");
	const inner = WRAPPERS.filter((name) => typeof object[name] === "object" && object[name] !== null);
	if (isThing || inner.length === 0) objects.push(object);
	else for (const name of inner) yield* unwrap(object[name], objects, depth + 1);
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
		if (!isObject(value)) return undefined;
		value = Object.hasOwn(value, key) ? value[key] : undefined;
	}
	return value;
}

/** The objects of a list, also of one that a GraphQL answer wraps. */
export function listAt(object: JsonObject | undefined, ...path: readonly string[]): readonly JsonObject[] {
	const value = valueAt(object, ...path);
	const list = Array.isArray(value) ? value : valueAt(object, ...path, "nodes");
	return Array.isArray(list) ? list.filter(isObject) : [];
}
