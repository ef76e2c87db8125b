import type { Passage, TextRange } from "../../graph/model/cut-passages.ts";
import { type Entity, foldTitle } from "../../graph/model/entity.ts";
import { type EntityText, readEntityText } from "../../graph/model/entity-text.ts";
import { remember } from "../../graph/model/remember.ts";
import { splitFields } from "../model/field-blocks.ts";
import { type NarrowScope, narrowPassage } from "./narrow-passage.ts";

const GAP = "…";

/** Which fields are printed, and which passages only in part. */
export interface PassagePrinting extends NarrowScope {
	/** The keys of the fields to print; all of them if it is empty. */
	readonly fieldKeys: readonly string[];
	/** The passages of which only the part that holds most of the question is shown. */
	readonly inPart: ReadonlySet<number>;
}

interface Piece extends TextRange {
	readonly own: string;
	readonly isCutBefore: boolean;
	readonly isCutAfter: boolean;
	/** Lines before it that say what it belongs to. */
	readonly above: readonly TextRange[];
}

const lengthOf = ({ start, end }: TextRange): number => end - start;

/** Headings that say what the title does not. */
const listHeadings = ({ headings }: Passage, names: ReadonlySet<string>): readonly string[] =>
	headings.filter((heading) => !names.has(foldTitle(heading)));

const shift = ({ start, end }: TextRange, by: number): TextRange => ({ start: start + by, end: end + by });

/** Cuts what is printed out of a passage: all of it, the best part of it, or of fields only those that are to be shown. */
function makeCutter(
	{ text, fieldsEnd, passages }: EntityText,
	{ fieldKeys, inPart, ...scope }: PassagePrinting,
): (ordinal: number) => Piece {
	const wanted = new Set(fieldKeys);
	const whole = ({ start, end, lead }: Passage, own = text.slice(start, end)): Piece => ({
		...{ start, end, own, isCutBefore: false, isCutAfter: false },
		above: lead ? [lead] : [],
	});
	const cutPart = (passage: Passage): Piece => {
		const { start, end, lead, isCode } = passage;
		const part = isCode ? undefined : narrowPassage(text.slice(start, end), scope);
		if (part === undefined) return whole(passage);
		const range = shift(part, start);
		const isCutBefore = text.slice(start, range.start).trim() !== "";
		const isCutAfter = text.slice(range.end, end).trim() !== "";
		const above = part.above.map((line) => shift(line, start));
		// The head of a table is over its rows alone, and an entry of a list over those that have no nearer one.
		const isLed = !isCutBefore || part.beginsAs === "row" || (part.beginsAs === "item" && above.length === 0);
		return {
			...{ ...range, own: text.slice(range.start, range.end), isCutBefore, isCutAfter },
			above: lead && isLed ? [lead, ...above] : above,
		};
	};
	const cut = (ordinal: number): Piece => {
		const passage = passages[ordinal] as Passage;
		const { start, end } = passage;
		if (end > fieldsEnd) return inPart.has(ordinal) ? cutPart(passage) : whole(passage);
		const shown = splitFields(text.slice(start, end)).filter(({ key }) => wanted.has(key));
		if (shown.length === 0) return whole(passage);
		return whole(passage, `${shown.map(({ text: field }) => field.trimEnd()).join("\n")}\n`);
	};
	const known = new Map<number, Piece>();
	return (ordinal) => remember(known, ordinal, () => cut(ordinal));
}

const MARKDOWN_HEADING = /^[ \t]*(?:[-*+][ \t]+)?#{1,6}[ \t]+(.{1,300})/;

/** The headings over a piece; where its own text begins with the last of them, that one is not said twice. */
function printHeadings(headings: readonly string[], own: string): string {
	const [, first = ""] = MARKDOWN_HEADING.exec(own) ?? [];
	const isSaid = first !== "" && foldTitle(first) === foldTitle(headings.at(-1) ?? "");
	return (isSaid ? headings.slice(0, -1) : headings).join(" > ");
}

function printChosen(
	{ text, passages }: EntityText,
	{ names, pieceOf }: { readonly names: ReadonlySet<string>; readonly pieceOf: (ordinal: number) => Piece },
	chosen: ReadonlySet<number>,
): string {
	const parts: string[] = [];
	const printed: TextRange[] = [];
	const isPrinted = ({ start, end }: TextRange): boolean =>
		printed.some((range) => range.start <= start && end <= range.end);
	let last: { readonly ordinal: number; readonly piece: Piece } | undefined;
	let under = "";
	for (const [ordinal, passage] of passages.entries()) {
		if (!chosen.has(ordinal)) continue;
		const piece = pieceOf(ordinal);
		const headings = printHeadings(listHeadings(passage, names), piece.own);
		const isNext = last?.ordinal === ordinal - 1 && !last.piece.isCutAfter && !piece.isCutBefore;
		const between = last === undefined ? "" : text.slice(last.piece.end, piece.start);
		if (isNext && between.trim() === "" && headings === under) parts.push(between, piece.own);
		else {
			const isFirst = (ordinal === 0 && !piece.isCutBefore) || isNext;
			parts.push(last === undefined ? "" : "\n", isFirst ? "" : `${GAP}\n`);
			if (headings !== "" && headings !== under) parts.push(`## ${headings}\n`);
			for (const line of piece.above) {
				if (isPrinted(line)) continue;
				parts.push(`${text.slice(line.start, line.end).trimEnd()}\n`);
				printed.push(line);
			}
			parts.push(piece.own);
		}
		printed.push(piece);
		last = { ordinal, piece };
		under = headings;
	}
	return parts.join("");
}

/** A text by its passages: which there are, and how some of them are printed. */
export function readPassages(entity: Entity, printing: PassagePrinting) {
	const text = readEntityText(entity);
	const { passages } = text;
	const names = new Set([entity.title, ...entity.aliases].map(foldTitle));
	const pieceOf = makeCutter(text, printing);
	const length = passages.reduce((sum, passage) => sum + lengthOf(passage), 0);
	return {
		passages,
		/** Folded for comparing titles. */
		names,
		length,
		lengthOf: (ordinal: number): number => (passages[ordinal] ? lengthOf(pieceOf(ordinal)) : 0),
		/** Prints the chosen passages in the order of the text, neighbours joined, each under its headings. */
		print: (chosen: ReadonlySet<number>): string => printChosen(text, { names, pieceOf }, chosen),
		/** How many characters are not printed: passages that were not chosen, and what is cut out of those that were. */
		countMissing: (chosen: ReadonlySet<number>): number =>
			[...chosen].reduce((left, ordinal) => {
				if (passages[ordinal] === undefined) return left;
				const piece = pieceOf(ordinal);
				return left - Math.min(lengthOf(piece), piece.own.length);
			}, length),
	};
}
