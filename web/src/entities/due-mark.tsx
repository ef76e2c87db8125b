import type { Entity } from "../api/api.ts";

const short = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: "UTC" });

/** The due date; in words where it has passed. */
export function DueMark({ entity }: { readonly entity: Entity }) {
	const { due_day: due, is_overdue: late } = entity;
	if (due === null) return null;
	const date = new Date(`${due}T00:00:00Z`);
	if (Number.isNaN(date.getTime())) return null;
	return (
		<time
			dateTime={due}
			title={exact.format(date)}
			className={`whitespace-nowrap text-12 tabular-nums ${late ? "text-bad-ink" : "text-ink-faint"}`}
		>
			{late ? "overdue " : ""}
			{short.format(date)}
		</time>
	);
}
