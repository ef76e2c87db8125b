import type { Shortened, TokenCounter } from "../render/texts.ts";
import { scoreSentences } from "./score-sentences.ts";
import { type Sentence, splitSentences } from "./split-sentences.ts";

export interface ExtractInput {
	readonly text: string;
	readonly tokens: number;
	/** The terms of the question. */
	readonly query: readonly string[];
	readonly analyse: (text: string) => readonly string[];
	readonly tokenizer: TokenCounter;
}

/** What lies beyond is not looked at: a body may be as long as a book, and no budget holds more of it. */
const MOST_SENTENCES = 1_500;
const MOST_CHARACTERS_PER_TOKEN = 60;
const SHORTEST_LOOK = 20_000;
/** Less room than this for the beginning of one more sentence is left empty. */
const SHORTEST_REST = 12;
const GAP = "…";

/** The chosen sentences in their order, with a mark wherever something is left out between two of them. */
function join(text: string, chosen: readonly Sentence[]): string {
	return chosen
		.map((sentence, index) => {
			const former = chosen[index - 1];
			const between = text.slice(former?.end ?? 0, sentence.start);
			if (between.trim() === "") return (former ? between : "") + sentence.text;
			const isNewLine = between.includes("\n");
			if (former === undefined) return isNewLine ? `${GAP}\n${sentence.text}` : `${GAP} ${sentence.text}`;
			return isNewLine ? `\n${GAP}\n${sentence.text}` : ` ${GAP} ${sentence.text}`;
		})
		.join("");
}

const inOrder = (sentences: readonly Sentence[]): readonly Sentence[] =>
	[...sentences].sort((a, b) => a.start - b.start);

/**
 * The sentences that say most about the question, as many as fit, in the order of the text. What room is left goes to
 * the beginning of the next best, so that one long sentence does not leave half of it empty.
 */
export function extractSentences({ text, tokens, query, analyse, tokenizer }: ExtractInput): Shortened {
	const look = text.slice(0, Math.max(SHORTEST_LOOK, tokens * MOST_CHARACTERS_PER_TOKEN));
	const sentences = splitSentences(look, MOST_SENTENCES);
	const scores = scoreSentences(sentences, query, analyse);
	const best = sentences
		.map((sentence, index) => ({ sentence, score: scores[index] ?? 0 }))
		.sort((a, b) => b.score - a.score || a.sentence.start - b.sentence.start);
	const chosen: Sentence[] = [];
	let room = tokens;
	let rest: Sentence | undefined;
	for (const { sentence } of best) {
		// The mark of a gap and a line break are counted with every sentence: a text never turns out longer than planned.
		const cost = tokenizer.count(`\n${GAP}\n${sentence.text}`);
		if (cost <= room) {
			chosen.push(sentence);
			room -= cost;
		} else rest ??= sentence;
		if (room < SHORTEST_REST) break;
	}
	if (rest && room >= SHORTEST_REST) {
		const beginning = tokenizer.keepStart(rest.text, room - tokenizer.count(`\n${GAP}\n${GAP}`));
		if (beginning.trim() !== "")
			chosen.push({ ...rest, text: beginning, end: rest.start + beginning.length });
	}
	const kept = inOrder(chosen);
	const isWhole = kept.at(-1)?.end === text.trimEnd().length;
	return {
		text: join(text, kept) + (isWhole || kept.length === 0 ? "" : ` ${GAP}`),
		kept: kept.reduce((sum, sentence) => sum + sentence.end - sentence.start, 0),
	};
}
