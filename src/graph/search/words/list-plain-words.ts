import { LONGEST_TITLE } from "../../../contract/limits.ts";
import { blankCode } from "../../model/blank-code.ts";
import { scanMentions } from "../../model/scan-mentions.ts";
import { scanWikilinks } from "../../model/scan-wikilinks.ts";
import { foldText } from "./analyse-text.ts";

export interface PlainWord {
	readonly folded: string;
	readonly start: number;
	readonly end: number;
}

export const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Neither part may hold the bracket it began with: from each of a long run the rest of the line would be read again. */
const URL_OR_LINK = /\bhttps?:\/\/\S+|\[[^[\]\n]*\]\([^()\n]*\)/g;
const MOST_WORDS = 5_000;
/** Far more than so many words take; what lies beyond is not looked at. */
export const LONGEST_TEXT = 200_000;

interface Range {
	readonly start: number;
	readonly end: number;
}

/** Blanks out all ranges of a text in one go: cutting it for each range would copy it as often as it has links. */
function blankRanges(text: string, ranges: readonly Range[]): string {
	const parts: string[] = [];
	let done = 0;
	for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
		if (end <= done) continue;
		parts.push(text.slice(done, Math.max(done, start)), " ".repeat(end - Math.max(done, start)));
		done = end;
	}
	return parts.join("") + text.slice(done);
}

/** The words of a body that are not in code, links, mentions or addresses: those name something, and say so already. */
export function listPlainWords(body: string): readonly PlainWord[] {
	const source = body.slice(0, LONGEST_TEXT);
	const code = blankCode(source);
	const ranges: Range[] = [...scanWikilinks(source)];
	for (const { 0: address, index: start } of code.matchAll(URL_OR_LINK))
		ranges.push({ start, end: start + address.length });
	for (const { start, names } of scanMentions(source)) ranges.push({ start, end: names[0]?.end ?? start });
	const text = blankRanges(code, ranges);
	const words: PlainWord[] = [];
	for (const { 0: word, index } of text.matchAll(WORD)) {
		if (words.length === MOST_WORDS) break;
		if (word.length > LONGEST_TITLE) continue;
		words.push({ folded: foldText(word), start: index, end: index + word.length });
	}
	return words;
}
