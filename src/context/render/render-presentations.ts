import type { Entity } from "../../graph/model/entity.ts";
import type { Field } from "../../graph/model/field.ts";
import type { Json } from "../../graph/model/json.ts";
import { isEmpty } from "../../graph/model/light-field.ts";
import { readPlainText } from "../../graph/model/plain-text.ts";
import { readSummary } from "../../graph/model/stored-summary.ts";
import type {
	MentionPresentation,
	NotePresentation,
	OutlinePresentation,
	TablePresentation,
} from "../model/candidate.ts";
import { clipText, fenceText, formatValue, inOneLine, quoteText } from "./fence-text.ts";
import {
	printReferenceList,
	printReferences,
	type RenderScope,
	renderFull,
	renderLight,
	renderTitle,
} from "./render-entity.ts";
import { clipToFit, type Printing, type Texts, UNCUT } from "./sized-form.ts";

const LIGHT_NOTE = 300;
/** Marks take room that plain text does not: so much of a body is read to fill an excerpt. */
const MARKED_SHARE = 2;

/** Cut at a word where one ends near. */
function cutAtWord(text: string, longest: number): string {
	const cut = text.slice(0, longest);
	const space = cut.search(/\s\S*$/);
	return (space > longest * 0.8 ? cut.slice(0, space) : cut).trimEnd();
}

/** Returns the plain text of a note, cut to a length, and the number of characters of the note that it covers. */
function readExcerpt(entity: Entity, longest: number) {
	const source = entity.body.trim() === "" ? entity.description : entity.body;
	const look = source.slice(0, longest * MARKED_SHARE);
	const plain = readPlainText(look);
	const isCut = plain.length > longest || look.length < source.length;
	const text = plain.length > longest ? cutAtWord(plain, longest) : plain;
	return { text: isCut ? `${text}…` : text, isCut, length: source.length };
}

/** A note as an excerpt in plain text, under its name. */
export function renderNote(entity: Entity, { longest }: NotePresentation, printing: Printing): Texts {
	const { text, isCut, length } = readExcerpt(entity, longest);
	const summary = readSummary(entity);
	const id = printing.scope.refOf(entity.id) ?? entity.ref;
	const heading = `### [[${inOneLine(entity.title)}]] [id:${id}]\n`;
	const rest = `… an excerpt of ${length} characters: call get_entity_details with entity_id ${id}\n`;
	const print = (excerpt: string, wasCut: boolean): string =>
		`${heading}${excerpt === "" ? "(no text)\n" : fenceText(excerpt)}${wasCut ? rest : ""}---\n\n`;
	return {
		forms: () => [
			[isCut ? "clipped" : "full", print(text, isCut)],
			["light", print(clipText(text, LIGHT_NOTE), text.length > LIGHT_NOTE)],
			["title", renderTitle(entity)],
		],
		clip: (tokens) =>
			clipToFit(printing, { text, summary, tokens, print: (excerpt) => print(excerpt, true) }),
	};
}

const MOST_HEADINGS = 20;
const LONGEST_HEADING = 80;
/** Its blocks follow: more of it would be there twice. */
const LONGEST_OPENING = 120;

function renderCounts(counts: OutlinePresentation["counts"]): string {
	const named = Object.entries(counts)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([kind, count]) => `${count} ${kind.replace("_", " ")}${count === 1 ? "" : "s"}`);
	return named.length === 0 ? "none" : named.join(", ");
}

function renderHeadings({ ref }: Entity, headings: OutlinePresentation["headings"]): string {
	if (headings.length === 0) return "";
	const shown = headings
		.slice(0, MOST_HEADINGS)
		.map(({ level, text }) => `${"#".repeat(level)} ${clipText(text, LONGEST_HEADING)}`);
	const hidden = headings.length - shown.length;
	return `outline:\n${quoteText([...shown, ...(hidden > 0 ? [`… and ${hidden} more headings: call get_entity_details with entity_id ${ref}`] : [])].join("\n"))}`;
}

/** A page, note or document in brief: its fields, its place, its headings, how it begins and what it is made of. */
export function renderOutline(entity: Entity, outline: OutlinePresentation, { scope }: Printing): Texts {
	const { path, headings, opening, counts } = outline;
	const place = path.length === 0 ? "" : `path: ${[...path, entity.title].map(inOneLine).join(" > ")}\n`;
	const blocks = `blocks: ${renderCounts(counts)}\n`;
	const beginning = opening === "" ? "" : `opening:\n${quoteText(clipText(opening, LONGEST_OPENING))}`;
	const withoutBody = { ...entity, body: "" };
	return {
		forms: () => [
			[
				"full",
				`${renderFull(withoutBody, scope)}${place}${blocks}${renderHeadings(entity, headings)}${beginning}\n`,
			],
			["light", `${renderLight(withoutBody, scope)}${place}${blocks}\n`],
			["title", renderTitle(entity)],
		],
		clip: UNCUT,
	};
}

