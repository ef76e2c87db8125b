import type { DayRange } from "../../graph/model/due.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { blank, leftTerms, MaskedQuestion } from "./mask-words.ts";
import { DAY_WORDS, readDayRange } from "./read-day-range.ts";
import { findNouns, listNamed } from "./read-kinds.ts";

/** The asker's own activity in the workspace: things looked at, or things changed. */
export interface OwnActivity {
	readonly action: "view" | "edit";
	/** Only things of these kinds; all where there are none. */
	readonly kinds: readonly string[];
	/** Only on these days, where the question names some. */
	readonly range: DayRange | undefined;
}

const ADVERBS = "(?: (?:just|already|last|recently|lately|been|have|had|ever))*";
const VIEWED = new RegExp(
	`\\bi${ADVERBS} (?:look(?:ed|ing)? at|view(?:ed|ing)?|open(?:ed)?|visit(?:ed|ing)?|read(?:ing)?|saw|seen|see|brows(?:e|ed|ing))\\b|\\bmy (?:recently viewed|recent views|viewing history)\\b`,
	"i",
);
const EDITED = new RegExp(
	`\\bi${ADVERBS} (?:chang(?:e|ed|ing)|edit(?:ed|ing)?|updat(?:e|ed|ing)|touch(?:ed)?|modif(?:y|ied))\\b|\\bmy (?:recent )?(?:edits|changes)\\b`,
	"i",
);
/** Words of such a question that change nothing about its answer. */
const LIGHT = /\b(?:recent|recently|lately|last|latest|just|before|earlier|ago|time|items?|entities)\b/i;

/** A question for what the asker looked at or changed, and for nothing else; undefined where it asks for something else. */
export function readOwnActivity(
	query: string,
	{ graph, today }: { readonly graph: GraphView; readonly today: string },
): OwnActivity | undefined {
	const isView = VIEWED.test(query);
	if (!isView && !EDITED.test(query)) return undefined;
	const named = listNamed(query, graph.kinds.all);
	const masked = new MaskedQuestion(
		blank(
			query,
			named.flatMap((kind) => findNouns(query, kind)),
		),
	);
	for (const pattern of [isView ? VIEWED : EDITED, ...DAY_WORDS, LIGHT]) masked.take(pattern);
	masked.takeScaffolding();
	if (leftTerms(masked.left, graph).length > 0) return undefined;
	return {
		action: isView ? "view" : "edit",
		kinds: named.map(({ kind }) => kind),
		range: readDayRange(query, today, "back"),
	};
}
