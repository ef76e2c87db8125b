import type { Entity } from "../../graph/model/entity.ts";
import { readPlainText } from "../../graph/model/plain-text.ts";
import { readSummary } from "../../graph/model/stored-summary.ts";
import type { NotePresentation } from "../model/candidate.ts";
import { clipText, fenceText, inOneLine } from "./fence-text.ts";
import { renderTitle } from "./render-entity.ts";
import { clipToFit, type Printing, type Texts } from "./texts.ts";

const LIGHT_CLIP = 300;
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
			["light", print(clipText(text, LIGHT_CLIP), text.length > LIGHT_CLIP)],
			["title", renderTitle(entity)],
		],
		clip: (tokens) =>
			clipToFit(printing, { text, summary, tokens, print: (excerpt) => print(excerpt, true) }),
	};
}
