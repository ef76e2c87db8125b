import type { TextRange } from "../../graph/model/cut-passages.ts";
import type { QuestionWord } from "../../graph/model/question-word.ts";
import { type Run, scanMarkdown } from "../../graph/model/scan-markdown.ts";
import { splitRun } from "./split-sentences.ts";

export interface NarrowScope {
	/** The words of the question, with what holding each is worth. */
	readonly words: readonly QuestionWord[];
	readonly analyse: (text: string) => readonly string[];
}

/** A part of a passage, and the lines before it without which it would seem to belong to something else. */
export interface PassagePart extends TextRange {
	/** The heading it is under and the list entry it belongs to, where the passage has them. */
	readonly above: readonly TextRange[];
	readonly beginsAs: Run["kind"];
}

/** About seventy tokens of prose. */
const LONGEST_PART = 300;
/** A paragraph up to this length is shown whole: its first sentence says what "this" is in the second. */
const LONGEST_PARAGRAPH = 400;
/** A cut that saves less than this share of a passage costs the reader more than the tokens do. */
const LEAST_SAVED = 0.25;

/** The smallest piece that makes sense alone: a short paragraph, a sentence, a table, a piece of code. */
interface Piece extends PassagePart {
	/** It begins with its heading. */
	readonly isFirst: boolean;
}

interface WeighedPiece extends Piece {
	/** How much of the question it holds. */
	readonly worth: number;
}

function listPieces(text: string): readonly Piece[] {
	const pieces: Piece[] = [];
	const entries: Run[] = [];
	let heading: Run | undefined;
	let isFirst = false;
	const add = (start: number, end: number, { kind, level }: Run): void => {
		while (kind === "item" && (entries.at(-1)?.level ?? -1) >= level) entries.pop();
		const entry = kind === "item" ? entries.at(-1) : undefined;
		pieces.push({
			...{ start: isFirst && heading !== undefined ? heading.start : start, end, beginsAs: kind, isFirst },
			above: [...(heading && !isFirst ? [heading] : []), ...(entry ? [firstLine(text, entry)] : [])],
		});
		isFirst = false;
	};
	for (const run of scanMarkdown(text)) {
		const { kind, start, end } = run;
		const last = pieces.at(-1);
		if (kind === "aside") continue;
		if (kind === "heading") [heading, isFirst] = [run, true];
		else if (kind === "row" && last?.beginsAs === "row" && !isFirst)
			pieces[pieces.length - 1] = { ...last, end };
		else if (kind === "row" || kind === "code" || end - start <= LONGEST_PARAGRAPH) add(start, end, run);
		else
			for (const sentence of splitRun(text.slice(start, end), start)) add(sentence.start, sentence.end, run);
		if (kind === "item") entries.push(run);
	}
	return pieces;
}

function weighPieces(text: string, { words, analyse }: NarrowScope): readonly WeighedPiece[] {
	const worths = new Map(words.map(({ term, worth }) => [term, worth]));
	return listPieces(text).map((piece) => {
		const terms = new Set(analyse(text.slice(piece.start, piece.end)));
		return { ...piece, worth: [...terms].reduce((sum, term) => sum + (worths.get(term) ?? 0), 0) };
	});
}

/** An entry that others belong to, without what belongs to it. */
function firstLine(text: string, { start, end }: TextRange): TextRange {
	const line = text.slice(start, end).search(/\n/);
	return { start, end: line < 0 ? end : start + line };
}

/** Takes the neighbour under the same heading that holds more of the question, the next one of equals, while there is room. */
function growAround(pieces: readonly WeighedPiece[], best: number): PassagePart {
	let [from, to] = [best, best];
	const fits = (first: number, last: number): boolean => {
		const [start, end] = [pieces[first]?.start, pieces[last]?.end];
		const isApart = first < from ? pieces[from]?.isFirst : pieces[last]?.isFirst;
		return start !== undefined && end !== undefined && !isApart && end - start <= LONGEST_PART;
	};
	for (;;) {
		const before = fits(from - 1, to) ? (pieces[from - 1]?.worth ?? 0) : -1;
		const after = fits(from, to + 1) ? (pieces[to + 1]?.worth ?? 0) : -1;
		if (before < 0 && after < 0) break;
		if (after >= before) to += 1;
		else from -= 1;
	}
	const { start, above, beginsAs } = pieces[from] as WeighedPiece;
	return { start, end: pieces[to]?.end ?? start, above, beginsAs };
}

/**
 * Returns the paragraph or the sentences of a passage that hold most of the question, and their neighbours while there
 * is room; undefined where the whole passage is hardly longer.
 */
export function narrowPassage(text: string, scope: NarrowScope): PassagePart | undefined {
	if (text.length <= LONGEST_PART / (1 - LEAST_SAVED)) return undefined;
	const pieces = weighPieces(text, scope);
	const most = pieces.reduce((best, { worth }) => Math.max(best, worth), 0);
	const best = pieces.findIndex(({ worth }) => worth === most);
	if (best < 0) return undefined;
	const part = growAround(pieces, best);
	return part.end - part.start > text.length * (1 - LEAST_SAVED) ? undefined : part;
}
