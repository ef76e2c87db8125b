import { blankCode } from "../../../model/blank-code.ts";
import { foldTitle } from "../../../model/entity.ts";
import type { Json, JsonObject } from "../../../model/json.ts";
import { listPhrases } from "../../../model/list-phrases.ts";
import { readPlainText } from "../../../model/plain-text.ts";
import { replaceEach } from "../../../model/replace-each.ts";
import { readMoment } from "../../source/read-moment.ts";
import { readPageFields, readPageProperties } from "../logseq/page-properties.ts";
import { parseFrontmatter } from "./parse-frontmatter.ts";

export interface ParsedNote {
	readonly title: string;
	readonly aliases: readonly string[];
	readonly body: string;
	readonly tags: readonly string[];
	/** The frontmatter, and the properties that Logseq writes for the page. */
	readonly frontmatter: JsonObject | null;
	/** What can be typed: the frontmatter and the sidecar; of a graph of Logseq, the properties of the page, too. */
	readonly stated: JsonObject | null;
	readonly frontmatterSource: string;
	readonly createdAt: string | null;
	readonly updatedAt: string | null;
	/** Why the frontmatter was left in the body as text. */
	readonly problem?: string;
}

const CREATED = listPhrases("created, created_at, created-at, creation-date, date created, date, published");
const UPDATED = listPhrases(
	"updated, updated_at, updated-at, modified, date modified, last modified, last-updated, lastmod",
);
const NAMES = listPhrases("title, aliases, alias, tags, tag");
const HOUSE_KEYS = new Set([...NAMES, ...CREATED, ...UPDATED]);

/** Whether a key says what every note has: its names, its tags, its dates. */
export const isHouseKey = (key: string): boolean => HOUSE_KEYS.has(key.toLowerCase());

const inOneLine = (text: string): string => replaceEach(text.normalize("NFC"), /[\s\p{Cc}]+/gu, " ").trim();

/** Lists come as lists, or as one text with commas. */
function readList(value: Json | undefined): string[] {
	const entries = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [value];
	return entries.flatMap((entry) => {
		const text = typeof entry === "string" || typeof entry === "number" ? inOneLine(String(entry)) : "";
		return text === "" ? [] : [text];
	});
}

function distinct(names: readonly string[]): string[] {
	const spellings = new Map<string, string>();
	for (const name of names) if (!spellings.has(foldTitle(name))) spellings.set(foldTitle(name), name);
	spellings.delete("");
	return [...spellings.values()];
}

function findMoment(values: JsonObject, keys: readonly string[]): string | null {
	const byKey = new Map(Object.entries(values).map(([key, value]) => [key.toLowerCase(), value]));
	for (const key of keys) {
		const moment = readMoment(String(byKey.get(key) ?? ""));
		if (moment !== undefined) return moment;
	}
	return null;
}

/** Daily notes and posts are called by their day: `2024-03-05`, `2024_03_05`, `2024-03-05-first-light`. */
const NAMED_DAY = /^(\d{4})([-_])(\d{2})\2(\d{2})(?!\d)/;

function readNamedDay(name: string): string | null {
	const [, year, , month, day] = NAMED_DAY.exec(name) ?? [];
	return readMoment(`${year}-${month}-${day}`) ?? null;
}

