import { english } from "../../src/graph/search/languages/english.ts";
import { analyseText } from "../../src/graph/search/words/analyse-text.ts";
import type { Random } from "./random.ts";

/** How a word went wrong. */
export const SLIPS = [
	"insertion",
	"deletion",
	"swap",
	"substitution",
	"split",
	"joined",
	"diacritics",
] as const;
export type SlipKind = (typeof SLIPS)[number];

/** How much of a title is typed. */
const PIECES = ["title", "piece", "word"] as const;

/** A query with one slip in one word of a title. */
export interface Slip {
	readonly kind: SlipKind;
	readonly piece: (typeof PIECES)[number];
	readonly title: string;
	/** The intended word, of which `typed` is a misspelling. */
	readonly meant: string;
	readonly typed: string;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Letters alone: of a number or an identifier, every other spelling is another one. */
const LETTERS = /^[\p{L}\p{M}]+$/u;
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]/u;
const SHORTEST = 4;
const LATIN = "abcdefghijklmnopqrstuvwxyz";

const strip = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "");
const isSlippery = (word: string | undefined): word is string =>
	word !== undefined && word.length >= SHORTEST && LETTERS.test(word) && !UNSPACED.test(word);

/** Misspells a word; for `joined` together with the word after it. Undefined when the word cannot have this slip. */
function misspell(
	random: Random,
	kind: SlipKind,
	word: string,
	next: string | undefined,
): string | undefined {
	const letters = [...word.normalize("NFC")];
	// Letters of the alphabet the word is written in: another one would be no slip of a finger.
	const alphabet = /^\p{Script=Latin}/u.test(word)
		? [...LATIN]
		: letters.map((letter) => letter.toLowerCase());
	const at = random.between(0, letters.length - 1);
	const other = random.pick(alphabet);
	const splice = (count: number, ...instead: readonly string[]): string =>
		[...letters.slice(0, at), ...instead, ...letters.slice(at + count)].join("");
	if (kind === "insertion") return splice(0, other);
	if (kind === "deletion") return splice(1);
	if (kind === "substitution") return splice(1, other);
	if (kind === "swap") return splice(2, letters[at + 1] ?? "", letters[at] ?? "");
	if (kind === "split") return splice(0, " ");
	if (kind === "joined") return next !== undefined && LETTERS.test(next) ? word + next : undefined;
	const bare = strip(word);
	return bare === word.normalize("NFKD") ? undefined : bare;
}

/**
 * Draws a title, a kind of slip, how much of the title is typed (all of it, two or three of its words, or one) and the
 * word of at least four letters that goes wrong. What comes out as it was, but for case, is drawn again; what comes out
 * as another word is not. English.
 */
export function drawSlip(random: Random, titles: readonly string[]): Slip {
	for (;;) {
		const title = random.pick(titles);
		const kind = random.pick(SLIPS);
		const piece = random.pick(PIECES);
		const words = title.match(WORD) ?? [];
		const places = words.flatMap((word, place) => (isSlippery(word) ? [place] : []));
		const place = random.pickMaybe(places);
		if (place === undefined) continue;
		const word = words[place] as string;
		const slipped = misspell(random, kind, word, words[place + 1])?.trim();
		if (slipped === undefined || slipped.toLowerCase() === word.toLowerCase()) continue;
		const used = kind === "joined" ? 2 : 1;
		const first =
			piece === "title" ? 0 : piece === "word" ? place : Math.max(0, place - random.between(0, 2));
		const end =
			piece === "title"
				? words.length
				: piece === "word"
					? place + used
					: Math.max(place + used, Math.min(words.length, first + random.between(2, 3)));
		const meant = words.slice(first, end).join(" ");
		// Spelt right, a question of such words alone finds nothing either.
		if (analyseText(meant).every((term) => english.stopWords.has(term))) continue;
		const typed = [...words.slice(first, place), slipped, ...words.slice(place + used, end)].join(" ");
		return { kind, piece, title, meant, typed };
	}
}

const fold = (text: string): string => strip(text).toLowerCase();

/**
 * Whether an answer shows what was meant among its first ten: the title, or, where a part of it was typed, a title that
 * holds all of that in any form.
 */
export function isFound({ piece, title, meant }: Slip, found: readonly string[]): boolean {
	const firstTen = found.slice(0, 10);
	if (firstTen.some((each) => fold(each) === fold(title))) return true;
	if (piece === "title") return false;
	return firstTen.some((each) => {
		const held = new Set(analyseText(each));
		return analyseText(meant).every((term) => held.has(term));
	});
}
