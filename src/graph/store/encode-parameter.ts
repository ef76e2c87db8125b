import { InvalidInputError } from "../model/errors.ts";

/** The edges allow far less; past this, engines fail in ways that depend on their stack (PGlite lost rows at 200,000). */
const maxJsonDepth = 512;

/**
 * Both engines get every parameter as the same text, so neither driver's own guesses (a Date in local time, an
 * array as JSON) can make them differ. Arrays become PostgreSQL arrays, other objects JSON.
 */
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

function encodeElement(value: unknown): string {
	if (Array.isArray(value)) return encodeArray(value);
	const text = encodeParameter(value);
	return text === null ? "NULL" : `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

function stringify(value: object): string {
	try {
		return JSON.stringify(value);
	} catch (cause) {
		const reason = cause instanceof RangeError ? "is nested too deeply" : "cannot be written as JSON";
		throw new InvalidInputError(`A value ${reason}. Flatten it and try again.`);
	}
}

function refuseUnstorable(text: string): string {
	if (text.includes("\0")) {
		throw new InvalidInputError("Text must not contain the NUL character (U+0000). Remove it and try again.");
	}
	if (text.length > maxJsonDepth && /^\s*[[{]/.test(text) && isDeeperThan(text, maxJsonDepth)) {
		throw new InvalidInputError(
			`A value is nested more than ${maxJsonDepth} levels deep. Flatten it and try again.`,
		);
	}
	return text;
}

/** Counts brackets outside strings. Stops at the first one too many, so a hostile value costs little. */
function isDeeperThan(json: string, limit: number): boolean {
	let depth = 0;
	let inString = false;
	for (let index = 0; index < json.length; index++) {
		const character = json[index];
		if (inString) {
			if (character === "\\") index++;
			else if (character === '"') inString = false;
		} else if (character === '"') inString = true;
		else if (character === "[" || character === "{") {
			if (++depth > limit) return true;
		} else if (character === "]" || character === "}") depth--;
	}
	return false;
}
