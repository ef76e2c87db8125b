import * as o200kBase from "gpt-tokenizer/encoding/o200k_base";
import { LRUCache } from "lru-cache";
import { runSteps, type Steps } from "../../graph/model/run-steps.ts";
import { makeWordCounter } from "./count-words.ts";

/** Counts as a model family counts. `exact` is false where the family's own tokenizer does not ship. */
export interface Tokenizer {
	readonly name: string;
	readonly exact: boolean;
	count(text: string): number;
	/** The count before any factor, which a provider's report is compared with. */
	countPlain(text: string): number;
	/** Counts in small steps, for `count` to reuse; returns undefined above `most` tokens. */
	countInSteps(text: string, most?: number): Steps<number | undefined>;
	/** The longest beginning of the text that has at most `tokens` tokens. */
	keepStart(text: string, tokens: number): string;
	keepStartInSteps(text: string, tokens: number): Steps<string>;
}

/** Matches only at the start of a run: otherwise a run that is a little too short would be tried at every place. */
const LONG_RUN = /(?<!\S)\S{400,}|(?<!\s)\s{400,}/g;
/** A shorter piece between two seams holds no such run; its last space may belong to the next word. */
const SHORT_RUN = 398;
/** A sentence of a script without spaces: before its punctuation every family starts a new token. */
const CLAUSE = /[\s\S]{1,255}(?=\p{P})/uy;
/** A text without punctuation for this long is no sentence. Merging takes the square of a slice's length. */
const SLICE = /[\s\S]{1,64}/uy;
const LONGEST_PIECE = 4_000;
/** Without a seam for so long, a page is cut where it is, and counts a token more at most. */
const LONGEST_PAGE = 4 * LONGEST_PIECE;
const OPTIONS = { disallowedSpecial: new Set<string>() };
/** Half of it holds the longest text there can be, with all that is printed around it. */
const MEMO_CHARACTERS = 10_000_000;
/**
 * The library moves a word to the end of its cache each time it is met, and every move makes the next look at that word
 * longer, up to the size of the cache. With its own 100,000 words, a megabyte of one repeated sign took 80 seconds.
 */
const MERGES_KEPT = 256;
/** A shorter text is counted in less time than it takes to remember it. */
const LONG_TEXT = 2_000;

function* cutRun(run: string): Generator<string> {
	for (let start = 0; start < run.length; ) {
		CLAUSE.lastIndex = start;
		SLICE.lastIndex = start;
		const [slice = ""] = CLAUSE.exec(run) ?? SLICE.exec(run) ?? [];
		yield slice;
		start += slice.length;
	}
}

/** A run of 100,000 equal letters costs seconds to merge; in slices it costs nothing and counts a token more at most. */
function* slices(text: string): Generator<string> {
	let from = 0;
	for (const match of text.matchAll(LONG_RUN)) {
		if (match.index > from) yield text.slice(from, match.index);
		yield* cutRun(match[0]);
		from = match.index + match[0].length;
	}
	if (from < text.length) yield text.slice(from);
}

/** Where every family starts a new token: before a space that follows a word, and behind a single line break. */
const SEAM = /\S(?=[ \t])|\S\n(?=[^\s/])/g;

function findPageEnd(text: string, start: number): number {
	// Within the longest page only: in a text without seams, all of it would be searched for each page.
	const rest = text.slice(start + LONGEST_PIECE, start + LONGEST_PAGE + 1);
	SEAM.lastIndex = 0;
	const seam = SEAM.exec(rest);
	if (seam !== null) return start + LONGEST_PIECE + seam.index + seam[0].length;
	const end = Math.min(text.length, start + LONGEST_PAGE);
	return end < text.length && endsInsidePair(text.slice(start, end)) ? end - 1 : end;
}

/** The same cut at seams, a page or a little more each, so that a book is not counted in one go. */
function* pages(text: string): Generator<string> {
	for (const slice of slices(text)) {
		let start = 0;
		while (slice.length - start > LONGEST_PIECE) {
			const end = findPageEnd(slice, start);
			yield slice.slice(start, end);
			start = end;
		}
		if (start < slice.length) yield slice.slice(start);
	}
}

/** The slices in pieces of a page: for the first page of a book, the book need not be encoded. */
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

/** A text that was cut from a longer one keeps all of that in memory; a copy does not. */
const copyOf = (text: string): string => ` ${text}`.slice(1);

/** A tokenizer that ships. Counts are remembered: a context is built of the same words, and often the same texts, again and again. */
export function makeTokenizer(
	name: string,
	encoding: Pick<typeof o200kBase, "countTokens" | "encode" | "decode" | "setMergeCacheSize">,
): Tokenizer {
	const { countTokens, encode, decode, setMergeCacheSize } = encoding;
	setMergeCacheSize(MERGES_KEPT);
	const countPages = (text: string): number => {
		let total = 0;
		for (const page of pages(text)) total += countTokens(page, OPTIONS);
		return total;
	};
	const words = makeWordCounter((word) => countTokens(word, OPTIONS), SHORT_RUN);
	const countText = (text: string): number => words.count(text) ?? countPages(text);
	const memo = new LRUCache<string, number>({ maxSize: MEMO_CHARACTERS });
	const remember = (text: string, total: number): number => {
		memo.set(copyOf(text), total, { size: text.length });
		return total;
	};
	const count = (text: string): number =>
		text.length < LONG_TEXT ? countText(text) : (memo.get(text) ?? remember(text, countText(text)));

	function* countInSteps(text: string, most = Infinity): Steps<number | undefined> {
		if (text.length < LONG_TEXT || memo.has(text)) {
			const known = count(text);
			return known > most ? undefined : known;
		}
		let total = yield* words.countInSteps(text);
		if (total === undefined) {
			total = 0;
			for (const page of pages(text)) {
				total += countTokens(page, OPTIONS);
				if (total > most) return undefined;
				yield;
			}
		}
		remember(text, total);
		return total > most ? undefined : total;
	}

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

	function* keepStartInSteps(text: string, tokens: number): Steps<string> {
		let kept = "";
		let left = tokens;
		for (const slice of cutSlices(text)) {
			const encoded = encode(slice, OPTIONS);
			if (encoded.length > left) return kept + keepSlice(slice, encoded, left);
			kept += slice;
			left -= encoded.length;
			yield;
		}
		return kept;
	}
	const keepStart = (text: string, tokens: number): string => runSteps(keepStartInSteps(text, tokens));

	return { name, exact: true, count, countPlain: count, countInSteps, keepStart, keepStartInSteps };
}

export const o200k: Tokenizer = makeTokenizer("o200k", o200kBase);

/** Counts for a family whose tokenizer does not ship: those of one that does, times a factor that errs upwards. */
export function estimateWith(base: Tokenizer, factor: number): Tokenizer {
	return {
		name: `${base.name}×${factor.toFixed(2)}`,
		exact: false,
		count: (text) => Math.ceil(base.count(text) * factor),
		countPlain: base.count,
		*countInSteps(text, most = Infinity) {
			const total = yield* base.countInSteps(text, most / factor);
			return total === undefined ? undefined : Math.ceil(total * factor);
		},
		keepStart: (text, tokens) => base.keepStart(text, Math.floor(tokens / factor)),
		keepStartInSteps: (text, tokens) => base.keepStartInSteps(text, Math.floor(tokens / factor)),
	};
}
