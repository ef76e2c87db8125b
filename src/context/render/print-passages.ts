import type { Passage } from "../../graph/model/cut-passages.ts";
import { type Entity, foldTitle } from "../../graph/model/entity.ts";
import { type EntityText, readEntityText } from "../../graph/model/entity-text.ts";
import { splitFields } from "../model/field-blocks.ts";

const GAP = "…";

/** A text by its passages: which there are, and how some of them are printed. */
export interface PassageText {
	readonly passages: readonly Passage[];
	/** What the entity is called, as titles are compared. */
	readonly names: ReadonlySet<string>;
	/** How many characters all passages have. */
	readonly length: number;
	/** The chosen passages in the order of the text, neighbours joined, each under the headings it stands under. */
	readonly print: (chosen: ReadonlySet<number>) => string;
	readonly lengthOf: (ordinal: number) => number;
	/** How many characters stand in those that were not chosen. */
	readonly countMissing: (chosen: ReadonlySet<number>) => number;
}

const lengthOf = ({ start, end }: Passage): number => end - start;

/** Headings that say what the title does not. */
function headingsOf({ headings }: Passage, names: ReadonlySet<string>): string {
	return headings.filter((heading) => !names.has(foldTitle(heading))).join(" > ");
}

/** Whether nothing but white space lies between two passages. */
const isNext = (text: string, before: Passage, after: Passage): boolean =>
	text.slice(before.end, after.start).trim() === "";

/** Prints the own text of a passage: all of it, or of fields only those that are to be shown. */
function makePrinter(
	{ text, fieldsEnd }: EntityText,
	fieldKeys: readonly string[],
): (passage: Passage) => string {
	const wanted = new Set(fieldKeys);
	return ({ start, end }) => {
		const own = text.slice(start, end);
		if (wanted.size === 0 || end === 0 || end > fieldsEnd) return own;
		const shown = splitFields(own).filter(({ key }) => wanted.has(key));
		return shown.length === 0 ? own : `${shown.map(({ text: field }) => field.trimEnd()).join("\n")}\n`;
	};
}

function printChosen(
	{ text, passages }: EntityText,
	{
		names,
		printOwn,
	}: { readonly names: ReadonlySet<string>; readonly printOwn: (passage: Passage) => string },
	chosen: ReadonlySet<number>,
): string {
	const parts: string[] = [];
	let last: Passage | undefined;
	let under = "";
	for (const [ordinal, passage] of passages.entries()) {
		if (!chosen.has(ordinal)) continue;
		const headings = headingsOf(passage, names);
		const follows = last !== undefined && isNext(text, last, passage);
		const own = printOwn(passage);
		if (follows && headings === under) parts.push(text.slice((last as Passage).end, passage.start), own);
		else {
			const isFirst = ordinal === 0 || chosen.has(ordinal - 1);
			parts.push(last === undefined ? "" : "\n", isFirst ? "" : `${GAP}\n`);
			if (headings !== "" && headings !== under) parts.push(`## ${headings}\n`);
			const { lead } = passage;
			if (lead !== undefined) parts.push(`${text.slice(lead.start, lead.end)}\n`);
			parts.push(own);
		}
		last = passage;
		under = headings;
	}
	return parts.join("");
}

export function readPassages(entity: Entity, fieldKeys: readonly string[] = []): PassageText {
	const text = readEntityText(entity);
	const { passages } = text;
	const names = new Set([entity.title, ...entity.aliases].map(foldTitle));
	const printOwn = makePrinter(text, fieldKeys);
	const length = passages.reduce((sum, passage) => sum + lengthOf(passage), 0);
	return {
		passages,
		names,
		length,
		lengthOf: (ordinal) => (passages[ordinal] ? lengthOf(passages[ordinal]) : 0),
		print: (chosen) => printChosen(text, { names, printOwn }, chosen),
		countMissing: (chosen) =>
			[...chosen].reduce((left, ordinal) => {
				const passage = passages[ordinal];
				return passage === undefined ? left : left - Math.min(lengthOf(passage), printOwn(passage).length);
			}, length),
	};
}
