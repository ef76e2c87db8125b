import { analyseText } from "../../graph/search/analyse-text.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import type { SearchHit } from "../../graph/search/view-search.ts";

/** What a hit gains whose title the question says in full. */
const SAID_IN_FULL = 0.4;

/** How much of a title the question says. */
function shareSaid(title: readonly string[], asked: ReadonlySet<string>): number {
	const terms = new Set(title);
	return [...terms].filter((term) => asked.has(term)).length / (terms.size || 1);
}

/**
 * Hits with what their titles say for them, the best still 1. A long text that holds the words of the question in passing
 * would otherwise stand before the short one that is called by them.
 */
export function weighTitles(
	hits: readonly SearchHit[],
	{ query, language }: { readonly query: string; readonly language: Language },
): readonly SearchHit[] {
	const asked = new Set(analyseText(query, language));
	const scores = hits.map(
		({ node, score }) => score * (1 + SAID_IN_FULL * shareSaid(analyseText(node.title, language), asked)),
	);
	const best = Math.max(...scores) || 1;
	return hits.map((hit, index) => ({ ...hit, score: (scores[index] as number) / best }));
}
