import { isDeepStrictEqual } from "node:util";
import { InvalidInputError } from "../../../graph/model/errors.ts";

/** Where a member of an object is in a text. */
interface Member {
	readonly key: string;
	readonly start: number;
	readonly valueStart: number;
	readonly end: number;
}

/** An object in a text: from its opening brace to its closing one. */
interface Span {
	readonly start: number;
	readonly members: readonly Member[];
}

type JsonObject = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is JsonObject =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const BLANK = /\s/;

/** Where the string that begins here ends, its closing quote included. */
function endOfString(text: string, start: number): number {
	let at = start + 1;
	while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
	return at + 1;
}

/**
 * The same text, letter for letter, with blanks in the place of comments, trailing commas and a byte order mark: the
 * settings of editors have them, and JSON.parse takes none.
 */
function blankOut(text: string): string {
	const letters = Array.from({ length: text.length }, (_, at) => text[at] as string);
	const blank = (from: number, to: number): void => {
		for (let at = from; at < to; at += 1) if (letters[at] !== "\n" && letters[at] !== "\r") letters[at] = " ";
	};
	let lastComma = -1;
	for (let at = 0; at < text.length; ) {
		const letter = text[at] as string;
		const pair = text.slice(at, at + 2);
		let next = at + 1;
		if (letter === '"') next = endOfString(text, at);
		else if (pair === "//") next = indexOrEnd(text, "\n", at);
		else if (pair === "/*") next = Math.min(text.length, indexOrEnd(text, "*/", at + 2) + 2);
		if (pair === "//" || pair === "/*") blank(at, next);
		else if (letter === "\uFEFF") blank(at, next);
		else if (letter === ",") lastComma = at;
		else if ((letter === "}" || letter === "]") && lastComma >= 0) blank(lastComma, lastComma + 1);
		if (letter !== "," && !BLANK.test(letters[at] ?? "")) lastComma = -1;
		at = next;
	}
	return letters.join("");
}

function indexOrEnd(text: string, wanted: string, from: number): number {
	const at = text.indexOf(wanted, from);
	return at < 0 ? text.length : at;
}

/** The members of the object that begins here, in a text that is known to be JSON. */
function findMembers(json: string, start: number): readonly Member[] {
	const members: Member[] = [];
	let depth = 0;
	let open: { readonly key: string; readonly start: number; valueStart: number; end: number } | undefined;
	const close = (): void => {
		if (open) members.push(open);
		open = undefined;
	};
	for (let at = start; at < json.length; ) {
		const letter = json[at] as string;
		const next = letter === '"' ? endOfString(json, at) : at + 1;
		if (letter === "}" || letter === "]") depth -= 1;
		if (depth === 0 && at > start) {
			close();
			return members;
		}
		if (depth === 1 && letter === ",") close();
		else if (depth === 1 && letter === '"' && open === undefined)
			open = { key: JSON.parse(json.slice(at, next)) as string, start: at, valueStart: -1, end: next };
		else if (open && !BLANK.test(letter) && !(depth === 1 && letter === ":")) {
			if (open.valueStart < 0) open.valueStart = at;
			open.end = next;
		}
		if (letter === "{" || letter === "[") depth += 1;
		at = next;
	}
	return members;
}

/** The last of a name counts, as it does for JSON.parse. */
const findMember = ({ members }: Span, key: string): Member | undefined =>
	members.findLast((member) => member.key === key);

function readSpan(json: string, start: number): Span {
	return { start, members: findMembers(json, start) };
}

/** A configuration file as text and as what it says. Throws where it is no JSON object. */
function parseFile(text: string, file: string) {
	const json = blankOut(text);
	const refuse = (why: string): never => {
		throw new InvalidInputError(
			`${file} ${why}. Nothing was changed. Repair it, or add the entry by hand: --print shows it.`,
			{ file },
			"invalid_config",
		);
	};
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch (error) {
		// The parser's own words quote the file, which may hold keys.
		const at = Number(/at position (\d+)/.exec(String(error))?.[1] ?? text.length);
		return refuse(`is not valid JSON, from line ${text.slice(0, at).split("\n").length} on`);
	}
	if (!isObject(value)) return refuse("does not hold a JSON object");
	return { json, value, refuse };
}

const newlineOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** The white space before a member on its line; nothing where it does not begin its line. */
function indentOf(text: string, { start }: Member): string | undefined {
	const line = text.lastIndexOf("\n", start - 1) + 1;
	const before = text.slice(line, start);
	return line > 0 && before.trim() === "" ? before : undefined;
}

