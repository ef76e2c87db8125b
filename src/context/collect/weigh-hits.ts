import type { Kind } from "../../graph/model/kind.ts";
import type { KindRegistry } from "../../graph/model/kind-registry.ts";
import type { SearchHit } from "../../graph/search/view-search.ts";

/** What a hit gains whose title the question says in full, and one of a kind that questions like this ask for. */
const SAID_IN_FULL = 0.5;
const KIND_ASKED_FOR = 0.5;

/** How much of a title the question says. */
function shareSaid(title: readonly string[], asked: ReadonlySet<string>): number {
	const terms = new Set(title);
	return [...terms].filter((term) => asked.has(term)).length / (terms.size || 1);
}

const isAskedFor = ({ askedFor, writesProse }: Kind, query: string): boolean =>
	askedFor?.words.test(query) === true && !writesProse;

/**
 * Hits with what they are for the question, the best still 1. The title of a task, a risk, a decision is what it says;
 * without this a long text that holds the words of the question in passing would stand before the one that is called by
 * them, or that gives the reason which was asked for. What has a text of its own is judged by its text.
 */
export function weighHits(
	hits: readonly SearchHit[],
	scope: {
		readonly query: string;
		readonly analyse: (text: string) => readonly string[];
		readonly kinds: KindRegistry;
	},
): readonly SearchHit[] {
	const { query, analyse, kinds } = scope;
	const asked = new Set(analyse(query));
	const weigh = ({ node }: SearchHit): number => {
		const kind = kinds.find(node.kind);
		if (kind === undefined || kind.writesProse) return 1;
		const said = SAID_IN_FULL * shareSaid(analyse(node.title), asked);
		return 1 + said + (isAskedFor(kind, query) ? KIND_ASKED_FOR : 0);
	};
	const scores = hits.map((hit) => hit.score * weigh(hit));
	const best = Math.max(...scores) || 1;
	return hits.map((hit, index) => ({ ...hit, score: (scores[index] as number) / best }));
}
