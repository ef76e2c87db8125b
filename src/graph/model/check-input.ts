import { InvalidInputError } from "./errors.ts";
import { checkFieldValue } from "./field.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Kind } from "./kind.ts";

const LONGEST = { title: 500, description: 20_000, body: 4_000_000, type_key: 200 } as const;
const LARGEST_PROPS = 500_000;
const DEEPEST_PROPS = 64;
const UNSTORABLE = /\0|\p{Surrogate}/u;
const TYPE_KEY = /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/;

/** PostgreSQL stores neither NUL nor half a surrogate pair; better a clear answer here than a database's. */
export function checkText(field: string, text: string, longest: number): void {
	if (text.length > longest) {
		throw new InvalidInputError(
			`The ${field} has ${text.length} characters; at most ${longest} can be kept. Split it into several entities.`,
			{ field, longest },
			"too_large",
		);
	}
	if (UNSTORABLE.test(text)) {
		throw new InvalidInputError(
			`The ${field} holds a NUL character or half of a surrogate pair. Remove it and try again.`,
			{ field },
			"invalid_text",
		);
	}
}

function depthOf(value: Json | undefined, deepest: number): number {
	if (value === null || typeof value !== "object" || deepest < 0) return 0;
	let depth = 0;
	for (const entry of Object.values(value as JsonObject))
		depth = Math.max(depth, depthOf(entry, deepest - 1));
	return depth + 1;
}

function checkProps(kind: Kind, props: JsonObject): void {
	if (depthOf(props, DEEPEST_PROPS) > DEEPEST_PROPS) {
		throw new InvalidInputError(
			`The props are nested deeper than ${DEEPEST_PROPS} levels.`,
			{ field: "props" },
			"too_deep",
		);
	}
	checkText("props", JSON.stringify(props), LARGEST_PROPS);
	// JSON.stringify writes these two as escapes, so the check above cannot see them.
	if (/\\u0000|\\u[dD][89a-fA-F][0-9a-fA-F]{2}/.test(JSON.stringify(props))) {
		throw new InvalidInputError(
			"The props hold a NUL character or half of a surrogate pair. Remove it and try again.",
			{ field: "props" },
			"invalid_text",
		);
	}
	for (const field of kind.fields) {
		const value = props[field.name];
		if (value !== undefined) checkFieldValue(kind.kind, field, value);
	}
}

export interface CheckedColumns {
	readonly title?: string;
	readonly aliases?: readonly string[];
	readonly body?: string;
	readonly description?: string;
	readonly state_key?: string | null;
	readonly type_key?: string | null;
	readonly props?: JsonObject;
}

/** Throws a typed error for the first thing that a kind cannot hold. */
export function checkColumns(kind: Kind, columns: CheckedColumns): void {
	const { title, aliases = [], body, description, state_key: state, type_key: typeKey, props } = columns;
	if (title !== undefined) {
		checkText("title", title, LONGEST.title);
		if (title.trim() === "") {
			throw new InvalidInputError(`A ${kind.kind} needs a title.`, { field: "title" }, "title_missing");
		}
	}
	for (const alias of aliases) checkText("aliases", alias, LONGEST.title);
	if (body !== undefined) checkText("body", body, LONGEST.body);
	if (description !== undefined) checkText("description", description, LONGEST.description);
	if (typeof state === "string" && !kind.states.some((known) => known.key === state)) {
		const known = kind.states.map((entry) => entry.key).join(", ") || "none";
		throw new InvalidInputError(
			`A ${kind.kind} has no state "${state}". Its states: ${known}.`,
			{ field: "state_key", state },
			"unknown_state",
		);
	}
	if (typeof typeKey === "string") {
		checkText("type_key", typeKey, LONGEST.type_key);
		if (!TYPE_KEY.test(typeKey)) {
			throw new InvalidInputError(
				`"${typeKey}" is no type key: use lowercase words joined by dots, such as task.execute.`,
				{ field: "type_key" },
				"invalid_type_key",
			);
		}
	}
	if (props !== undefined) checkProps(kind, props);
}
