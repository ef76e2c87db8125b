import { LRUCache } from "lru-cache";
import { cutPassages, LONGEST_PASSAGE, type Passage } from "./cut-passages.ts";
import type { Entity } from "./entity.ts";
import { isId } from "./ids.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { SUMMARY_PROPERTY } from "./stored-summary.ts";

/** Moves whenever texts are cut into other passages: what was cut before is cut again. */
export const CUT_RULES = 2;

/** The columns that an entity is found and quoted by. */
export type TextSource = Pick<Entity, "title" | "state_key" | "description" | "body" | "props">;

/** All that an entity says, as one text with the passages it is cut into. */
export interface EntityText {
	readonly text: string;
	/** Where the fields end and the description and the body begin. */
	readonly fieldsEnd: number;
	/** Never empty: without any text there is still a title to be found by. */
	readonly passages: readonly [Passage, ...Passage[]];
}

/** Properties that say how a thing came here and not what it is. */
const UNSAID: ReadonlySet<string> = new Set([SUMMARY_PROPERTY, "source", "attachments"]);
/** Where an imported text keeps the fields it came with. */
const TEXT_FIELDS = "frontmatter";
/** Texts that YAML would read as another type. */
const NEEDS_QUOTES = /^[\s@`&*!|>%{}[\]#"',?:-]|: |\s#|\s$/;
const DEEPEST = 5;

const printScalar = (value: string | number | boolean): string => {
	const text = String(value).replace(/\s+/g, " ").trim();
	return typeof value === "string" && NEEDS_QUOTES.test(text) ? JSON.stringify(text) : text;
};

/** A value in the block style of YAML, with its key in front; nothing for what is empty or names another thing by its id. */
function printField(key: string, value: Json | undefined, indent = ""): string {
	if (value === undefined || value === null || value === "") return "";
	if (typeof value !== "object") {
		return typeof value === "string" && isId(value) ? "" : `${indent}${key}: ${printScalar(value)}\n`;
	}
	if (indent.length >= DEEPEST * 2) return "";
	const entries = Array.isArray(value)
		? value.map((entry: Json) => printEntry(entry, indent))
		: Object.entries(value as JsonObject).map(([name, entry]) => printField(name, entry, `${indent}  `));
	const text = entries.join("");
	return text === "" ? "" : `${indent}${key}:\n${text}`;
}

function printEntry(value: Json, indent: string): string {
	if (value === null || value === "") return "";
	if (typeof value !== "object") {
		return typeof value === "string" && isId(value) ? "" : `${indent}- ${printScalar(value)}\n`;
	}
	const inner = Object.entries(value as JsonObject)
		.map(([name, entry]) => printField(name, entry, `${indent}  `))
		.join("");
	return inner === "" ? "" : `${indent}- ${inner.slice(indent.length + 2)}`;
}

/** Logseq keeps the fields of a page in its first lines, which stay part of the text. */
const HEAD = 2_000;

const isSaid = (key: string, head: string): boolean =>
	head.startsWith(`${key}:: `) || head.includes(`\n${key}:: `);

/** Fields that were made of keys of the frontmatter, by key. */
function readTwins({ source }: JsonObject): readonly (readonly [key: string, field: string])[] {
	const fields = isObject(source) ? source.fields : undefined;
	if (!isObject(fields)) return [];
	return Object.entries(fields).flatMap(([key, field]) => (typeof field === "string" ? [[key, field]] : []));
}

/** The value of a key, where a dot leads into a map. */
function readKey(fields: JsonObject, key: string): Json | undefined {
	const [name = "", ...inner] = key.split(".");
	const map = fields[name];
	return key in fields || !isObject(map) ? fields[key] : map[inner.join(".")];
}

const inWords = (value: Json | undefined): string =>
	[value ?? []]
		.flat()
		.map(String)
		.join(", ")
		.replace(/(?<=\d) (?=\d\d:)/, "T");

/** Whether a field still says what the frontmatter says. Ids are compared by their number: they say no name. */
function agrees(field: Json | undefined, written: Json | undefined): boolean {
	const ids = [field ?? []].flat();
	if (ids.length > 0 && ids.every((id) => typeof id === "string" && isId(id)))
		return ids.length === inWords(written).split(", ").length;
	return inWords(field) === inWords(written);
}

type FieldSource = Pick<TextSource, "props"> & Partial<Pick<TextSource, "state_key">>;

const readTwin = ({ props, state_key }: FieldSource, field: string): Json | undefined =>
	field === "state" ? state_key : props[field];

/** Whether the frontmatter of a text says what this field says, in the same words. */
export function isSaidInText(source: FieldSource, field: string): boolean {
	const written = source.props[TEXT_FIELDS];
	if (!isObject(written)) return false;
	return readTwins(source.props).some(
		([key, twin]) => twin === field && agrees(readTwin(source, field), readKey(written, key)),
	);
}

/** Properties that say something about the thing without its context, and that its text does not say, too. */
export const listShownFields = (
	source: FieldSource,
): readonly (readonly [name: string, value: Json | undefined])[] =>
	Object.entries(source.props).filter(
		([name]) => !UNSAID.has(name) && name !== TEXT_FIELDS && !isSaidInText(source, name),
	);

/** The frontmatter without keys whose field was changed since: the field counts. */
function listCurrent(fields: JsonObject, source: FieldSource): JsonObject {
	const stale = readTwins(source.props).filter(
		([key, field]) => !agrees(readTwin(source, field), readKey(fields, key)),
	);
	if (stale.length === 0) return fields;
	const current: Record<string, Json | undefined> = { ...fields };
	for (const [key] of stale) {
		const [name = "", ...inner] = key.split(".");
		const map = current[name];
		if (key in fields || !isObject(map)) current[key] = null;
		else current[name] = { ...map, [inner.join(".")]: null };
	}
	return current;
}

/** The fields that a text brought along, as `key: value`; what its title or the text itself says is left out. */
export function printTextFields(source: Pick<TextSource, "title" | "props" | "body"> & FieldSource): string {
	const { title, props, body } = source;
	const fields = props[TEXT_FIELDS];
	if (!isObject(fields)) return "";
	const head = body.slice(0, HEAD);
	return Object.entries(listCurrent(fields, source))
		.filter(([key, value]) => value !== title && !isSaid(key, head))
		.map(([key, value]) => printField(key, value))
		.join("");
}

/** All fields of an entity as `key: value`, each once. Ids are left out: they say nothing to a reader. */
const printFields = (source: TextSource): string =>
	listShownFields(source)
		.filter(([, value]) => value !== source.title)
		.map(([key, value]) => printField(key, value))
		.join("") + printTextFields(source);

const TITLE_ONLY: readonly [Passage] = [{ start: 0, end: 0, headings: [] }];

/** Fields and a short text are one passage; otherwise fields are passages of their own, before those of the text. */
function cutText(fields: string, rest: string): EntityText["passages"] {
	const offset = fields === "" ? 0 : fields.length + 1;
	const passages = cutPassages(rest).map(
		({ start, end, lead, ...passage }): Passage => ({
			...passage,
			start: start + offset,
			end: end + offset,
			...(lead && { lead: { start: lead.start + offset, end: lead.end + offset } }),
		}),
	);
	const [first, ...others] = passages;
	if (fields === "") return first ? [first, ...others] : TITLE_ONLY;
	if (first === undefined || (others.length === 0 && first.end <= LONGEST_PASSAGE))
		return [{ start: 0, end: first?.end ?? fields.length, headings: [] }];
	const [head = first, ...more] = cutFields(fields);
	return [head, ...more, ...passages];
}

/** Between two lines, where they are too long for one passage. */
function cutFields(fields: string): readonly Passage[] {
	const passages: Passage[] = [];
	let [start, end] = [0, 0];
	for (const line of fields.split("\n").slice(0, -1)) {
		if (end > start && end + line.length + 1 - start > LONGEST_PASSAGE) {
			passages.push({ start, end, headings: [] });
			start = end;
		}
		end += line.length + 1;
	}
	return [...passages, { start, end, headings: [] }];
}

const KEPT_CHARACTERS = 16_000_000;
const kept = new LRUCache<string, EntityText["passages"]>({ maxSize: KEPT_CHARACTERS });

/** One context reads a long text several times, and the next one again. */
function cutOnce(text: string, fields: string, rest: string): EntityText["passages"] {
	if (text.length <= LONGEST_PASSAGE) return cutText(fields, rest);
	const key = `${fields.length} ${text}`;
	const known = kept.get(key);
	if (known) return known;
	const passages = cutText(fields, rest);
	kept.set(key, passages, { size: key.length });
	return passages;
}

/** The same columns always give the same passages, in the index as on screen. */
export function readEntityText(source: TextSource): EntityText {
	const fields = printFields(source);
	const rest = [source.description, source.body].filter((text) => text !== "").join("\n\n");
	const text = fields === "" || rest === "" ? fields + rest : `${fields}\n${rest}`;
	return { text, fieldsEnd: fields.length, passages: cutOnce(text, fields, rest) };
}
