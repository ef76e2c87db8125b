import { locateTerms, type Token } from "./analyse-text.ts";

/** Plain text, never markup: where it came from a workspace it may hold anything, so marks travel as offsets. */
export interface Snippet {
	readonly text: string;
	readonly highlights: readonly (readonly [start: number, end: number])[];
}

const FRAGMENTS = 2;
const LONGEST_FRAGMENT = 18;
const LEAD_IN = 4;
const GAP = " … ";
const LONGEST_TEXT = 50_000;

interface Fragment {
	readonly first: number;
	readonly last: number;
	readonly matches: number;
}

/** Windows that start a little before a match, the ones with most different matches first, without overlap. */
function chooseFragments(tokens: readonly Token[], wanted: ReadonlySet<string>): Fragment[] {
	const windows = tokens.flatMap((token, index) => {
		if (!wanted.has(token.term)) return [];
		const first = Math.max(0, Math.min(index - LEAD_IN, tokens.length - LONGEST_FRAGMENT));
		const last = Math.min(tokens.length, first + LONGEST_FRAGMENT) - 1;
		const inside = tokens.slice(first, last + 1).filter((entry) => wanted.has(entry.term));
		return [{ first, last, matches: new Set(inside.map((entry) => entry.term)).size }];
	});
	const chosen: Fragment[] = [];
	for (const window of windows.sort((a, b) => b.matches - a.matches || a.first - b.first)) {
		if (chosen.length === FRAGMENTS) break;
		if (chosen.every((other) => window.last < other.first || window.first > other.last)) chosen.push(window);
	}
	return chosen.sort((a, b) => a.first - b.first);
}

/** At most two fragments of the text around what matched; the beginning of the text when nothing did. */
export function makeSnippet(source: string, queryTerms: readonly string[]): Snippet {
	const text = source.slice(0, LONGEST_TEXT).replace(/\s+/g, " ").trim();
	const tokens = locateTerms(text);
	const wanted = new Set(queryTerms);
	const fragments = chooseFragments(tokens, wanted);
	const shown =
		fragments.length > 0 ? fragments : [{ first: 0, last: Math.min(tokens.length, LONGEST_FRAGMENT) - 1 }];
	let snippet = (tokens[shown[0]?.first ?? 0]?.start ?? 0) > 0 ? "… " : "";
	const highlights: [number, number][] = [];
	for (const [position, { first, last }] of shown.entries()) {
		if (position > 0) snippet += GAP;
		const start = tokens[first]?.start ?? 0;
		const end = tokens[last]?.end ?? text.length;
		const shift = snippet.length - start;
		snippet += text.slice(start, end);
		for (const token of tokens.slice(first, last + 1)) {
			if (wanted.has(token.term)) highlights.push([token.start + shift, token.end + shift]);
		}
	}
	const finalToken = tokens[shown.at(-1)?.last ?? 0];
	const isCut = finalToken !== undefined && /[\p{L}\p{N}]/u.test(text.slice(finalToken.end));
	return { text: isCut ? `${snippet} …` : snippet, highlights };
}
