import type { Steps } from "../../graph/model/run-steps.ts";
import type { TruncationStrategy } from "../model/config.ts";
import { countTokens, type Shorten, type Shortened, type TokenCounter } from "../render/texts.ts";
import { extractSentences } from "./extract-sentences.ts";

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
