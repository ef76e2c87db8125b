import type { Kind } from "../../graph/model/kind.ts";
import type { ReaderDays } from "../../graph/model/reader-days.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { leftTerms } from "./left-terms.ts";
import { listPeopleKinds } from "./list-work.ts";
import { everythingOf } from "./read-everything.ts";
import { type Ask, type Intent, readIntent, wantsReason } from "./read-intent.ts";
import { leaveValues, readValues } from "./read-values.ts";

const ASKS_WHO = /\b(?:who|whose|whom)\b/i;
const ASKS_FOR_WORK = /\b(?:working|works?|busy|doing|up to)\b/gi;

/** "Which worker is a rigger?", "what does Sylvie have to do?": a set by what the fields of its things say. */
export function readValued(
	graph: GraphView,
	{
		left,
		frame,
		kinds,
		intent,
		days,
	}: {
		readonly left: string;
		readonly frame: string;
		readonly kinds: readonly Kind[];
		readonly intent: Intent | undefined;
		readonly days: ReaderDays;
	},
): Intent | undefined {
	if (wantsReason(frame, kinds)) return undefined;
	const work = graph.kinds.all.filter(({ assignedBy }) => assignedBy !== undefined);
	const isAnyWork = kinds.length === 0 && !ASKS_WHO.test(frame);
	const meant = kinds.length > 0 ? kinds : isAnyWork ? work : listPeopleKinds(graph);
	const values = readValues(left, meant, graph);
	const others = leaveValues(
		left.replace(ASKS_FOR_WORK, (word) => " ".repeat(word.length)),
		values,
		graph,
	);
	if (values.length === 0 || leftTerms(others, graph).length > 0) return undefined;
	const wanted = { kinds: graph.kinds.all, wanted: meant, today: days.today, language: graph.language };
	const ruled = intent ?? readIntent(frame, wanted);
	const isWork = frame.search(ASKS_FOR_WORK) >= 0;
	// Without a kind and without a rule, a name is only a name.
	if (ruled === undefined && isAnyWork && !isWork) return undefined;
	const asks: readonly Ask[] = ruled?.asks.filter(({ rule }) => rule !== "all") ?? [];
	const some: Ask = { rule: isAnyWork ? "open" : "marked" };
	return {
		...(ruled ?? everythingOf(meant)),
		kinds: meant,
		asks: asks.length > 0 ? asks : [some],
		marks: [...(ruled?.marks ?? []), ...values],
	};
}
