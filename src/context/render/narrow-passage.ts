import type { TextRange } from "../../graph/model/cut-passages.ts";
import type { QuestionWord } from "../../graph/model/question-word.ts";
import { type Run, scanMarkdown } from "../../graph/model/scan-markdown.ts";
import { splitRun } from "./split-sentences.ts";

export interface NarrowScope {
	/** The words of the question, with what holding each is worth. */
	readonly words: readonly QuestionWord[];
	readonly analyse: (text: string) => readonly string[];
}

/** About sixty tokens of prose: two or three sentences. */
const LONGEST_PART = 280;
/** A cut that saves less than this share of a passage costs the reader more than the tokens do. */
const LEAST_SAVED = 0.25;

interface Piece extends TextRange {
	readonly worth: number;
}

const isTable = ({ kind }: Run): boolean => kind === "row";

/** What makes sense by itself: sentences of prose; a table or a piece of code as a whole. */
function listPieces(text: string): readonly TextRange[] {
	const pieces: { start: number; end: number }[] = [];
	let before: Run | undefined;
	for (const run of scanMarkdown(text)) {
		const { kind, start, end } = run;
		const last = pieces.at(-1);
		if (last !== undefined && isTable(run) && before !== undefined && isTable(before)) last.end = end;
		else if (kind === "row" || kind === "code") pieces.push({ start, end });
		else if (kind !== "aside")
			for (const sentence of splitRun(text.slice(start, end), start)) pieces.push(sentence);
		before = run;
	}
	return pieces;
}

/**
 * Of a passage, the sentences that hold most of the question and those next to them while there is room; undefined where
 * the whole passage is hardly longer.
 */
export function narrowPassage(text: string, { words, analyse }: NarrowScope): TextRange | undefined {
	if (text.length <= LONGEST_PART / (1 - LEAST_SAVED)) return undefined;
	const worths = new Map(words.map(({ term, worth }) => [term, worth]));
	const pieces = listPieces(text).map(
		({ start, end }): Piece => ({
			...{ start, end },
			worth: [...new Set(analyse(text.slice(start, end)))].reduce(
				(sum, term) => sum + (worths.get(term) ?? 0),
				0,
			),
		}),
	);
	const most = pieces.reduce((best, { worth }) => Math.max(best, worth), 0);
	const best = pieces.findIndex(({ worth }) => worth === most);
	if (best < 0) return undefined;
	const { start, end } = growAround(pieces, best);
	return end - start > text.length * (1 - LEAST_SAVED) ? undefined : { start, end };
}

/** Takes the neighbour that holds more of the question, the next one of equals, as long as both fit. */
function growAround(pieces: readonly Piece[], best: number): TextRange {
	let range: TextRange = pieces[best] as Piece;
	for (let [before, after] = [best - 1, best + 1]; ; ) {
		const fits = (piece: Piece | undefined): piece is Piece =>
			piece !== undefined &&
			Math.max(range.end, piece.end) - Math.min(range.start, piece.start) <= LONGEST_PART;
		const [former, next] = [pieces[before], pieces[after]];
		if (fits(next) && !(fits(former) && former.worth > next.worth)) {
			range = { start: range.start, end: next.end };
			after += 1;
		} else if (fits(former)) {
			range = { start: former.start, end: range.end };
			before -= 1;
		} else return range;
	}
}
