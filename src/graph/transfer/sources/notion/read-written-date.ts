const MONTHS = [
	...["january", "february", "march", "april", "may", "june", "july"],
	...["august", "september", "october", "november", "december"],
];
const WRITTEN = /^([A-Z][a-z]+) (\d{1,2}), (\d{4})(?: (\d{1,2}):(\d{2}) (AM|PM))?(?: \(UTC\))?$/;

const pad = (number: number): string => String(number).padStart(2, "0");

/** `March 3, 2025 2:00 PM` as `2025-03-03T14:00Z`; any other text stays as it is. */
export function readWrittenDate(text: string): string {
	const [, month = "", day = "", year = "", hour, minute = "", half] = WRITTEN.exec(text.trim()) ?? [];
	const number = MONTHS.indexOf(month.toLowerCase()) + 1;
	if (number === 0) return text;
	const date = `${year}-${pad(number)}-${pad(Number(day))}`;
	if (hour === undefined) return date;
	return `${date}T${pad((Number(hour) % 12) + (half === "PM" ? 12 : 0))}:${minute}Z`;
}
