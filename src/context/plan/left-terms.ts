import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { analyseText, isStopWord } from "../../graph/search/words/analyse-text.ts";

/** Unlike a search, which looks for stop words where there is nothing else, these are none. */
export function leftTerms(left: string, { language }: GraphView): readonly string[] {
	const words = left.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words
		.filter((word) => !isStopWord(word.toLowerCase(), language))
		.flatMap((word) => analyseText(word, language));
}
