/** A piece of a text that makes sense by itself. */
export interface Sentence {
	readonly text: string;
	readonly start: number;
	readonly end: number;
}

/** Where one sentence ends and another begins: a mark and white space, or the full stop of a script without spaces. */
const BREAK = /(?<=[.!?…]["'”’)\]]{0,2})[ \t]+(?=[\p{Lu}\p{N}"'“‘([])|(?<=[。！？])/gu;
/** A longer run without an end is cut at a space: it would otherwise stand whole or not at all. */
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

function* splitLine(line: string, start: number): Generator<Sentence> {
	let from = 0;
	for (const { index, 0: space } of line.matchAll(BREAK)) {
		yield* cutLong(line.slice(from, index), start + from);
		from = index + space.length;
	}
	yield* cutLong(line.slice(from), start + from);
}

/** The sentences of a text, at most so many; a line that is none, such as a row of a table, counts as one. */
export function splitSentences(text: string, most: number): readonly Sentence[] {
	const sentences: Sentence[] = [];
	let start = 0;
	for (const line of text.split("\n")) {
		for (const sentence of splitLine(line, start)) {
			if (sentence.text.trim() !== "") sentences.push(sentence);
			if (sentences.length >= most) return sentences;
		}
		start += line.length + 1;
	}
	return sentences;
}
