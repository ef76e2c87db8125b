import { LONGEST_TITLE } from "../../contract/limits.ts";
import { blankCode } from "./blank-code.ts";

/** An `@` in a text with the names it may refer to, the longest first. */
export interface Mention {
	readonly start: number;
	readonly names: readonly { readonly name: string; readonly end: number }[];
}

const MOST_WORDS = 6;
/** Later mentions count as text: a text of nothing but mentions would otherwise delay every writer of its workspace. */
const MOST_MENTIONS = 10_000;
/** An at sign inside a word is an address, not a mention. */
const AT = /(?<![\p{L}\p{N}_.@/])@(?=[\p{L}\p{N}])/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’_-]*/uy;

/** Only the existing titles can decide how many of the following words belong to the name. */
export function scanMentions(source: string): readonly Mention[] {
	if (!source.includes("@")) return [];
	const text = blankCode(source);
	const mentions: Mention[] = [];
	for (const { index: start } of text.matchAll(AT)) {
		if (mentions.length === MOST_MENTIONS) break;
		const names: { name: string; end: number }[] = [];
		let place = start + 1;
		while (names.length < MOST_WORDS) {
			WORD.lastIndex = place;
			const word = WORD.exec(text);
			if (word === null) break;
			const end = word.index + word[0].length;
			// No title is longer, so a longer name can never be found.
			if (end - start > LONGEST_TITLE) break;
			names.push({ name: text.slice(start + 1, end), end });
			// Names go on over one space, no further: a line break or a comma ends them.
			if (text[end] !== " ") break;
			place = end + 1;
		}
		mentions.push({ start, names: names.reverse() });
	}
	return mentions;
}
