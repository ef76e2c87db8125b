import { remember } from "./remember.ts";

const DAY = 86_400_000;
const DAY_LENGTH = "2026-01-31".length;

/** Days as one reader counts them: what is overdue in Auckland may still be due today in Lisbon. */
export interface ReaderDays {
	readonly today: string;
	/** The day of a date or of a moment; "" for what is neither. */
	dayOf(value: unknown): string;
}

/** Kept, by time zone: to make one takes longer than all its uses in an answer. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatIn = (timeZone: string): Intl.DateTimeFormat =>
	remember(formats, timeZone, () => {
		const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
		return new Intl.DateTimeFormat("en-CA", { timeZone, ...parts });
	});

/** Where no day is given, it is the day of the present moment. */
export function makeReaderDays(input: {
	readonly today?: string | undefined;
	readonly timeZone?: string | undefined;
}): ReaderDays {
	const format = formatIn(input.timeZone || "UTC");
	const dayOf = (value: unknown): string => {
		if (typeof value !== "string") return "";
		if (value.length <= DAY_LENGTH) return value;
		const moment = Date.parse(value);
		return Number.isNaN(moment) ? "" : format.format(moment);
	};
	return { today: input.today ?? format.format(Date.now()), dayOf };
}

/** Whole days from one day to another; negative when the other lies before. */
export const daysBetween = (from: string, to: string): number =>
	Math.round((Date.parse(to) - Date.parse(from)) / DAY);

export const addDays = (day: string, days: number): string =>
	new Date(Date.parse(day) + days * DAY).toISOString().slice(0, DAY_LENGTH);
