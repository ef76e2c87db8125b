/** A day as `2024-03-01`, or undefined where the text is none of this format. */
export type ReadDay = (text: string) => string | undefined;

const PARTS: Readonly<Record<string, string>> = {
	...{ yyyy: "(?<year>\\d{4})", MM: "(?<month>\\d{2})", M: "(?<month>\\d{1,2})" },
	...{ dd: "(?<day>\\d{2})", d: "(?<day>\\d{1,2})" },
};
const TOKEN = /y+|M+|d+o?|E+|[^yMdE]+/g;
const LONGEST_FORMAT = 60;

/** Reads days of a format such as `yyyy_MM_dd`; of one with names of months, none. */
export function makeDayReader(format: string): ReadDay {
	const tokens = format.slice(0, LONGEST_FORMAT).match(TOKEN) ?? [];
	if (tokens.some((token) => /[yMdE]/.test(token) && PARTS[token] === undefined)) return () => undefined;
	// Each part once: with two years nobody knows which counts.
	const parts = tokens.filter((token) => PARTS[token] !== undefined).map((token) => token[0]);
	if (parts.sort().join("") !== "Mdy") return () => undefined;
	const escaped = tokens.map((token) => PARTS[token] ?? token.replace(/[^\w\s]/g, (sign) => `\\${sign}`));
	const pattern = new RegExp(`^${escaped.join("")}$`);
	return (text) => {
		const { year = "", month = "", day = "" } = pattern.exec(text)?.groups ?? {};
		const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
		const date = new Date(`${iso}T00:00:00Z`);
		// The 30th of February would become a day of March.
		return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
	};
}

const nameOf = (date: Date, options: Intl.DateTimeFormatOptions): string =>
	new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(date);

function addOrdinal(day: number): string {
	const isTeen = day > 10 && day < 14;
	return `${day}${(!isTeen && ["th", "st", "nd", "rd"][day % 10]) || "th"}`;
}

const pad = (value: number): string => String(value).padStart(2, "0");

const PRINTED: Readonly<Record<string, (date: Date) => string>> = {
	yyyy: (date) => String(date.getUTCFullYear()),
	yy: (date) => String(date.getUTCFullYear()).slice(-2),
	MMMM: (date) => nameOf(date, { month: "long" }),
	MMM: (date) => nameOf(date, { month: "short" }),
	MM: (date) => pad(date.getUTCMonth() + 1),
	M: (date) => String(date.getUTCMonth() + 1),
	do: (date) => addOrdinal(date.getUTCDate()),
	dd: (date) => pad(date.getUTCDate()),
	d: (date) => String(date.getUTCDate()),
	EEEE: (date) => nameOf(date, { weekday: "long" }),
	EEE: (date) => nameOf(date, { weekday: "short" }),
	EE: (date) => nameOf(date, { weekday: "short" }),
	E: (date) => nameOf(date, { weekday: "short" }),
};

/** Prints a day as a format of Logseq has it: `MMM do, yyyy` is "Mar 1st, 2024". */
export function printDay(day: string, format: string): string {
	const date = new Date(`${day}T00:00:00Z`);
	const tokens = format.slice(0, LONGEST_FORMAT).match(TOKEN) ?? [];
	return tokens.map((token) => PRINTED[token]?.(date) ?? token).join("");
}
