import type { ContextHints } from "./request.ts";

type TimeRange = NonNullable<ContextHints["timeRange"]>;

const DAY_LENGTH = "2026-01-31".length;

/** A day as an end means the whole of it. */
const endOf = (moment: string): number =>
	Date.parse(moment.length === DAY_LENGTH ? `${moment}T23:59:59.999Z` : moment);

/** Whether a moment is within the requested time; true for any moment without one. */
export function isWithin({ start, end }: TimeRange = {}, moment: string): boolean {
	const at = Date.parse(moment);
	return (start === undefined || at >= Date.parse(start)) && (end === undefined || at <= endOf(end));
}