function readTags(values: JsonObject, isPage = false): string[] {
	const listed = [values.tags, values.tag].flatMap(readList);
	// In Logseq a tag is the title of a page, which may have several words.
	return listed.flatMap((tag) => (isPage ? [tag] : tag.split(" "))).map((tag) => tag.replace(/^#+/, ""));
}

/** The names a text gives itself, the one it is called by first. */
function readNames(input: NoteSource, stated: readonly (Json | undefined)[], body: string): string[] {
	const { name, folder } = input;
	const titles = stated.flatMap((value) =>
		typeof value === "string" || typeof value === "number" ? [inOneLine(String(value))] : [],
	);
	// A folder's page is still linked to by the name of its file, so that name stays, behind the others.
	const said = isFolderPage(name)
		? [findFirstHeading(body), folder]
		: isSlug(name) && !input.isPage
			? [findFirstHeading(body)]
			: [];
	const names = [
		...titles,
		...said.flatMap((each) => (each === undefined ? [] : [inOneLine(each)])),
		inOneLine(name),
	];
	const called = distinct(names);
	return distinct([...called, ...called.flatMap((each) => findIdentifier(each) ?? [])]);
}

export interface NoteSource {
	readonly text: string;
	readonly name: string;
	/** The folder it lies in; what a README is about is often said there alone. */
	readonly folder?: string | undefined;
	/** The fields of its sidecar file; the note's own fields take precedence. */
	readonly sidecar?: JsonObject | undefined;
	/** The day of a journal of Logseq: `name` is how Logseq shows it. */
	readonly day?: string | undefined;
	/** That of a journal's file, by which other programs link to it. */
	readonly fileName?: string;
	/** Whether it is a page of a graph of Logseq. */
	readonly isPage?: boolean;
	/** Leaves a block that cannot be stored in the body. */
	readonly keepFrontmatter?: true;
}

export function parseNote(input: NoteSource): ParsedNote {
	const { text, sidecar, keepFrontmatter, day, isPage = false } = input;
	const block = keepFrontmatter ? { values: null, source: "", body: text } : parseFrontmatter(text);
	const values = { ...sidecar, ...block.values };
	const page = readPageProperties(block.body);
	const [chosen = "Untitled", ...others] = readNames(input, [values.title, page.title], block.body);
	const aliases = [
		day,
		input.fileName,
		...[values.aliases, values.alias, page.alias, page.aliases].flatMap(readList),
	].flatMap((name) => name ?? []);
	const said = isPage ? readPageFields(block.body) : {};
	const hasFields = block.values !== null || sidecar !== undefined || Object.keys(page).length > 0;
	const isStated = block.values !== null || sidecar !== undefined || Object.keys(said).length > 0;
	return {
		title: chosen,
		aliases: distinct([chosen, ...others, ...aliases]).slice(1),
		body: block.body,
		tags: distinct([
			...[...readTags(values), ...readTags(page, isPage), ...scanTags(block.body)],
			...(isPage ? scanPageTags(block.body) : []),
		]),
		frontmatter:
			hasFields || day !== undefined ? { ...(day && { journal_day: day }), ...page, ...values } : null,
		stated: isStated ? { ...said, ...values } : null,
		frontmatterSource: block.source,
		createdAt:
			findMoment({ ...page, ...values }, CREATED) ?? readMoment(day ?? "") ?? readNamedDay(input.name),
		updatedAt: findMoment({ ...page, ...values }, UPDATED),
		...(block.problem !== undefined && { problem: block.problem }),
	};
}

/** A name made for an address, such as `getting-started` or `adr-0001`: the text says what it is called. */
const SLUG = /^(?=.*\p{L})[\p{Ll}\p{N}]+(?:[-_.][\p{Ll}\p{N}]+)*$/u;
const LONGEST_SLUG = 200;
const isSlug = (name: string): boolean => name.length <= LONGEST_SLUG && SLUG.test(name);

/** Files that a folder is read by: what they are about is said by their text or by the folder, not by their name. */
const FOLDER_PAGE = /^(?:readme|_?index)$/i;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(\S.*?)[ \t]*#*$/;
/** "KEP-4603: Tune the backoff", "RFC 12 – Links": a word and a number that texts call it by. */
const IDENTIFIER = /^(\p{L}[\p{L}\p{N}]{0,19}[- #]?\d[\d.]{0,19})\s*[:–—-]\s/u;
const LINES_READ = 500;

export const isFolderPage = (name: string): boolean => FOLDER_PAGE.test(name);

/** The first heading of a text as plain text, outside of comments and code; none when there is none near the start. */
function findFirstHeading(body: string): string | undefined {
	let fence: string | undefined;
	let inComment = false;
	for (const line of body.split("\n", LINES_READ)) {
		const mark = FENCE.exec(line)?.[1];
		if (fence !== undefined) {
			if (mark?.startsWith(fence)) fence = undefined;
		} else if (inComment) inComment = !line.includes("-->");
		else if (mark !== undefined) fence = mark;
		else if (line.trimStart().startsWith("<!--")) inComment = !line.includes("-->");
		else {
			const heading = HEADING.exec(line.trimEnd())?.[1];
			if (heading !== undefined) return readPlainText(heading).trim() || undefined;
		}
	}
	return undefined;
}

/** The identifier that a title begins with, such as "KEP-4603". */
export const findIdentifier = (title: string): string | undefined => IDENTIFIER.exec(title)?.[1];

// A tag follows white space or a bracket. `[text](#place)` leads to a place in the same text and is no tag.
const TAG = /(?<=^|\s|(?<!\])\()#([\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_/-]*)/gu;

/** Tags of Logseq that have several words: `#[[Two words]]`. */
const PAGE_TAG = /(?<=^|[\s(,])#\[\[([^[\]\n]{1,200})\]\]/gm;

function scanPageTags(source: string): readonly string[] {
	if (!source.includes("#[[")) return [];
	return [...blankCode(source).matchAll(PAGE_TAG)].map(([, tag = ""]) => inOneLine(tag));
}

/** The #tags of a Markdown text, without their sign, in order; numbers alone are no tags. */
export function scanTags(source: string): readonly string[] {
	if (!source.includes("#")) return [];
	const tags: string[] = [];
	for (const [, written = ""] of blankCode(source).matchAll(TAG)) {
		const tag = written.replace(/(?<![/-])[/-]+$/, "");
		if (!/^\p{N}+$/u.test(tag)) tags.push(tag);
	}
	return tags;
}
