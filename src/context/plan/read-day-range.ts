import type { DayRange } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Json } from "../../graph/model/json.ts";
import { dateOf } from "../../graph/model/order.ts";
import { addDays } from "../../graph/model/reader-days.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { analyseText } from "../../graph/search/words/analyse-text.ts";

const MONTHS = "january february march april may june july august september october november december".split(
	" ",
);
const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
/** Small numbers in letters, by their value. */
export const NUMBER_WORDS = "zero one two three four five six seven eight nine ten".split(" ");
const NUMBERS: ReadonlyMap<string, number> = new Map([
	...[["a", 1] as const, ["an", 1] as const],
	...NUMBER_WORDS.map((name, value) => [name, value] as const).slice(1),
	...[["few", 3] as const, ["couple", 2] as const],
]);
const UNIT_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14, month: 30, year: 365 };

/** Before everything and after everything, so that an open end compares like any day. */
export const FIRST_DAY = "0000-01-01";
export const LAST_DAY = "9999-12-31";

const MONTH_NAMES = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|");
const DAY = `(?:19|20)\\d{2}(?!-)|\\d{4}-\\d{2}-\\d{2}|(?:${MONTH_NAMES})(?: \\d{1,2})?(?:,? \\d{4})?|\\d{1,2} (?:${MONTH_NAMES})(?: \\d{4})?|(?:last |this |next )?(?:${WEEKDAYS.join("|")})|yesterday|today|tomorrow|(?:last|this|next) (?:week|month|year)|(?<=\\bthe )(?:week|month|year)`;
export const COUNT = `\\d{1,3}|${[...NUMBERS.keys()].join("|")}`;

const SINCE = new RegExp(`\\b(since|after|from) (?:the )?(?:start of )?(${DAY})\\b`, "i");
/** "Signals from October" are of that month; "from October on" is since then. */
const FROM_THEN = new RegExp(`\\bfrom (${DAY})(?=\\s{0,9}[?.!]?\\s{0,9}$)`, "i");
const BEFORE = new RegExp(`\\b(before|by|until) (?:the )?(?:end of (?:the )?)?(${DAY})\\b`, "i");
const ON = new RegExp(`\\b(?:on|in|during|for) (${DAY})\\b`, "i");
const BACK = new RegExp(
	`\\b(?:last|past|previous) (?:(${COUNT}) (?:of )?)?(day|week|fortnight|month|year)s?\\b`,
	"i",
);
const AHEAD = new RegExp(
	`\\b(?:(?:(?:with)?in|over)? ?(?:the )?(?:next|coming|within) (?:(${COUNT}) (?:of )?)?|in (${COUNT}) (?:of )?)(day|week|fortnight|month)s?\\b`,
	"i",
);
const NAMED = /\b(today|yesterday|tomorrow|(?:this|last|next) (?:week|month|year))\b/i;

export const DAY_WORDS: readonly RegExp[] = [
	SINCE,
	BEFORE,
	ON,
	BACK,
	AHEAD,
	NAMED,
	new RegExp(`\\b(?:${WEEKDAYS.join("|")})\\b`, "i"),
];

/** Whether a question is about what has been or about what is to come. */
type Direction = "back" | "ahead";

export const readCount = (text: string | undefined): number =>
	text === undefined ? 1 : (NUMBERS.get(text.toLowerCase()) ?? Number(text));

/** Weeks begin on Monday. */
const startOfWeek = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

function monthOf(year: number, month: number): DayRange {
	const first = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
	return { from: first, to: new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10) };
}

const yearOf = (year: number | string): DayRange => ({ from: `${year}-01-01`, to: `${year}-12-31` });

const OFFSETS: Readonly<Record<string, number>> = { last: -1, next: 1, yesterday: -1, tomorrow: 1 };

