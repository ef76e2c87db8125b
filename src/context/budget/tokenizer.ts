import { countTokens as countO200k, decode, encode } from "gpt-tokenizer/encoding/o200k_base";

/** Counts as a model family counts. `exact` is false where the family's own tokenizer does not ship. */
export interface Tokenizer {
	readonly name: string;
	readonly exact: boolean;
	count(text: string): number;
	/** The longest beginning of the text that has at most `tokens` tokens. */
	keepStart(text: string, tokens: number): string;
}

const LONG_RUN = /\S{400,}|\s{400,}/g;
const SLICE = 256;
const OPTIONS = { disallowedSpecial: new Set<string>() };

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

function countExactly(text: string): number {
	let total = 0;
	for (const slice of slices(text)) total += countO200k(slice, OPTIONS);
	return total;
}

const endsInsidePair = (text: string): boolean => /[\uD800-\uDBFF]$/.test(text);

/** A beginning of one slice. Decoded bytes are only measured, never used: a cut inside a character decodes to a mark. */
function keepSlice(slice: string, encoded: readonly number[], tokens: number): string {
	for (let count = tokens; count > 0; count -= 1) {
		const length = decode(encoded.slice(0, count)).replace(/\uFFFD+$/, "").length;
		const kept = slice.slice(0, length);
		const whole = endsInsidePair(kept) ? kept.slice(0, -1) : kept;
		if (countO200k(whole, OPTIONS) <= tokens) return whole;
	}
	return "";
}

function keepStart(text: string, tokens: number): string {
	let kept = "";
	let left = tokens;
	for (const slice of slices(text)) {
		const encoded = encode(slice, OPTIONS);
		if (encoded.length > left) return kept + keepSlice(slice, encoded, left);
		kept += slice;
		left -= encoded.length;
	}
	return kept;
}

export const o200k: Tokenizer = { name: "o200k", exact: true, count: countExactly, keepStart };
