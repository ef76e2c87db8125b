const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A day or a moment, as an instant. Without a time zone it counts as UTC: read in local time, the same source would differ between machines. */
export function readMoment(text: string): string | undefined {
	const match = MOMENT.exec(text.trim());
	if (match === null) return undefined;
	const [, day = "", time = "00:00", seconds = "", zone = "Z"] = match;
	// The 30th of February would count as the 1st of March.
	const midnight = new Date(`${day}T00:00Z`);
	if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
	const moment = new Date(`${day}T${time}${seconds}${zone}`);
	return Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1 ? undefined : moment.toISOString();
}