/** Reads "tomorrow", "last week" and the like. */
function readNamed(name: string, today: string): DayRange {
	const [which = "", unit = "day"] = name.split(" ");
	const offset = OFFSETS[which] ?? 0;
	const [year = 0, month = 1] = today.split("-").map(Number);
	switch (unit) {
		case "day": {
			const day = addDays(today, offset);
			return { from: day, to: day };
		}
		case "week": {
			const from = addDays(startOfWeek(today), 7 * offset);
			return { from, to: addDays(from, 6) };
		}
		case "month":
			return monthOf(year, month - 1 + offset);
		default:
			return yearOf(year + offset);
	}
}

/** A day or month of which the year is not said lies behind us, or ahead of us where the question looks ahead. */
function readDay(text: string, today: string, looks: Direction): DayRange {
	const words = text.toLowerCase().replaceAll(",", "").split(/\s+/);
	if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { from: text, to: text };
	if (/^(?:19|20)\d{2}$/.test(text)) return yearOf(text);
	const weekday = WEEKDAYS.indexOf(words.at(-1) ?? "");
	if (weekday >= 0) {
		const inThisWeek = addDays(startOfWeek(today), weekday);
		const isBehind = looks === "ahead" ? inThisWeek < today : inThisWeek > today;
		const day = isBehind ? addDays(inThisWeek, looks === "ahead" ? 7 : -7) : inThisWeek;
		return { from: day, to: day };
	}
	const month = MONTHS.findIndex((name) => words.some((word) => word.length >= 3 && name.startsWith(word)));
	// "By the end of the month" means this one.
	if (month < 0)
		return readNamed(
			/^(?:week|month|year)$/.test(words.join(" ")) ? `this ${words[0]}` : words.join(" "),
			today,
		);
	const numbers = words.map(Number).filter((number) => Number.isInteger(number));
	const [thisYear = 0, thisMonth = 1] = today.split("-").map(Number);
	const nearest = {
		back: month + 1 > thisMonth ? thisYear - 1 : thisYear,
		ahead: month + 1 < thisMonth ? thisYear + 1 : thisYear,
	};
	const year = numbers.find((number) => number > 31) ?? nearest[looks];
	const date = numbers.find((number) => number >= 1 && number <= 31);
	if (date === undefined) return monthOf(year, month);
	const day = new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
	return { from: day, to: day };
}

/** The days a question names, in English; undefined when it names none. */
export function readDayRange(question: string, today: string, looks: Direction): DayRange | undefined {
	const then = looks === "back" ? FROM_THEN.exec(question)?.[1] : undefined;
	if (then !== undefined) return readDay(then, today, looks);
	const since = SINCE.exec(question);
	const before = BEFORE.exec(question);
	if (since || before) {
		const start = since && readDay(since[2] ?? "", today, looks);
		const end = before && readDay(before[2] ?? "", today, looks);
		const isAfter = since?.[1]?.toLowerCase() === "after";
		const isBefore = before?.[1]?.toLowerCase() === "before";
		return {
			from: start ? (isAfter ? addDays(start.to, 1) : start.from) : FIRST_DAY,
			to: end ? (isBefore ? addDays(end.from, -1) : end.to) : LAST_DAY,
		};
	}
	const named = NAMED.exec(question)?.[1];
	if (named !== undefined) return readNamed(named.toLowerCase(), today);
	const back = BACK.exec(question);
	if (back) return { from: addDays(today, -readCount(back[1]) * (UNIT_DAYS[back[2] ?? ""] ?? 1)), to: today };
	const ahead = AHEAD.exec(question);
	if (ahead)
		return {
			from: today,
			to: addDays(today, readCount(ahead[1] ?? ahead[2]) * (UNIT_DAYS[ahead[3] ?? ""] ?? 1)),
		};
	const on = ON.exec(question)?.[1];
	return on === undefined ? undefined : readDay(on, today, looks);
}

const SINCE_EVENT = /\bsince (?:the |our |my )?(?:(?:last|latest|previous) )?([^?.!,]{3,80})/i;
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
	const said = SINCE_EVENT.exec(question);
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
