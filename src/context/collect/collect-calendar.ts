import type { DayRange } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { dateOf } from "../../graph/model/order.ts";
import { addDays, type ReaderDays } from "../../graph/model/reader-days.ts";
import { type Findings, makeCandidate, makeGroup } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";

/** How far ahead a calendar looks when nobody says. */
const DEFAULT_DAYS = 14;
const MOST_ENTRIES = 300;
const CALENDAR_RELEVANCE = 0.7;

interface Dated {
	readonly node: EntityHeader;
	readonly kind: Kind;
	readonly day: string;
	readonly what: string;
}

/** The first of its days that lies in the range, with what happens on it. */
function findDay(kind: Kind, node: EntityHeader, range: DayRange, days: ReaderDays): Dated | undefined {
	const [first] = Object.entries(kind.dates ?? {})
		.map(([what, field]) => ({ what, day: days.dayOf(dateOf(node, field)) }))
		.filter(({ day }) => day !== "" && day >= range.from && day <= range.to)
		.sort((a, b) => (a.day < b.day ? -1 : 1));
	return first && { node, kind, ...first };
}

/** Work that has a date in a time range, day after day, done or not. */
export function collectCalendar({ reader, request, project, today, days }: CollectScope): Findings {
	const { graph } = reader;
	const { start, end } = request.hints?.timeRange ?? {};
	const from = start === undefined ? today : days.dayOf(start);
	const range: DayRange = { from, to: end === undefined ? addDays(from, DEFAULT_DAYS) : days.dayOf(end) };
	const dated: Dated[] = [];
	for (const node of graph.nodes()) {
		if (node.archived_at !== null || (project && node.project_id !== project.id)) continue;
		const found = findDay(graph.kinds.get(node.kind), node, range, days);
		if (found) dated.push(found);
	}
	dated.sort((a, b) => (a.day !== b.day ? (a.day < b.day ? -1 : 1) : a.node.id < b.node.id ? -1 : 1));
	const listed = dated.slice(0, MOST_ENTRIES);
	const group = makeGroup({
		section: "project",
		key: "calendar",
		heading: `## Calendar, ${range.from} to ${range.to} (${dated.length})\n\n`,
		beyond: dated.length - listed.length,
		printMissing: (count) =>
			`- ... and ${count} more dated entries: call get_context with recipe calendar and a shorter hints.timeRange\n\n`,
		whenEmpty: "_Nothing has a date in these days._\n\n",
	});
	const candidates = listed.map(({ node, kind, day, what }, position) =>
		makeCandidate(group, node, {
			collector: "calendar",
			position,
			relevance: CALENDAR_RELEVANCE,
			reason: `${what}: ${day}`,
			presentation: {
				as: "entity",
				richest: "light",
				facts: [{ name: what, value: day }, ...(kind.tell?.(node, graph, days) ?? [])],
			},
		}),
	);
	return { candidates, parts: [group], considered: dated.length };
}
