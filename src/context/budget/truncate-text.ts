import { LRUCache } from "lru-cache";
import { cutPassages } from "../../graph/model/cut-passages.ts";
import type { Steps } from "../../graph/model/run-steps.ts";
import type { TruncationStrategy } from "../model/config.ts";
import { countTokens, type Shorten, type Shortened, type TokenCounter } from "../render/sized-form.ts";
import { type Sentence, splitSentences } from "../render/split-sentences.ts";

export interface TruncateOptions {
	readonly defaultStrategy: TruncationStrategy;
	/** In characters; a cut that leaves less says too little. */
	readonly minContentLength: number;
	readonly query: string;
	readonly analyse: (text: string) => readonly string[];
	readonly tokenizer: TokenCounter;
}

interface Cut {
	readonly text: string;
	readonly tokens: number;
	readonly summary: string | undefined;
	readonly options: TruncateOptions;
	readonly queryTerms: readonly string[];
}

/** No token of prose is longer than so many characters; without a bound a whole book would be encoded for its first page. */
const LONGEST_TOKEN = 16;

function* keepStart({ text, tokens, options }: Cut): Steps<Shortened> {
	const reach = text.slice(0, tokens * LONGEST_TOKEN);
	const kept = (yield* options.tokenizer.keepStartInSteps(reach, tokens - 1)).trimEnd();
	return { text: kept.length < text.trimEnd().length ? `${kept}…` : kept, kept: kept.length };
}

/** Characters that are counted at once: the tokens of such pieces together are hardly more than those of all of it. */
const PIECE = 8_000;

/** The start of the first of the last pieces that have so many tokens together, and what is left for the piece before it. */
function* findLastPieces({ text, tokens, options }: Cut): Steps<{ start: number; left: number }> {
	let start = text.length;
	let left = tokens;
	while (start > 0) {
		const before = Math.max(0, start - PIECE);
		const size = options.tokenizer.count(text.slice(before, start));
		if (size > left) break;
		left -= size;
		start = before;
		yield;
	}
	return { start, left };
}

/** Keeps the longest end that fits, found by halving: a tokenizer can only measure beginnings. */
function* keepEnd(cut: Cut): Steps<Shortened> {
	const { text, tokens, options } = cut;
	const { start: end, left } = yield* findLastPieces({ ...cut, tokens: tokens - 1 });
	let [low, high] = [Math.max(0, end - PIECE), end];
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		if (options.tokenizer.count(text.slice(middle, end)) <= left) high = middle;
		else low = middle + 1;
	}
	// A text counted in pieces may have a few tokens more when it is counted as one.
	while (low < text.length) {
		const size = yield* countTokens(options.tokenizer, `…${text.slice(low)}`);
		if (size <= tokens) break;
		low += size - tokens;
	}
	const start = /[\uDC00-\uDFFF]/.test(text[low] ?? "") ? low + 1 : low;
	const kept = text.slice(start).trimStart();
	return { text: start > 0 ? `…${kept}` : kept, kept: kept.length };
}

const extract = ({ text, tokens, options, queryTerms }: Cut): Steps<Shortened> =>
	extractSentences({
		text,
		tokens,
		query: queryTerms,
		analyse: options.analyse,
		tokenizer: options.tokenizer,
	});

/** Without this mark a reader would take the summary for the author's words. */
const SUMMARY_MARK = "(summary)";

/** Puts a stored summary in place of the text. This never asks a model for one. */
function* useSummary(cut: Cut): Steps<Shortened> {
	const { summary, tokens, options } = cut;
	if (summary === undefined) return yield* extract(cut);
	const text = `${SUMMARY_MARK} ${summary}`;
	const size = yield* countTokens(options.tokenizer, text);
	return size <= tokens ? { text, kept: 0 } : yield* extract(cut);
}

const STRATEGIES: Readonly<Record<TruncationStrategy, (cut: Cut) => Steps<Shortened>>> = {
	keep_start: keepStart,
	keep_end: keepEnd,
	extractive: extract,
	summarize: useSummary,
};

/** How texts that do not fit are cut in one build. */
export function makeTruncator(options: TruncateOptions): Shorten {
	const queryTerms = options.analyse(options.query);
	return function* (text, tokens, summary) {
		if (tokens < 1) return null;
		const cut = { text, tokens, summary, options, queryTerms };
		const shortened = yield* STRATEGIES[options.defaultStrategy](cut);
		return shortened.text.trim().length < Math.min(options.minContentLength, text.trim().length)
			? null
			: shortened;
	};
}

export interface ExtractInput {
	readonly text: string;
	readonly tokens: number;
	readonly query: readonly string[];
	readonly analyse: (text: string) => readonly string[];
	readonly tokenizer: TokenCounter;
}

/** With room for a few of them, whole passages are kept: single sentences of a long text say little one after the other. */
const ROOM_FOR_PASSAGES = 400;
/** Besides the passages that are shown whole, this many of the best ones are read sentence by sentence. */
const PASSAGES_READ = 24;
/** The most pieces that are tried: counting every piece of a long text would take longer than everything else. */
const MOST_TRIED = 100;
/** Characters that a token has at the most, on average over a sentence: what is far too long is not counted. */
const LONGEST_TOKEN_SAID = 8;
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
const analysedTexts = new WeakMap<ExtractInput["analyse"], LRUCache<string, readonly AnalysedSentence[]>>();

