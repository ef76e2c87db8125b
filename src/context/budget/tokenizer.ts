import * as o200kBase from "gpt-tokenizer/encoding/o200k_base";
import { BoundedMemo } from "./bounded-memo.ts";
import { makeWordCounter } from "./count-words.ts";

/** Counts as a model family counts. `exact` is false where the family's own tokenizer does not ship. */
export interface Tokenizer {
	readonly name: string;
	readonly exact: boolean;
	count(text: string): number;
	/** The longest beginning of the text that has at most `tokens` tokens. */
	keepStart(text: string, tokens: number): string;
}

type Encoding = Pick<typeof o200kBase, "countTokens" | "encode" | "decode" | "setMergeCacheSize">;

const LONG_RUN = /\S{400,}|\s{400,}/g;
/** What is not longer between two seams holds no such run, whose last space may belong to the next word. */
const SHORT_RUN = 398;
const SLICE = 256;
const LONGEST_PIECE = 4_000;
const OPTIONS = { disallowedSpecial: new Set<string>() };
const MEMO_CHARACTERS = 8_000_000;
/**
 * The library moves a word to the end of its cache each time it is met, and every move makes the next look at that word
 * longer, up to the size of the cache. With its own 100,000 words, a megabyte of one repeated sign took 80 seconds.
 */
const MERGES_KEPT = 256;
/** A shorter text is counted in less time than it takes to remember it. */
const LONG_TEXT = 2_000;

/** A run of 100,000 equal letters costs seconds to merge; in slices it costs nothing and counts a token more at most. */
function* slices(text: string): Generator<string> {
	let from = 0;
	for (const match of text.matchAll(LONG_RUN)) {
		if (match.index > from) yield text.slice(from, match.index);
		for (let start = 0; start < match[0].length; start += SLICE) yield match[0].slice(start, start + SLICE);
		from = match.index + match[0].length;
	}
	if (from < text.length) yield text.slice(from);
}

/** The same in pieces of a page: for the first page of a book, the book need not be encoded. */
function* cutSlices(text: string): Generator<string> {
	for (const slice of slices(text)) {
		for (let start = 0; start < slice.length; ) {
			const aim = start + LONGEST_PIECE;
			const space = aim < slice.length ? start + slice.slice(start, aim + 1).lastIndexOf(" ") : slice.length;
			const end = space > start ? space : Math.min(slice.length, aim);
			const whole = end - start > 1 && endsInsidePair(slice.slice(start, end)) ? end - 1 : end;
			yield slice.slice(start, whole);
			start = whole;
		}
	}
}

const endsInsidePair = (text: string): boolean => /[\uD800-\uDBFF]$/.test(text);

/** A tokenizer that ships. Counts are remembered: a context is built of the same words, and often the same texts, again and again. */
export function makeTokenizer(name: string, encoding: Encoding): Tokenizer {
	const { countTokens, encode, decode, setMergeCacheSize } = encoding;
	setMergeCacheSize(MERGES_KEPT);
	const countSlices = (text: string): number => {
		let total = 0;
		for (const slice of slices(text)) total += countTokens(slice, OPTIONS);
		return total;
	};
	const countWords = makeWordCounter((word) => countTokens(word, OPTIONS), SHORT_RUN);
	const countText = (text: string): number => countWords(text) ?? countSlices(text);
	const memo = new BoundedMemo(countText, MEMO_CHARACTERS);
	const count = (text: string): number => (text.length < LONG_TEXT ? countText(text) : memo.get(text));

	/** A beginning of one slice. Decoded bytes are only measured, never used: a cut inside a character decodes to a mark. */
	const keepSlice = (slice: string, encoded: readonly number[], tokens: number): string => {
		for (let count = tokens; count > 0; count -= 1) {
			const length = decode(encoded.slice(0, count)).replace(/\uFFFD+$/, "").length;
			const kept = slice.slice(0, length);
			const whole = endsInsidePair(kept) ? kept.slice(0, -1) : kept;
			if (countTokens(whole, OPTIONS) <= tokens) return whole;
		}
		return "";
	};

	const keepStart = (text: string, tokens: number): string => {
		let kept = "";
		let left = tokens;
		for (const slice of cutSlices(text)) {
			const encoded = encode(slice, OPTIONS);
			if (encoded.length > left) return kept + keepSlice(slice, encoded, left);
			kept += slice;
			left -= encoded.length;
		}
		return kept;
	};

	return { name, exact: true, count, keepStart };
}

export const o200k: Tokenizer = makeTokenizer("o200k", o200kBase);

/** Counts for a family whose tokenizer does not ship: those of one that does, times a factor that errs upwards. */
export function estimateWith(base: Tokenizer, factor: number): Tokenizer {
	return {
		name: `${base.name}×${factor.toFixed(2)}`,
		exact: false,
		count: (text) => Math.ceil(base.count(text) * factor),
		keepStart: (text, tokens) => base.keepStart(text, Math.floor(tokens / factor)),
	};
}
