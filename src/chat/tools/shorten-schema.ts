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
/** Larger bounds only keep numbers sane, or pages short. */
const LARGEST_BOUND = 40;

function isListed([key, value]: readonly [string, unknown]): boolean {
	if (LEFT_OUT.has(key)) return false;
	// Objects here are either closed, which the tool checks, or hold any JSON, which needs no schema of its own.
	if (key === "additionalProperties") return false;
	// A page has a usual size; the answer says what is left and how to get it.
	if (key === "default" && typeof value === "number") return false;
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

const SHOWN_SHORT = z.registry<ShortSchema>();

/** Models are shown these words in the place of the schema, which still checks what they send. */
export function showShort<Schema extends z.ZodType>(schema: Schema, shown: ShortSchema): Schema {
	SHOWN_SHORT.add(schema, shown);
	return schema;
}

/** The schema of a tool's input in few words: every conversation pays for it, whether or not it calls the tool. */
export function shortenSchema(input: z.ZodObject): ShortSchema {
	const whole = z.toJSONSchema(input, {
		io: "input",
		override({ zodSchema, jsonSchema }) {
			const shown = SHOWN_SHORT.get(zodSchema);
			if (shown === undefined) return;
			for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
			Object.assign(jsonSchema, shown);
		},
	});
	return shorten(whole) as ShortSchema;
}
