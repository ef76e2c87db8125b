import type { Passage, TextRange } from "../../graph/model/cut-passages.ts";
import { type Entity, foldTitle } from "../../graph/model/entity.ts";
import { type EntityText, readEntityText } from "../../graph/model/entity-text.ts";
import { splitFields } from "../model/field-blocks.ts";
import { type NarrowScope, narrowPassage } from "./narrow-passage.ts";

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

/** What of a text is printed besides its passages, and which of these only in part. */
export interface PassagePrinting extends NarrowScope {
	/** Of the fields, only these; all of them where none is named. */
	readonly fieldKeys: readonly string[];
	/** The passages of which only the sentences that hold most of the question are shown. */
	readonly inPart: ReadonlySet<number>;
}

/** What is printed of a passage. */
interface Piece extends TextRange {
	readonly own: string;
	readonly isCutBefore: boolean;
	readonly isCutAfter: boolean;
}

const lengthOf = ({ start, end }: TextRange): number => end - start;

/** Headings that say what the title does not. */
function headingsOf({ headings }: Passage, names: ReadonlySet<string>): string {
	return headings.filter((heading) => !names.has(foldTitle(heading))).join(" > ");
}

/** Cuts what is printed out of a passage: all of it, some of its sentences, or of fields only those that are to be shown. */
function makeCutter(
	{ text, fieldsEnd, passages }: EntityText,
	{ fieldKeys, inPart, ...scope }: PassagePrinting,
): (ordinal: number) => Piece {
	const wanted = new Set(fieldKeys);
	const whole = ({ start, end }: TextRange, own = text.slice(start, end)): Piece => ({
		...{ start, end, own },
		...{ isCutBefore: false, isCutAfter: false },
	});
	const cut = (ordinal: number): Piece => {
		const { start, end } = passages[ordinal] as Passage;
		const own = text.slice(start, end);
		if (end > fieldsEnd) {
			const part = inPart.has(ordinal) ? narrowPassage(own, scope) : undefined;
			if (part === undefined) return whole({ start, end });
			const range = { start: start + part.start, end: start + part.end };
			const isCutBefore = own.slice(0, part.start).trim() !== "";
			const isCutAfter = own.slice(part.end).trim() !== "";
			return { ...whole(range), isCutBefore, isCutAfter };
		}
		const shown = splitFields(own).filter(({ key }) => wanted.has(key));
		if (end === 0 || shown.length === 0) return whole({ start, end });
		return whole({ start, end }, `${shown.map(({ text: field }) => field.trimEnd()).join("\n")}\n`);
	};
	const known = new Map<number, Piece>();
	return (ordinal) => {
		const piece = known.get(ordinal) ?? cut(ordinal);
		known.set(ordinal, piece);
		return piece;
	};
}

function printChosen(
	{ text, passages }: EntityText,
	{ names, pieceOf }: { readonly names: ReadonlySet<string>; readonly pieceOf: (ordinal: number) => Piece },
	chosen: ReadonlySet<number>,
): string {
	const parts: string[] = [];
	let last: { readonly ordinal: number; readonly piece: Piece } | undefined;
	let under = "";
	for (const [ordinal, passage] of passages.entries()) {
		if (!chosen.has(ordinal)) continue;
		const headings = headingsOf(passage, names);
		const piece = pieceOf(ordinal);
		const isNext = last?.ordinal === ordinal - 1 && !last.piece.isCutAfter && !piece.isCutBefore;
		const between = last === undefined ? "" : text.slice(last.piece.end, piece.start);
		if (isNext && between.trim() === "" && headings === under) parts.push(between, piece.own);
		else {
			const isFirst = (ordinal === 0 && !piece.isCutBefore) || isNext;
			parts.push(last === undefined ? "" : "\n", isFirst ? "" : `${GAP}\n`);
			if (headings !== "" && headings !== under) parts.push(`## ${headings}\n`);
			const { lead } = passage;
			if (lead !== undefined) parts.push(`${text.slice(lead.start, lead.end)}\n`);
			parts.push(piece.own);
		}
		last = { ordinal, piece };
		under = headings;
	}
	return parts.join("");
}

export function readPassages(entity: Entity, printing: PassagePrinting): PassageText {
	const text = readEntityText(entity);
	const { passages } = text;
	const names = new Set([entity.title, ...entity.aliases].map(foldTitle));
	const pieceOf = makeCutter(text, printing);
	const length = passages.reduce((sum, passage) => sum + lengthOf(passage), 0);
	return {
		passages,
		names,
		length,
		lengthOf: (ordinal) => (passages[ordinal] ? lengthOf(pieceOf(ordinal)) : 0),
		print: (chosen) => printChosen(text, { names, pieceOf }, chosen),
		countMissing: (chosen) =>
			[...chosen].reduce((left, ordinal) => {
				if (passages[ordinal] === undefined) return left;
				const piece = pieceOf(ordinal);
				return left - Math.min(lengthOf(piece), piece.own.length);
			}, length),
	};
}
