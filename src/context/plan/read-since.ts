import type { DayRange } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Json } from "../../graph/model/json.ts";
import { dateOf } from "../../graph/model/order.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { analyseText } from "../../graph/search/words/analyse-text.ts";
import { LAST_DAY, readDayRange } from "./read-day-range.ts";

const SINCE = /\bsince (?:the |our |my )?(?:(?:last|latest|previous) )?([^?.!,]{3,80})/i;
const MOST_LOOKED_AT = 20;
const DAY_LENGTH = "2026-03-31".length;

/** The day on which something happened, as far as it says. */
function happenedOn(graph: GraphView, node: EntityHeader): string {
	const dates = graph.kinds.find(node.kind)?.dates ?? {};
	const { frontmatter, date, ts } = node.props as Readonly<Record<string, Json>>;
	const written =
		frontmatter && typeof frontmatter === "object" && "date" in frontmatter ? frontmatter.date : date;
	const days = [dates.decided, dates.due, dates.start].map((field) => dateOf(node, field));
	return (
		[written, ts, ...days].map((day) => String(day ?? "").slice(0, DAY_LENGTH)).find((day) => day !== "") ??
		""
	);
}

/** The days since something that the question names: "since the last review"; and where it says so. */
export function readSince(
	graph: GraphView,
	question: string,
	today: string,
): { readonly range: DayRange; readonly start: number; readonly end: number } | undefined {
	const said = SINCE.exec(question);
	if (said === null || readDayRange(question, today, "back") !== undefined) return undefined;
	const terms = analyseText(said[1] ?? "", graph.language);
	const days = graph
		.called(terms, MOST_LOOKED_AT)
		.filter(({ title, archived_at }) => {
			const held = new Set(analyseText(title, graph.language));
			return archived_at === null && terms.every((term) => held.has(term));
		})
		.map((node) => happenedOn(graph, node))
		.filter((day) => day !== "" && day <= today)
		.sort();
	const from = days.at(-1);
	if (from === undefined) return undefined;
	return { range: { from, to: LAST_DAY }, start: said.index, end: said.index + said[0].length };
}
