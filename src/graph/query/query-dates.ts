import { InvalidInputError } from "../model/errors.ts";
import { remember } from "../model/remember.ts";

/** A day without a time, as the midnight of that day in UTC, or a moment; both in milliseconds. */
export type DateValue = { readonly day: number } | { readonly moment: number };

/** A date as a query may write it; `today` and `now` mean nothing until somebody asks. */
export type DateLiteral =
	| DateValue
	| { readonly from: "today" | "now"; readonly count: number; readonly unit: Unit };

type Unit = "h" | "d" | "w" | "m" | "y";

export const DATE_FORMS = "2026-03-31, 2026-03-31T08:00:00Z, today, today+2w, now or now-7d";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LENGTHS = { h: HOUR, d: DAY, w: 7 * DAY } as const;
const MONTHS = { m: 1, y: 12 } as const;

const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;
const RELATIVE = /^(today|now)(?:([+-])(\d{1,4})([hdwmy]))?$/i;

/** Reads a stored date. A time without a zone counts as UTC, or the same row would mean two moments to two readers. */
export function readDate(text: string): DateValue | null {
	const [, dayText, time, zone = "Z"] = WRITTEN.exec(text.trim()) ?? [];
	if (dayText === undefined) return null;
	const day = Date.parse(`${dayText}T00:00:00Z`);
	if (Number.isNaN(day) || isPastMonthEnd(dayText, day)) return null;
	if (time === undefined) return { day };
	const offset = zone.length > 1 ? zone.replace(/(\d\d):?(\d\d)$/, "$1:$2") : "Z";
	const moment = Date.parse(`${dayText}T${time}${offset}`);
	return Number.isNaN(moment) ? null : { moment };
}

/** A parser takes 31 February for a day in March; a day that does not come back was none. */
function isPastMonthEnd(dayText: string, day: number): boolean {
	return Number(dayText.slice("2026-03-".length)) > 28 && !new Date(day).toISOString().startsWith(dayText);
}

/** Reads a date of a query, or null when it is none. Hours can be counted from a moment only, not from a day. */
export function readDateLiteral(text: string): DateLiteral | null {
	const match = RELATIVE.exec(text.trim());
	if (match === null) return readDate(text);
	const from = match[1]?.toLowerCase() === "now" ? "now" : "today";
	const unit = (match[4]?.toLowerCase() ?? "d") as Unit;
	if (from === "today" && unit === "h") return null;
	return { from, count: Number(`${match[2] ?? ""}${match[3] ?? 0}`), unit };
}

/** A month after 31 January is the last day of February. */
function addMonths(time: number, count: number): number {
	const date = new Date(time);
	const dayOfMonth = date.getUTCDate();
	date.setUTCDate(1);
	date.setUTCMonth(date.getUTCMonth() + count);
	const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
	return date.setUTCDate(Math.min(dayOfMonth, lastDay));
}

function shift(time: number, count: number, unit: Unit): number {
	return unit === "m" || unit === "y" ? addMonths(time, count * MONTHS[unit]) : time + count * LENGTHS[unit];
}

/** A date of a query, resolved: the day it is or falls on, that day's first moment and the next day's, and the moment if it is one. */
export interface DateBound {
	readonly day: number;
	readonly start: number;
	readonly end: number;
	readonly moment: number | null;
}

/** Kept, by time zone: to make one takes longer than all its uses in an answer. */
const offsetsOf = new Map<string, Intl.DateTimeFormat>();

const formatOffsets = (timeZone: string): Intl.DateTimeFormat =>
	remember(
		offsetsOf,
		timeZone,
		() => new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }),
	);

export class Calendar {
	readonly #now: number;
	readonly #offsets: Intl.DateTimeFormat;
	readonly #starts = new Map<number, number>();

	constructor({ now, timeZone }: { readonly now: Date; readonly timeZone: string }) {
		this.#now = now.getTime();
		try {
			this.#offsets = formatOffsets(timeZone);
		} catch (cause) {
			throw new InvalidInputError(
				`"${timeZone}" is no time zone. Name one like Europe/Copenhagen or UTC.`,
				{ field: "time_zone", cause },
				"invalid_time_zone",
			);
		}
	}

	resolve(literal: DateLiteral): DateBound {
		const value = "from" in literal ? this.#count(literal) : literal;
		const day = "day" in value ? value.day : this.#dayOf(value.moment);
		return {
			day,
			start: this.startOf(day),
			end: this.startOf(day + DAY),
			moment: "moment" in value ? value.moment : null,
		};
	}

	/** The first moment of a day; kept, because a sort asks for the same few days again and again. */
	startOf(day: number): number {
		return remember(this.#starts, day, () => this.#findStart(day));
	}

	#count({ from, count, unit }: Extract<DateLiteral, { from: string }>): DateValue {
		return from === "now"
			? { moment: shift(this.#now, count, unit) }
			: { day: shift(this.#dayOf(this.#now), count, unit) };
	}

	#findStart(day: number): number {
		const guess = day - this.#offsetAt(day - this.#offsetAt(day));
		if (this.#dayOf(guess) === day && this.#dayOf(guess - 1) < day) return guess;
		// Where clocks jump at midnight a day begins at one o'clock, or its first hour comes twice.
		let before = day - 2 * DAY;
		let within = day + 2 * DAY;
		while (within - before > 1) {
			const middle = Math.floor((before + within) / 2);
			if (this.#dayOf(middle) < day) before = middle;
			else within = middle;
		}
		return within;
	}

	#dayOf(moment: number): number {
		return Math.floor((moment + this.#offsetAt(moment)) / DAY) * DAY;
	}

	#offsetAt(moment: number): number {
		const name =
			this.#offsets.formatToParts(moment).find((part) => part.type === "timeZoneName")?.value ?? "";
		const [, sign, hours = "0", minutes = "0", seconds = "0"] =
			/([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name.replace("−", "-")) ?? [];
		const size = Number(hours) * HOUR + Number(minutes) * 60_000 + Number(seconds) * 1_000;
		return sign === "-" ? -size : size;
	}
}

/** Before 0, within or at 0, after above 0. When either side is a day both are days; otherwise moments. */
export function compareDates(value: DateValue, bound: DateBound): number {
	if ("day" in value) return value.day - bound.day;
	if (bound.moment !== null) return value.moment - bound.moment;
	if (value.moment < bound.start) return -1;
	return value.moment >= bound.end ? 1 : 0;
}
