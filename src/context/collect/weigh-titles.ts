import type { KindRegistry } from "../../graph/model/kind-registry.ts";
import { analyseText } from "../../graph/search/analyse-text.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import type { SearchHit } from "../../graph/search/view-search.ts";

/** What a hit gains whose title the question says in full. */
const SAID_IN_FULL = 0.5;

/** How much of a title the question says. */
function shareSaid(title: readonly string[], asked: ReadonlySet<string>): number {
	const terms = new Set(title);
	return [...terms].filter((term) => asked.has(term)).length / (terms.size || 1);
}

/**
 * Hits with what their titles say for them, the best still 1. The title of a task, a risk, a decision is what it says;
 * without this a long text that holds the words of the question in passing would stand before the one that is called by
 * them. What has a text of its own is judged by its text.
 */
export function weighTitles(
	hits: readonly SearchHit[],
	scope: { readonly query: string; readonly language: Language; readonly kinds: KindRegistry },
): readonly SearchHit[] {
	const { query, language, kinds } = scope;
	const asked = new Set(analyseText(query, language));
	const scores = hits.map(({ node, score }) => {
		if (kinds.find(node.kind)?.writesProse) return score;
		return score * (1 + SAID_IN_FULL * shareSaid(analyseText(node.title, language), asked));
	});
	const best = Math.max(...scores) || 1;
	return hits.map((hit, index) => ({ ...hit, score: (scores[index] as number) / best }));
}