/** Adds a member at the end of an object, in the way its others are written. */
function addMember(
	text: string,
	span: Span,
	added: { readonly key: string; readonly value: unknown; readonly indent: string; readonly unit: string },
): string {
	const { key, value, indent, unit } = added;
	const newline = newlineOf(text);
	const last = span.members.at(-1);
	const isInline = last !== undefined && indentOf(text, last) === undefined;
	if (last !== undefined && isInline) {
		return `${text.slice(0, last.end)}, ${JSON.stringify(key)}: ${JSON.stringify(value)}${text.slice(last.end)}`;
	}
	const inner = last === undefined ? indent + unit : (indentOf(text, last) ?? indent + unit);
	const printed = JSON.stringify(value, null, unit).replaceAll("\n", newline + inner);
	const member = `${newline}${inner}${JSON.stringify(key)}: ${printed}`;
	if (last !== undefined) return `${text.slice(0, last.end)},${member}${text.slice(last.end)}`;
	const rest = text.slice(span.start + 1);
	const close = rest.startsWith("}") ? newline + indent : "";
	return text.slice(0, span.start + 1) + member + close + rest;
}

/** Takes a member out with its comma; comments next to it stay. */
function dropMember(text: string, json: string, span: Span, member: Member): string {
	const at = span.members.indexOf(member);
	const [before, after] = [span.members[at - 1], span.members[at + 1]];
	const isOnlyBlank = (from: number, to: number): boolean => /^[\s,]*$/.test(text.slice(from, to));
	if (before !== undefined) {
		if (isOnlyBlank(before.end, member.start)) return text.slice(0, before.end) + text.slice(member.end);
		const comma = json.indexOf(",", before.end);
		return text.slice(0, comma) + text.slice(comma + 1, member.start) + text.slice(member.end);
	}
	if (after !== undefined) {
		const end = isOnlyBlank(member.end, after.start) ? after.start : json.indexOf(",", member.end) + 1;
		return text.slice(0, member.start) + text.slice(end);
	}
	const close = json.indexOf("}", member.end);
	const from = isOnlyBlank(span.start + 1, member.start) ? span.start + 1 : member.start;
	return text.slice(0, from) + text.slice(isOnlyBlank(member.end, close) ? close : member.end);
}

/** The edit must say what it should and nothing else: a configuration is never written on a guess. */
function check(text: string, file: string, expected: JsonObject): string {
	if (isDeepStrictEqual(parseFile(text, file).value, expected)) return text;
	throw new Error(`The edit of ${file} would have changed more than its entry.`);
}

export interface EntryPlace {
	/** For messages. */
	readonly file: string;
	readonly section: string;
	readonly name: string;
}

const USUAL_UNIT = "  ";

/** A JSON file, with or without comments, in which one entry of one section has this value. All else stays as it is. */
export function setEntry(text: string, { file, section, name }: EntryPlace, value: JsonObject): string {
	if (text.trim() === "" || text === "\uFEFF")
		return `${JSON.stringify({ [section]: { [name]: value } }, null, USUAL_UNIT)}\n`;
	const { json, value: whole, refuse } = parseFile(text, file);
	const held = whole[section];
	if (held !== undefined && !isObject(held)) return refuse(`has a "${section}" that is no object`);
	const expected = { ...whole, [section]: { ...held, [name]: value } };
	const root = readSpan(json, json.indexOf("{"));
	const [first] = root.members;
	const unit = (first && indentOf(text, first)) || USUAL_UNIT;
	const place = findMember(root, section);
	if (place === undefined) {
		const added = { key: section, value: { [name]: value }, indent: "", unit };
		return check(addMember(text, root, added), file, expected);
	}
	const span = readSpan(json, place.valueStart);
	const entry = findMember(span, name);
	const indent = indentOf(text, place) ?? "";
	if (entry === undefined)
		return check(addMember(text, span, { key: name, value, indent, unit }), file, expected);
	const inner = indentOf(text, entry);
	const printed =
		inner === undefined
			? JSON.stringify(value)
			: JSON.stringify(value, null, unit).replaceAll("\n", newlineOf(text) + inner);
	return check(text.slice(0, entry.valueStart) + printed + text.slice(entry.end), file, expected);
}

/** The same file without the entry; the very same text where there is none. */
export function removeEntry(text: string, { file, section, name }: EntryPlace): string {
	if (text.trim() === "") return text;
	const { json, value: whole } = parseFile(text, file);
	const held = whole[section];
	if (!isObject(held) || !Object.hasOwn(held, name)) return text;
	const { [name]: _, ...others } = held;
	const place = findMember(readSpan(json, json.indexOf("{")), section) as Member;
	const span = readSpan(json, place.valueStart);
	const entry = findMember(span, name) as Member;
	return check(dropMember(text, json, span, entry), file, { ...whole, [section]: others });
}

/** The entry as the file has it now. */
export function readEntry(text: string, { file, section, name }: EntryPlace): unknown {
	if (text.trim() === "") return undefined;
	const held = parseFile(text, file).value[section];
	return isObject(held) ? held[name] : undefined;
}
