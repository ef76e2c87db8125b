import type { Random } from "./random.ts";

export interface JsonSchema {
	readonly type?: string | readonly string[];
	readonly $ref?: string;
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly required?: readonly string[];
	readonly items?: JsonSchema;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly anyOf?: readonly JsonSchema[];
	readonly oneOf?: readonly JsonSchema[];
	readonly minimum?: number;
	readonly maximum?: number;
}

export const NAUGHTY: readonly string[] = [
	...["", " ", "\u0000", "\ud800", "\udfff x", "__proto__", "constructor", "null", "undefined", "NaN"],
	...["'; DROP TABLE entity; --", "%", "_", "\\", "%00", "../../etc/passwd", "<script>alert(1)</script>"],
	...["{{7*7}}", "$" + "{1}", "$&", "$'", "#{x}"],
	...[
		"\u202e\u2066right to left",
		"🏴󠁧󠁢󠁥󠁮󠁧󠁿👩‍👩‍👧",
		"İıß",
		"Ω".repeat(400),
		"a".repeat(10_000),
		"[[[[",
		"@".repeat(50),
	],
	...["-1", "1e400", "0x10", "9007199254740993", "2026-02-31", "0000-01-01", "99999-01-01T00:00:00Z"],
	...['{"a":', "FROM x SELECT", "(((((((((", "task:\n\n", "\r\nset-cookie: x=1", "\u2028"],
];

export const deepen = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

interface Draw {
	readonly schema: JsonSchema;
	readonly random: Random;
	/** The schemas that references may name, by the last part of the name. */
	readonly schemas?: Readonly<Record<string, JsonSchema>>;
	/** Texts that name something. */
	readonly ids: readonly string[];
	/** Where texts come from that name nothing; a few naughty ones otherwise. */
	readonly drawText?: (random: Random) => string;
}

/** A value of the shape a schema asks for; now and then with something naughty in it. */
export function drawJson({ schema, ...rest }: Draw, depth = 0): unknown {
	const { random, schemas = {}, ids } = rest;
	const draw = (part: JsonSchema, deeper: number): unknown => drawJson({ schema: part, ...rest }, deeper);
	if (schema.$ref) return draw(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, depth);
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return random.pick(schema.enum);
	const variants = schema.anyOf ?? schema.oneOf;
	if (variants) return draw(random.pick(variants), depth);
	const type = Array.isArray(schema.type) ? random.pick(schema.type as string[]) : schema.type;
	switch (type) {
		case "string":
			if (rest.drawText && random.chance(0.5)) return rest.drawText(random);
			return random.chance(0.35) ? random.pick(NAUGHTY) : random.chance(0.6) ? random.pick(ids) : "Some task";
		case "integer":
		case "number":
			return random.chance(0.2)
				? random.pick([-1, 0, 1e308, -0.5, 2 ** 53, Number.MAX_SAFE_INTEGER])
				: random.between(Math.max(schema.minimum ?? 0, -1_000), Math.min(schema.maximum ?? 9, 1_000));
		case "boolean":
			return random.chance(0.5);
		case "null":
			return null;
		case "array":
			return depth > 5 ? [] : random.list(random.between(0, 3), () => draw(schema.items ?? {}, depth + 1));
		case "object": {
			const entries = Object.entries(schema.properties ?? {})
				.filter(([name]) => schema.required?.includes(name) || random.chance(0.5))
				.map(([name, property]) => [name, draw(property, depth + 1)]);
			return Object.fromEntries(entries);
		}
		default:
			return random.pick<unknown>(["x", 7, true, null, [], { a: { b: [1] } }, random.pick(NAUGHTY)]);
	}
}

/** Breaks a well-formed value somewhere. */
export function mutateJson(value: unknown, random: Random): unknown {
	if (random.chance(0.15))
		return random.pick<unknown>([null, [], 7, "text", true, { [random.pick(NAUGHTY)]: 1 }]);
	if (Array.isArray(value)) return value.map((entry) => mutateJson(entry, random));
	if (value === null || typeof value !== "object") {
		return random.chance(0.3) ? random.pick<unknown>([...NAUGHTY, 1e308, -1, null, {}]) : value;
	}
	const entries = Object.entries(value).filter(() => !random.chance(0.1));
	if (random.chance(0.2)) entries.push([random.pick(["__proto__", "toString", "x", "constructor"]), 1]);
	return Object.fromEntries(entries.map(([key, entry]) => [key, mutateJson(entry, random)]));
}
