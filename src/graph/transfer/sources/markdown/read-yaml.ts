import { isMap, parseDocument, visit } from "yaml";
import type { Json, JsonObject } from "../../../model/json.ts";

/** Enough for honest use; a few nested aliases already expand to millions of values. */
const MOST_ALIASES = 100;

/** The values of a YAML map; none when it is something else. What cannot be read is thrown as an error that says why. */
export const readYaml = (source: string): JsonObject | null => readPlainYaml(source) ?? readAnyYaml(source);

/** Times, dates and numbers that would print differently stay as written. */
export function readAnyYaml(source: string): JsonObject | null {
	const document = parseDocument(source, { schema: "core", prettyErrors: false, logLevel: "silent" });
	const [error] = document.errors;
	if (error !== undefined) throw error;
	if (document.contents !== null && !isMap(document.contents)) return null;
	visit(document, {
		Scalar: (_, node) => {
			if (typeof node.value !== "number" || node.source === undefined) return;
			if (String(node.value) !== node.source) node.value = node.source;
		},
	});
	const values: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
	return JSON.parse(JSON.stringify(values ?? {}));
}

const ENTRY = /^([A-Za-z][\w-]{0,99}(?: [\w-]{1,99})?):(?: (.*))?$/;
const ITEM = /^( *)- (.*)$/;
/** Text that begins with a letter or digit and holds no sign with a function in YAML. */
const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N} _./+()%;=-]|:(?=[\p{L}\p{N}/]))*$/u;
const PLAIN_IN_LIST = /^[\p{L}\p{N}][\p{L}\p{N} _./+-]*$/u;
const QUOTED = /^(?:"([^"\\\p{Cc}]*)"|'([^'\p{Cc}]*)')$/u;
const DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** Numbers that YAML writes in more ways than we do. */
const POWER = /^[\d.]+e/i;
const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
	["true", true],
	["false", false],
	["null", null],
]);

/** Undefined where only a full parser can decide. */
function readScalar(text: string, plain: RegExp): Json | undefined {
	const quoted = QUOTED.exec(text);
	if (quoted) return quoted[1] ?? quoted[2] ?? "";
	if (!plain.test(text) || text.endsWith(" ") || POWER.test(text)) return undefined;
	const word = WORDS.get(text.toLowerCase());
	// "tRue" is a text.
	if (word !== undefined) return /^(?:[a-z]+|[A-Z][a-z]+|[A-Z]+)$/.test(text) ? word : text;
	return DECIMAL.test(text) && String(Number(text)) === text ? Number(text) : text;
}

function readAll(texts: readonly string[], plain: RegExp): Json[] | undefined {
	const values: Json[] = [];
	for (const text of texts) {
		const value = readScalar(text, plain);
		if (value === undefined) return undefined;
		values.push(value);
	}
	return values;
}

function readValue(text: string): Json | undefined {
	if (!text.startsWith("[")) return readScalar(text, PLAIN);
	const inner = text.slice(1, -1).trim();
	if (!text.endsWith("]") || /["'[\]]/.test(inner)) return undefined;
	const texts = inner === "" ? [] : inner.split(",").map((item) => item.trim());
	return readAll(texts, PLAIN_IN_LIST);
}

/**
 * The values of a YAML map that is written as most people write one: a line for each key with a text, a number or a list. Undefined
 * for all else. The library reads every way of writing YAML, and takes a third of the time of reading a folder of notes for it.
 */
export function readPlainYaml(source: string): JsonObject | undefined {
	const values: Record<string, Json> = {};
	const lines = source.split("\n");
	for (let index = 0; index < lines.length; index += 1) {
		if (lines[index] === "") continue;
		const [whole, key = "", text = ""] = ENTRY.exec(lines[index] ?? "") ?? [];
		if (whole === undefined || Object.hasOwn(values, key) || WORDS.has(key.toLowerCase())) return undefined;
		const items = text === "" ? listItems(lines, index + 1) : [];
		if (items === undefined) return undefined;
		index += items.length;
		const value = items.length > 0 ? readAll(items, PLAIN) : text === "" ? null : readValue(text);
		if (value === undefined) return undefined;
		values[key] = value;
	}
	return values;
}

/** The texts of the list whose items begin at a line, one each; undefined if they are not indented alike. */
function listItems(lines: readonly string[], start: number): readonly string[] | undefined {
	const items: string[] = [];
	const indent = ITEM.exec(lines[start] ?? "")?.[1];
	for (const line of lines.slice(start)) {
		const [, place, text = ""] = ITEM.exec(line) ?? [];
		if (place === undefined) break;
		if (place !== indent) return undefined;
		items.push(text);
	}
	return items;
}
