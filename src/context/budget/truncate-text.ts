import type { TruncationStrategy } from "../model/config.ts";
import type { Shorten, Shortened, TokenCounter } from "../render/texts.ts";
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

function keepStart({ text, tokens, options }: Cut): Shortened {
	const kept = options.tokenizer.keepStart(text.slice(0, tokens * LONGEST_TOKEN), tokens - 1).trimEnd();
	return { text: kept.length < text.trimEnd().length ? `${kept}…` : kept, kept: kept.length };
}

/** The longest end that fits, found by halving: a tokenizer can only be asked for beginnings. */
function keepEnd({ text, tokens, options }: Cut): Shortened {
	const fits = (start: number): boolean => options.tokenizer.count(`…${text.slice(start)}`) <= tokens;
	let [low, high] = [Math.max(0, text.length - tokens * LONGEST_TOKEN), text.length];
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		if (fits(middle)) high = middle;
		else low = middle + 1;
	}
	const start = /[\uDC00-\uDFFF]/.test(text[low] ?? "") ? low + 1 : low;
	const kept = text.slice(start).trimStart();
	return { text: start > 0 ? `…${kept}` : kept, kept: kept.length };
}

const extract = ({ text, tokens, options, queryTerms }: Cut): Shortened =>
	extractSentences({
		text,
		tokens,
		query: queryTerms,
		analyse: options.analyse,
		tokenizer: options.tokenizer,
	});

/** Whoever reads it must not take it for the author's words. */
const SUMMARY_MARK = "(summary)";

/** A stored summary stands for the text; a model is never asked for one here. */
function useSummary(cut: Cut): Shortened {
	const { summary, tokens, options } = cut;
	if (summary === undefined) return extract(cut);
	const text = `${SUMMARY_MARK} ${summary}`;
	return options.tokenizer.count(text) <= tokens ? { text, kept: 0 } : extract(cut);
}

const STRATEGIES: Readonly<Record<TruncationStrategy, (cut: Cut) => Shortened>> = {
	keep_start: keepStart,
	keep_end: keepEnd,
	extractive: extract,
	summarize: useSummary,
};

/** How texts that do not fit are cut in one build. */
export function makeTruncator(options: TruncateOptions): Shorten {
	const queryTerms = options.analyse(options.query);
	return (text, tokens, summary) => {
		if (tokens < 1) return null;
		const shortened = STRATEGIES[options.defaultStrategy]({ text, tokens, summary, options, queryTerms });
		return shortened.text.trim().length < Math.min(options.minContentLength, text.trim().length)
			? null
			: shortened;
	};
}
