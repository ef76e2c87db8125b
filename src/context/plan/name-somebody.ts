import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { ASKS_WHO } from "./choose-source.ts";
import { listPeopleKinds } from "./list-work.ts";
import { readDayRange } from "./read-day-range.ts";
import { findNouns, type Span } from "./read-kinds.ts";
import { readMarks } from "./read-marks.ts";
import { findSaidDay, SAYS_LATEST } from "./read-superlative.ts";

/** "Who has no manager?": people, where no kind is named. */
export const withSomebody = (named: readonly Kind[], frame: string, graph: GraphView): readonly Kind[] =>
	named.length === 0 && ASKS_WHO.test(frame) ? listPeopleKinds(graph) : named;

/** "Who is in the camera department?": people, where what is said is true of people. */
export function nameSomebody(
	frame: string,
	named: readonly Kind[],
	{ graph, today }: { readonly graph: GraphView; readonly today: string },
): readonly Kind[] {
	if (!ASKS_WHO.test(frame)) return named;
	const people = listPeopleKinds(graph);
	const { marks, spans } = readMarks(frame, people, graph.language);
	const isInside = (noun: Span): boolean =>
		spans.some(({ start, end }) => noun.start >= start && noun.end <= end);
	const isMarked = marks.some(({ field, values }) => field !== "state_key" && values.length > 0);
	const others = named.filter((kind) => !findNouns(frame, kind).every(isInside));
	if (others.length > 0) return named;
	// "Who joined before 2017?"
	const dated = people.filter((kind) => findSaidDay(frame, kind, graph.language) !== undefined);
	const isDated =
		dated.length > 0 && (SAYS_LATEST.test(frame) || readDayRange(frame, today, "back") !== undefined);
	return isMarked ? people : isDated ? dated : named;
}
