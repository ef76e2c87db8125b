import {
	LONGEST_BODY,
	LONGEST_DESCRIPTION,
	LONGEST_NAME,
	LONGEST_TITLE,
	MOST_ALIASES,
} from "../../contract/limits.ts";
import { type Entity, foldTitle } from "./entity.ts";
import { InvalidInputError } from "./errors.ts";
import { checkFieldValue } from "./field.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Kind } from "./kind.ts";

const LONGEST = {
	title: LONGEST_TITLE,
	description: LONGEST_DESCRIPTION,
	body: LONGEST_BODY,
	type_key: LONGEST_NAME,
} as const;
const LONGEST_TITLE_KEY = 2_000;
const LARGEST_PROPS = 500_000;
const DEEPEST_PROPS = 64;
const UNSTORABLE = /\0|\p{Surrogate}/u;
const INSTANT = /^(?!0000)\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2}))?$/;
const TYPE_KEY = /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/;

export const canBeName = (text: string): boolean =>
	text.length > 0 && text.length <= LONGEST.title && !UNSTORABLE.test(text);

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

/**
 * Looks at every key and every text, because JSON prints NUL and half pairs as escapes that cannot be distinguished
 * from the same escapes typed by hand. Descends no deeper than is allowed, so that a hostile value costs no stack.
 */
function checkJson(value: Json | undefined, depth: number): void {
	if (typeof value === "string") checkText("props", value, LARGEST_PROPS);
	if (value === null || typeof value !== "object") return;
	if (depth > DEEPEST_PROPS) {
		throw new InvalidInputError(
			`The props are nested deeper than ${DEEPEST_PROPS} levels. Flatten them and try again.`,
			{ field: "props" },
			"too_deep",
		);
	}
	for (const [key, entry] of Object.entries(value)) {
		checkText("props", key, LARGEST_PROPS);
		// Code that copies such a key by assignment would change the object's prototype instead.
		if (key === "__proto__") {
			throw new InvalidInputError(
				'"__proto__" cannot be the name of a property. Choose another.',
				{ field: "props" },
				"invalid_key",
			);
		}
		checkJson(entry, depth + 1);
	}
}

function checkProps(kind: Kind, props: JsonObject): void {
	checkJson(props, 1);
	checkText("props", JSON.stringify(props), LARGEST_PROPS);
	for (const field of kind.fields) {
		const value = props[field.name];
		if (value !== undefined) checkFieldValue(kind.kind, field, value);
	}
}

/** Titles are looked up through an index, which holds no longer keys; folding can make a title longer. */
function checkName(field: string, name: string): void {
	checkText(field, name, LONGEST.title);
	if (Buffer.byteLength(foldTitle(name)) <= LONGEST_TITLE_KEY) return;
	throw new InvalidInputError(
		`The ${field} is too long to be looked up. Shorten it.`,
		{ field, longest: LONGEST.title },
		"too_large",
	);
}

/** An instant as every record writes it, to the millisecond: finer ones would slip between two pages of a list. */
export function checkInstant(field: string, text: string): string {
	const time = new Date(text);
	if (INSTANT.test(text) && !Number.isNaN(time.getTime())) return time.toISOString();
	throw new InvalidInputError(
		`The ${field} is no point in time. Write it like 2026-03-31T08:00:00Z.`,
		{ field },
		"invalid_time",
	);
}

/** A misspelt name would be dropped without a word, and its value with it. */
export function checkNames(given: object, known: readonly string[]): void {
	const unknown = Object.keys(given).find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw new InvalidInputError(
		`There is no column called "${unknown}". Columns that can be given: ${known.join(", ")}. Fields of a kind go into props.`,
		{ field: unknown },
		"unknown_field",
	);
}

/** Rows of a backup are not held to this: what was stored before there was a bound comes back as it was. */
export function checkAliasCount(aliases: readonly string[] = []): void {
	if (aliases.length <= MOST_ALIASES) return;
	throw new InvalidInputError(
		`An entity has at most ${MOST_ALIASES} other names. Leave out ${aliases.length - MOST_ALIASES}.`,
		{ field: "aliases", most: MOST_ALIASES },
		"too_large",
	);
}

type CheckedColumns = Partial<
	Pick<Entity, "title" | "aliases" | "body" | "description" | "state_key" | "type_key" | "props">
>;

/** Throws a typed error for the first thing that a kind cannot hold. */
export function checkColumns(kind: Kind, columns: CheckedColumns): void {
	const { title, aliases = [], body, description, state_key: state, type_key: typeKey, props } = columns;
	if (title !== undefined) {
		checkName("title", title);
		if (title.trim() === "") {
			throw new InvalidInputError(`A ${kind.kind} needs a title.`, { field: "title" }, "title_missing");
		}
	}
	for (const alias of aliases) checkName("aliases", alias);
	if (body !== undefined) checkText("body", body, LONGEST.body);
	if (description !== undefined) checkText("description", description, LONGEST.description);
	if (typeof state === "string" && !kind.states.some((known) => known.key === state)) {
		const known = kind.states.map((entry) => entry.key).join(", ");
		throw new InvalidInputError(
			known === ""
				? `A ${kind.kind} has no states. Leave state_key out.`
				: `A ${kind.kind} has no state "${state}". Its states: ${known}.`,
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
