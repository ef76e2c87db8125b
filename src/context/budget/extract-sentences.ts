import { BoundedMap } from "../../graph/model/bounded-map.ts";
import type { Shortened, TokenCounter } from "../render/texts.ts";
import { type AnalysedSentence, scoreSentences } from "./score-sentences.ts";
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
const MOST_ROUNDS = 5;

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

const KEPT_CHARACTERS = 4_000_000;
const analysedTexts = new WeakMap<ExtractInput["analyse"], BoundedMap<readonly AnalysedSentence[]>>();

/** Kept for a while: one build cuts a text several times, and the next question may cut it again. */
function analyseSentences(text: string, analyse: ExtractInput["analyse"]): readonly AnalysedSentence[] {
	const kept = analysedTexts.get(analyse) ?? new BoundedMap(KEPT_CHARACTERS);
	analysedTexts.set(analyse, kept);
	const known = kept.get(text);
	if (known) return known;
	const sentences = splitSentences(text, MOST_SENTENCES);
	const analysed = sentences.map((sentence) => ({ sentence, terms: analyse(sentence.text) }));
	kept.set(text, analysed, text.length);
	return analysed;
}

/** Best first; of equals the earlier. */
function rankSentences(
	text: string,
	{ query, analyse }: Pick<ExtractInput, "query" | "analyse">,
): readonly Sentence[] {
	const analysed = analyseSentences(text, analyse);
	const scores = scoreSentences(analysed, query);
	return analysed
		.map(({ sentence }, index) => ({ sentence, score: scores[index] ?? 0 }))
		.sort((a, b) => b.score - a.score || a.sentence.start - b.sentence.start)
		.map(({ sentence }) => sentence);
}

/**
 * As many of the best as fit. Each is counted with the mark of a gap around it, so a choice never turns out longer than
 * planned; what neighbours saved by needing no mark is dealt out again.
 */
function chooseSentences({ text, tokens, tokenizer }: ExtractInput, best: readonly Sentence[]) {
	const chosen: Sentence[] = [];
	let waiting = best;
	let room = tokens;
	for (let round = 0; round < MOST_ROUNDS && room >= SHORTEST_REST; round += 1) {
		const before = chosen.length;
		waiting = waiting.filter((sentence) => {
			const cost = room < SHORTEST_REST ? Infinity : tokenizer.count(`\n${GAP}\n${sentence.text}`);
			if (cost > room) return true;
			chosen.push(sentence);
			room -= cost;
			return false;
		});
		if (chosen.length === before) break;
		room = tokens - tokenizer.count(join(text, inOrder(chosen))) - 1;
	}
	return { chosen, next: waiting[0], room };
}

/**
 * The sentences that say most about the question, as many as fit, in the order of the text. What room is left goes to
 * the beginning of the next best, so that one long sentence does not leave half of it empty.
 */
export function extractSentences(input: ExtractInput): Shortened {
	const { text, tokens, tokenizer } = input;
	const look = text.slice(0, Math.max(SHORTEST_LOOK, tokens * MOST_CHARACTERS_PER_TOKEN));
	const { chosen, next, room } = chooseSentences(input, rankSentences(look, input));
	if (next && room >= SHORTEST_REST) {
		const beginning = tokenizer.keepStart(next.text, room - tokenizer.count(`\n${GAP}\n${GAP}`));
		if (beginning.trim() !== "")
			chosen.push({ ...next, text: beginning, end: next.start + beginning.length });
	}
	const kept = inOrder(chosen);
	const isWhole = kept.at(-1)?.end === text.trimEnd().length;
	return {
		text: join(text, kept) + (isWhole || kept.length === 0 ? "" : ` ${GAP}`),
		kept: kept.reduce((sum, sentence) => sum + sentence.end - sentence.start, 0),
	};
}
