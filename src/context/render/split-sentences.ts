import { scanMarkdown } from "../../graph/model/scan-markdown.ts";

/** A piece of a text that makes sense by itself. */
export interface Sentence {
	readonly text: string;
	readonly start: number;
	readonly end: number;
}

/** Where one sentence ends and another begins: a mark and white space, or the full stop of a script without spaces. */
const BREAK = /(?<=[.!?…]["'”’)\]]{0,2})\s+(?=[\p{Lu}\p{N}"'“‘([])|(?<=[。！？])/gu;
/** The number of a list entry ends in a full stop and ends no sentence. */
const NUMBER = /^\s{0,40}\d{1,9}\.$/;
/** A longer run without an end is cut at a space: otherwise it would be shown whole or not at all. */
const LONGEST_SENTENCE = 600;

function* cutLong(text: string, start: number): Generator<Sentence> {
	let from = 0;
	while (text.length - from > LONGEST_SENTENCE) {
		// Within the sentence only: where there is no space, the whole text before it would be searched each time.
		const space = from + text.slice(from, from + LONGEST_SENTENCE + 1).lastIndexOf(" ");
		const inside = space > from ? space + 1 : from + LONGEST_SENTENCE;
		const end = /[\uD800-\uDBFF]/.test(text[inside - 1] ?? "") ? inside - 1 : inside;
		yield { text: text.slice(from, end), start: start + from, end: start + end };
		from = end;
	}
	yield { text: text.slice(from), start: start + from, end: start + text.length };
}

export function* splitRun(run: string, start: number): Generator<Sentence> {
	let from = 0;
	for (const { index, 0: space } of run.matchAll(BREAK)) {
		if (from === 0 && NUMBER.test(run.slice(0, Math.min(index, LONGEST_SENTENCE)))) continue;
		yield* cutLong(run.slice(from, index), start + from);
		from = index + space.length;
	}
	yield* cutLong(run.slice(from), start + from);
}

/**
 * The sentences of a text. Lines of one paragraph are one text, wherever they were wrapped; what is no prose, such as a
 * heading, a row of a table or a short piece of code, counts as one. What a text holds for its tools is left out.
 */
export function splitSentences(text: string): readonly Sentence[] {
	const sentences: Sentence[] = [];
	for (const { kind, start, end } of scanMarkdown(text)) {
		if (kind === "aside") continue;
		const run = text.slice(start, end);
		for (const sentence of kind === "text" || kind === "item" ? splitRun(run, start) : cutLong(run, start)) {
			if (sentence.text.trim() !== "") sentences.push(sentence);
		}
	}
	return sentences;
}
