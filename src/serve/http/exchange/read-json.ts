import type { Context } from "hono";
import { InvalidInputError, SkeinError } from "../../../graph/model/errors.ts";

export const LARGEST_BODY = 6_000_000;
const DEEPEST = 64;
/**
 * Far more than any request needs; in the check against a schema, each value that does not fit costs an error of its
 * own.
 */
const MOST_VALUES = 100_000;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i;
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Returns the parsed body of a request, after checking it for everything that would be unsafe behind it. */
export async function readJson(context: Context): Promise<unknown> {
	if (!JSON_TYPE.test(context.req.header("content-type") ?? "")) {
		throw new SkeinError(
			"unsupported_media_type",
			"Send the body as JSON, with content-type: application/json.",
		);
	}
	const text = await context.req.text();
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new InvalidInputError(
			"The body is not JSON. Check quotes, commas and brackets.",
			{},
			"malformed_json",
		);
	}
	checkValue(value);
	return value;
}

/** Walks with a list of its own: a value nested a hundred thousand times would overflow the stack of a recursion. */
function checkValue(value: unknown): void {
	const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
	for (let seen = 1; waiting.length > 0; ) {
		const next = waiting.pop();
		if (typeof next?.value === "string") checkText(next.value);
		if (typeof next?.value !== "object" || next.value === null) continue;
		if (next.depth === DEEPEST) {
			const message = `The body is nested deeper than ${DEEPEST} levels. Flatten it.`;
			throw new InvalidInputError(message, {}, "too_deep");
		}
		// Counted before any of them is looked at: a list of millions must cost no more than being read.
		const entries: readonly unknown[] = Array.isArray(next.value) ? next.value : Object.values(next.value);
		seen += entries.length;
		if (seen > MOST_VALUES) {
			throw new SkeinError("too_large", `A request may hold at most ${MOST_VALUES} values. Send fewer.`);
		}
		if (entries !== next.value) for (const key of Object.keys(next.value)) checkKey(key);
		for (const entry of entries) waiting.push({ value: entry, depth: next.depth + 1 });
	}
}

function checkKey(key: string): void {
	checkText(key);
	// Copied by assignment, this key changes an object's prototype instead of the object.
	if (key === "__proto__") {
		throw new InvalidInputError('"__proto__" cannot be the name of a property.', {}, "invalid_key");
	}
}

/** The database stores neither NUL nor half of a surrogate pair: it would fail late, or keep another text. */
export function checkText(text: string): void {
	if (!UNSTORABLE.test(text)) return;
	const message = "The request holds a NUL character or half of a surrogate pair. Remove it and try again.";
	throw new InvalidInputError(message, {}, "invalid_text");
}