/** A database: its own fields, how many rows there are and what each is made of. */
export function renderTable(entity: Entity, table: TablePresentation, { scope }: Printing): Texts {
	const { label, plural, fields, rowCount } = table;
	const noun = rowCount === 1 ? label : plural;
	const rows = `rows: ${rowCount} ${inOneLine(noun)}\n`;
	const schema = fields.map(({ name, type }) => `${name} (${inOneLine(type)})`).join(", ");
	return {
		forms: () => [
			["full", `${renderFull(entity, scope)}${rows}schema: ${schema}\n\n`],
			["light", `${renderLight(entity, scope)}${rows}\n`],
			["title", renderTitle(entity)],
		],
		clip: UNCUT,
	};
}

const LIGHT_CLIP = 120;
const MOST_VIA = 5;
const DIRECT = "← directly mentioned";
const UNEXPANDED = "  (further references not expanded)\n";
const UNCOMPUTED = "(can't be computed)";

function renderVia(via: readonly string[]): string {
	const shown = via.slice(0, MOST_VIA).map(inOneLine).join(", ");
	return `← referenced via ${shown}${via.length > MOST_VIA ? ` and ${via.length - MOST_VIA} more` : ""}`;
}

function renderMentionHeader(
	entity: Entity,
	{ depth, via }: MentionPresentation,
	scope: RenderScope,
): string {
	const label = depth === 0 ? DIRECT : renderVia(via);
	const archived = entity.archived_at === null ? "" : " (archived)";
	const id = scope.refOf(entity.id) ?? entity.ref;
	return `### @${inOneLine(entity.title)} (${scope.kind.label}) [id:${id}]${archived}  ${label}\n`;
}

function readField(entity: Entity, { name }: Field, scope: RenderScope): Json | undefined {
	return name === scope.kind.stateField ? entity.state_key : entity.props[name];
}

/** A field as one line, by its type; undefined when it holds nothing. */
function renderField(entity: Entity, field: Field, mention: MentionPresentation, scope: RenderScope) {
	if (field.type === "computed") {
		const held = mention.computed[field.name];
		if (held === null) return UNCOMPUTED;
		if (held === undefined || held.ids.length === 0) return undefined;
		return printReferenceList(held.ids, { sign: "@", more: held.more, names: scope });
	}
	const value = readField(entity, field, scope);
	if (value === undefined || value === null || isEmpty(value)) return undefined;
	return printReferences(field, value, scope) || formatValue(value);
}

function listRows(
	entity: Entity,
	mention: MentionPresentation,
	scope: RenderScope,
): readonly (readonly [name: string, value: string])[] {
	const { kind } = scope;
	const hasStateOfItsOwn = kind.stateField === undefined && entity.state_key !== null;
	return [
		...(hasStateOfItsOwn ? [["state", entity.state_key ?? ""] as const] : []),
		...kind.fields.flatMap((field) => {
			const value = renderField(entity, field, mention, scope);
			return value === undefined ? [] : [[field.name, value] as const];
		}),
		...(entity.description === "" ? [] : [["description", inOneLine(entity.description)] as const]),
	];
}

/** An entity that was mentioned or that one refers to, with its fields; two steps away only its name. */
export function renderMention(entity: Entity, mention: MentionPresentation, printing: Printing): Texts {
	const { scope } = printing;
	const header = renderMentionHeader(entity, mention, scope);
	if (mention.depth === 2) return { forms: () => [["title", `${header}${UNEXPANDED}\n`]], clip: UNCUT };
	const rows = listRows(entity, mention, scope);
	const renderRows = (longest: number): string =>
		header + rows.map(([name, value]) => `  ${name}: ${clipText(value, longest)}\n`).join("");
	const fields = renderRows(Infinity);
	const print = (body: string, missing: number): string => {
		const rest = `… ${missing} more characters: call get_entity_details with entity_id ${entity.ref}\n`;
		return `${fields}${scope.kind.bodyName}:\n${fenceText(body)}${missing > 0 ? rest : ""}\n`;
	};
	const body = entity.body.trim();
	return {
		forms: () => [
			["full", body === "" ? `${fields}\n` : print(body, 0)],
			["light", `${renderRows(LIGHT_CLIP)}\n`],
			["title", `${header}\n`],
		],
		clip: body === "" ? UNCUT : (tokens) => clipToFit(printing, { text: body, tokens, print }),
	};
}
