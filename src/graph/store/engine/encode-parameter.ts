import { InvalidInputError } from "../../model/errors.ts";
import { findClosingQuote } from "../../model/json.ts";

/** The edges allow far less; past this, engines fail in ways that depend on their stack (PGlite lost rows at 200,000). */
const maxJsonDepth = 512;

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"[]{}'].map((character) =>
	character.charCodeAt(0),
);

/** A parameter for an engine: a text, or a value in the binary format of its type. */
export type EncodedParameter = string | Uint8Array | null;

/** A value that is encoded already, in the engines' own binary format. */
export class BinaryValue {
	readonly bytes: Uint8Array;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}
}

/** A parameter that may also come encoded. */
export const sendParameter = (value: unknown): EncodedParameter =>
	value instanceof BinaryValue ? value.bytes : encodeParameter(value);

/** As the same text for both engines: no driver's guess can differ. Arrays become PostgreSQL arrays, other objects JSON. */
export function encodeParameter(value: unknown): string | null {
	if (value === null || value === undefined) return null;
	if (typeof value === "string") return refuseUnstorable(value);
	if (value instanceof Date) return value.toISOString();
	if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
	if (Array.isArray(value)) return encodeArray(value);
	if (typeof value === "object") return refuseUnstorable(stringify(value));
	return String(value);
}

function encodeArray(values: readonly unknown[]): string {
	return `{${values.map(encodeElement).join(",")}}`;
}

/** Most elements are numbers, ids and plain words: only what holds a quote or a backslash has to be taken apart. */
function encodeElement(value: unknown): string {
	if (typeof value === "number" || typeof value === "boolean") return String(value);
	if (Array.isArray(value)) return encodeArray(value);
	const text = encodeParameter(value);
	if (text === null) return "NULL";
	return text.includes('"') || text.includes("\\") ? `"${text.replace(/[\\"]/g, "\\$&")}"` : `"${text}"`;
}

function stringify(value: object): string {
	try {
		return JSON.stringify(value);
	} catch (cause) {
		const reason = cause instanceof RangeError ? "is nested too deeply" : "cannot be written as JSON";
		throw new InvalidInputError(`A value ${reason}. Flatten it and try again.`);
	}
}

/** Of a text that no engine will read as JSON, however much it looks like it. */
export function refuseNul(text: string): string {
	if (!text.includes("\0")) return text;
	throw new InvalidInputError("Text must not contain the NUL character (U+0000). Remove it and try again.");
}

function refuseUnstorable(text: string): string {
	refuseNul(text);
	if (text.length > maxJsonDepth && /^\s*[[{]/.test(text) && isDeeperThan(text, maxJsonDepth)) {
		throw new InvalidInputError(
			`A value is nested more than ${maxJsonDepth} levels deep. Flatten it and try again.`,
		);
	}
	return text;
}

/** Counts brackets outside strings, from quote to quote; stops at the first too many, so a hostile value costs little. */
function isDeeperThan(json: string, limit: number): boolean {
	let depth = 0;
	for (let index = 0; index < json.length; index++) {
		const character = json.charCodeAt(index);
		if (character === QUOTE) {
			const end = findClosingQuote(json, index);
			if (end < 0) return false;
			index = end;
		} else if (character === OPEN_LIST || character === OPEN_OBJECT) {
			if (++depth > limit) return true;
		} else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--;
	}
	return false;
}
