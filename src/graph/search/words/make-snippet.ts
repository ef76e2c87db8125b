import { WHITE_SPACE } from "../../model/line-ends.ts";
import type { Language } from "../languages/language.ts";
import { locateTerms, type Token } from "./analyse-text.ts";

/** Plain text, never markup: where it came from a workspace it may hold anything, so marks travel as offsets. */
export interface Snippet {
	readonly text: string;
	readonly highlights: readonly (readonly [start: number, end: number])[];
}

export interface SnippetOptions {
	readonly language?: Language | undefined;
	readonly prefix?: string | undefined;
}

type Wanted = (term: string) => boolean;

const FRAGMENTS = 2;
const LONGEST_FRAGMENT = 18;
const LEAD_IN = 4;
const GAP = " … ";
const LONGEST_TEXT = 50_000;
/** Eighteen words can be very long: a script without spaces writes a whole sentence as one. */
const LONGEST_CHARACTERS = 300;

interface Fragment {
	readonly first: number;
	readonly last: number;
}

/** Windows that start a little before a match, the ones with most different matches first, without overlap. */
function chooseFragments(tokens: readonly Token[], wanted: Wanted): Fragment[] {
	const windows = tokens.flatMap((token, index) => {
		if (!wanted(token.term)) return [];
		const first = Math.max(0, Math.min(index - LEAD_IN, tokens.length - LONGEST_FRAGMENT));
		const last = Math.min(tokens.length, first + LONGEST_FRAGMENT) - 1;
		const inside = tokens.slice(first, last + 1).filter((entry) => wanted(entry.term));
		return [{ first, last, matches: new Set(inside.map((entry) => entry.term)).size }];
	});
	const chosen: Fragment[] = [];
	for (const window of windows.sort((a, b) => b.matches - a.matches || a.first - b.first)) {
		if (chosen.length === FRAGMENTS) break;
		if (chosen.every((other) => window.last < other.first || window.first > other.last)) chosen.push(window);
	}
	return chosen.sort((a, b) => a.first - b.first);
}

/** Where to cut a fragment that is too long: never inside a pair of surrogates, which would leave half a character. */
function clipEnd(text: string, start: number, end: number): number {
	if (end - start <= LONGEST_CHARACTERS) return end;
	const clipped = start + LONGEST_CHARACTERS;
	return /[\uD800-\uDBFF]/.test(text[clipped - 1] ?? "") ? clipped - 1 : clipped;
}

/** A long fragment starts at its first match instead of before it, so that clipping does not lose the match. */
function placeFragment(
	text: string,
	tokens: readonly Token[],
	{ first, last }: Fragment,
	wanted: Wanted,
): { readonly start: number; readonly end: number } {
	const end = tokens[last]?.end ?? text.length;
	const start = tokens[first]?.start ?? 0;
	if (end - start <= LONGEST_CHARACTERS) return { start, end };
	const match = tokens.slice(first, last + 1).find((token) => wanted(token.term));
	const from = match?.start ?? start;
	return { start: from, end: clipEnd(text, from, end) };
}

/** At most two fragments of the text around what matched; the beginning of the text when nothing did. */
export function makeSnippet(
	source: string,
	queryTerms: readonly string[],
	{ language, prefix }: SnippetOptions = {},
): Snippet {
	const text = source.slice(0, LONGEST_TEXT).replace(WHITE_SPACE, " ").trim();
	const tokens = locateTerms(text, language);
	const terms = new Set(queryTerms);
	const wanted: Wanted = (term) => terms.has(term) || (prefix !== undefined && term.startsWith(prefix));
	const chosen = chooseFragments(tokens, wanted);
	const beginning = { first: 0, last: Math.min(tokens.length, LONGEST_FRAGMENT) - 1 };
	const places = (chosen.length > 0 ? chosen : [beginning]).map((fragment) =>
		placeFragment(text, tokens, fragment, wanted),
	);
	let snippet = (places[0]?.start ?? 0) > 0 ? "… " : "";
	const highlights: [number, number][] = [];
	for (const [position, { start, end }] of places.entries()) {
		if (position > 0) snippet += GAP;
		const shift = snippet.length - start;
		snippet += text.slice(start, end);
		for (const token of tokens) {
			if (!wanted(token.term) || token.start < start || token.start >= end) continue;
			markPlace(highlights, token.start + shift, Math.min(token.end, end) + shift);
		}
	}
	const isCut = /[\p{L}\p{N}]/u.test(text.slice(places.at(-1)?.end ?? 0));
	return { text: isCut ? `${snippet} …` : snippet, highlights };
}

/** Pairs of characters overlap: marked one by one, a renderer would print the one they share twice. */
function markPlace(highlights: [start: number, end: number][], start: number, end: number): void {
	const last = highlights.at(-1);
	if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
	else highlights.push([start, end]);
}
