export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
	readonly [key: string]: Json | undefined;
}

/** Whether a value is a map of names to values: no list, and no null. */
export const isObject = (value: unknown): value is JsonObject =>
	value !== null && typeof value === "object" && !Array.isArray(value);

/** Where the text that begins at a quote ends: at the next quote with an even number of backslashes before it; -1 if none does. */
export function findClosingQuote(json: string, start: number): number {
	for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
		let backslashes = 0;
		while (json[end - 1 - backslashes] === "\\") backslashes += 1;
		if (backslashes % 2 === 0) return end;
	}
	return -1;
}

export function* textsIn(value: Json | undefined): Generator<string> {
	if (typeof value === "string") yield value;
	else if (value !== null && typeof value === "object") {
		for (const entry of Object.values(value as JsonObject)) yield* textsIn(entry);
	}
}
