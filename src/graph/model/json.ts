export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
	readonly [key: string]: Json | undefined;
}

/** Every text inside a value, however deep. */
export function* textsIn(value: Json | undefined): Generator<string> {
	if (typeof value === "string") yield value;
	else if (value !== null && typeof value === "object") {
		for (const entry of Object.values(value as JsonObject)) yield* textsIn(entry);
	}
}
