import { analyseText, isStopWord } from "../../graph/search/analyse-text.ts";
import type { GraphView } from "../../graph/search/graph-view.ts";

/** Unlike a search, which looks for stop words where there is nothing else, these are none. */
export function leftTerms(left: string, { language }: GraphView): readonly string[] {
	const words = left.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words
		.filter((word) => !isStopWord(word.toLowerCase(), language))
		.flatMap((word) => analyseText(word, language));
}
