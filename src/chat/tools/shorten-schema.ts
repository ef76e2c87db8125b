import { z } from "zod";

export type ShortSchema = Readonly<Record<string, unknown>>;

/** Limits that a model would hardly run into; one that does is informed by the tool's own error. */
const LEFT_OUT = new Set([
	"$schema",
	"$defs",
	"minLength",
	"maxLength",
	"maxItems",
	"propertyNames",
	"minimum",
]);
/** Larger bounds only keep numbers sane. */
const LARGEST_BOUND = 1000;

function isListed([key, value]: readonly [string, unknown]): boolean {
	if (LEFT_OUT.has(key)) return false;
	// Objects here are either closed, which the tool checks, or hold any JSON, which needs no schema of its own.
	if (key === "additionalProperties") return false;
	return !(key === "maximum" && typeof value === "number" && value > LARGEST_BOUND);
}

/** Keys of `properties` are names that people give: a field called "minimum" is no limit. */
function shorten(schema: unknown, areNames = false): unknown {
	if (Array.isArray(schema)) return schema.map((item) => shorten(item));
	if (typeof schema !== "object" || schema === null) return schema;
	return Object.fromEntries(
		Object.entries(schema)
			.filter((entry) => areNames || isListed(entry))
			.map(([key, value]) => [key, shorten(value, !areNames && key === "properties")]),
	);
}

/** The schema of a tool's input in few words: every conversation pays for it, whether or not it calls the tool. */
export const shortenSchema = (input: z.ZodObject): ShortSchema =>
	shorten(z.toJSONSchema(input, { io: "input" })) as ShortSchema;