/** Passages with their terms. Kept for a while: one build cuts a text several times, and the next question may cut it again. */
function* analysePassages({ text, analyse }: ExtractInput): Steps<readonly AnalysedSentence[]> {
	const kept = analysedTexts.get(analyse) ?? new LRUCache({ maxSize: KEPT_CHARACTERS });
	analysedTexts.set(analyse, kept);
	const known = kept.get(text);
	if (known) return known;
	const analysed: AnalysedSentence[] = [];
	for (const { start, end } of cutPassages(text)) {
		const passage = text.slice(start, end);
		analysed.push({ sentence: { text: passage, start, end }, terms: analyse(passage) });
		yield;
	}
	kept.set(text, analysed, { size: Math.max(1, text.length) });
	return analysed;
}

/** Best first; of equals the earlier. */
function rankParts(parts: readonly AnalysedSentence[], query: readonly string[]): readonly Sentence[] {
	const scores = scoreSentences(parts, query);
	return parts
		.map(({ sentence }, index) => ({ sentence, score: scores[index] ?? 0 }))
		.sort((a, b) => b.score - a.score || a.sentence.start - b.sentence.start)
		.map(({ sentence }) => sentence);
}

function rankSentences({ query, analyse }: ExtractInput, passages: readonly Sentence[]): readonly Sentence[] {
	const sentences = inOrder(passages).flatMap(({ text, start }) =>
		splitSentences(text).map((sentence) => ({
			sentence: { ...sentence, start: sentence.start + start, end: sentence.end + start },
			terms: analyse(sentence.text),
		})),
	);
	return rankParts(sentences, query);
}

/**
 * As many of the best as fit. Each is counted with the mark of a gap around it, so a choice never turns out longer than
 * planned; what neighbours saved by needing no mark is dealt out again.
 */
function* chooseSentences(
	{ text, tokens, tokenizer }: ExtractInput,
	best: readonly Sentence[],
	before: readonly Sentence[] = [],
): Steps<{ readonly chosen: Sentence[]; readonly next: Sentence | undefined; readonly room: number }> {
	const chosen: Sentence[] = [...before];
	const isNew = ({ start, end }: Sentence): boolean =>
		!before.some((piece) => piece.start <= start && end <= piece.end);
	let waiting = best.filter(isNew).slice(0, MOST_TRIED);
	const leftBeside = function* (kept: readonly Sentence[]): Steps<number> {
		return tokens - (yield* countTokens(tokenizer, join(text, inOrder(kept)))) - 1;
	};
	let room = before.length === 0 ? tokens : yield* leftBeside(before);
	for (let round = 0; round < MOST_ROUNDS && room >= SHORTEST_REST; round += 1) {
		const count = chosen.length;
		waiting = waiting.filter((sentence) => {
			const isTooLong = room < SHORTEST_REST || sentence.text.length > room * LONGEST_TOKEN_SAID;
			const cost = isTooLong ? Infinity : tokenizer.count(`\n${GAP}\n${sentence.text}`);
			if (cost > room) return true;
			chosen.push(sentence);
			room -= cost;
			return false;
		});
		if (chosen.length === count) break;
		room = yield* leftBeside(chosen);
	}
	return { chosen, next: waiting[0], room };
}

/**
 * The passages and sentences that say most about the question, as many as fit, in the order of the text. What room is left goes to
 * the beginning of the next best, so that one long sentence does not leave half of it empty.
 */
export function* extractSentences(input: ExtractInput): Steps<Shortened> {
	const { text, tokens, tokenizer } = input;
	const ranked = rankParts(yield* analysePassages(input), input.query);
	const passages = tokens < ROOM_FOR_PASSAGES ? [] : (yield* chooseSentences(input, ranked)).chosen;
	const left = ranked.slice(0, passages.length + PASSAGES_READ);
	const { chosen, next, room } = yield* chooseSentences(input, rankSentences(input, left), passages);
	if (next && room >= SHORTEST_REST) {
		const beginning = yield* tokenizer.keepStartInSteps(
			next.text,
			room - tokenizer.count(`\n${GAP}\n${GAP}`),
		);
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

interface AnalysedSentence {
	readonly sentence: Sentence;
	readonly terms: readonly string[];
}

const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** A text usually says first what it is about: its beginning counts as much as a middling match. */
const BEGINNING = 0.5;

function countTerms(terms: readonly string[], wanted: ReadonlySet<string>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const term of terms) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
	return counts;
}

/**
 * How much each sentence says about the question: BM25 in which the sentences are the documents, scaled to one, and a
 * little for standing early. Without a match anywhere the beginning wins.
 */
function scoreSentences(sentences: readonly AnalysedSentence[], query: readonly string[]): readonly number[] {
	const wanted = new Set(query);
	const analysed = sentences.map(({ terms }) => ({
		length: terms.length,
		counts: countTerms(terms, wanted),
	}));
	const average = analysed.reduce((sum, { length }) => sum + length, 0) / (analysed.length || 1) || 1;
	const rarity = new Map(
		[...wanted].map((term) => {
			const holding = analysed.filter(({ counts }) => counts.has(term)).length;
			return [term, Math.log(1 + (analysed.length - holding + 0.5) / (holding + 0.5))];
		}),
	);
	const matches = analysed.map(({ length, counts }) => {
		const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / average);
		return [...counts].reduce(
			(sum, [term, count]) => sum + ((rarity.get(term) ?? 0) * count * (SATURATION + 1)) / (count + norm),
			0,
		);
	});
	const best = matches.reduce((most, match) => Math.max(most, match), Number.MIN_VALUE);
	return matches.map((match, index) => match / best + BEGINNING / (1 + index));
}
