import type { CSSProperties } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { countOf } from "../design/format.tsx";
import { EmptyState, LoadState } from "../design/notice.tsx";
import { RowLink } from "../entities/entity-link.tsx";
import { DueMark } from "../entities/marks.tsx";
import { useProjectRows } from "../entities/use-entities.ts";
import { useKinds } from "../entities/use-kinds.ts";
import { addDays, readToday } from "./calendar-days.ts";
import { useProject } from "./use-project.ts";

const mostRead = 2000;
const mostDrawn = 300;
const margin = 7;

/** The due dates of a project: a bar from start to due where both are known, a mark on the day otherwise. */
export function ProjectTimeline() {
	const project = useProject().data;
	const rows = useProjectRows({ projectId: project?.id, most: mostRead });
	const dated = (rows.data ?? [])
		.flatMap((entity) => {
			const { due_day: due, start_day: start } = entity;
			return due === null ? [] : [{ entity, due, start }];
		})
		.sort((a, b) => a.due.localeCompare(b.due));
	if (rows.isError) return <LoadState query={rows} what="The timeline" className="px-6" />;
	if (rows.isPending) return <div className="skeleton mx-6 h-64" />;
	if (dated.length === 0) {
		return (
			<div className="px-6">
				<EmptyState>
					Nothing in this project has a date yet. Give something a due date, in the table or in the side
					panel.
				</EmptyState>
			</div>
		);
	}
	const scale = makeScale(dated);
	const today = readToday();
	return (
		<div className="min-h-0 flex-1 overflow-y-auto px-6 pb-12 max-md:px-4">
			<div className="relative">
				<div className="sticky top-0 z-10 grid grid-cols-[minmax(0,20rem)_1fr] gap-3 border-b border-line bg-ground text-12 text-ink-faint max-md:grid-cols-1">
					<span className="py-1">{countOf(dated.length, "date")}</span>
					<div aria-hidden="true" className="relative h-6 max-md:hidden">
						{scale.months.map(({ day, name }) => (
							<span
								key={day}
								className="absolute border-l border-line pl-1"
								style={{ left: scale.place(day) }}
							>
								{name}
							</span>
						))}
						{scale.holds(today) && (
							<span
								className="absolute top-5 z-10 h-2 border-l-2 border-accent"
								style={{ left: scale.place(today) }}
							/>
						)}
					</div>
				</div>
				<ol aria-label="Dates">
					{dated.slice(0, mostDrawn).map(({ entity, due, start }) => (
						<li
							key={entity.id}
							className="grid h-9 grid-cols-[minmax(0,20rem)_1fr] items-center gap-3 border-b border-line text-13 max-md:h-auto max-md:grid-cols-1 max-md:py-1.5"
						>
							<span className="flex min-w-0 items-center gap-2">
								<RowLink entity={entity} />
								<DueMark entity={entity} />
							</span>
							<Span
								entity={entity}
								left={scale.place(start ?? due)}
								right={scale.place(due)}
								now={scale.place(today)}
							/>
						</li>
					))}
				</ol>
				{dated.length > mostDrawn && (
					<p className="py-2 text-12 text-ink-faint">
						The first {mostDrawn} are shown. The table has all, sorted by any date.
					</p>
				)}
			</div>
		</div>
	);
}

interface SpanProps {
	readonly entity: Entity;
	readonly left: string;
	readonly right: string;
	readonly now: string;
}

function Span({ entity, left, right, now }: SpanProps) {
	const kind = useKinds()(entity.kind);
	const open = !entity.is_done;
	return (
		<span aria-hidden="true" className="hued relative h-full" style={{ "--hue": kind.hue } as CSSProperties}>
			<span className="absolute inset-y-0 border-l border-accent/40" style={{ left: now }} />
			<span
				className={`absolute top-1/2 h-1.5 min-w-1.5 -translate-y-1/2 rounded-sm ${open ? "bg-hue-fill" : "border border-hue-fill"}`}
				style={{ left, width: `calc(${right} - ${left})` }}
			/>
			<span
				className={`absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rotate-45 rounded-[2px] ${open ? "bg-hue-fill" : "border border-hue-fill bg-ground"}`}
				style={{ left: right }}
			/>
		</span>
	);
}

const monthName = new Intl.DateTimeFormat("en", { month: "short", year: "2-digit", timeZone: "UTC" });
const mostMonths = 10;

/** Returns a function that places a day between the first and the last. */
function makeScale(dated: readonly { readonly due: string; readonly start: string | null }[]) {
	const days = dated.flatMap(({ due, start }) => (start === null ? [due] : [start, due])).sort();
	const first = addDays(days[0] ?? readToday(), -margin);
	const last = addDays(days.at(-1) ?? readToday(), margin);
	const from = Date.parse(first);
	const length = Math.max(1, Date.parse(last) - from);
	const months: { readonly day: string; readonly name: string }[] = [];
	const month = new Date(`${first.slice(0, 7)}-01T00:00:00Z`);
	for (month.setUTCMonth(month.getUTCMonth() + 1); month.getTime() < from + length; ) {
		months.push({ day: month.toISOString().slice(0, 10), name: monthName.format(month) });
		month.setUTCMonth(month.getUTCMonth() + 1);
	}
	const step = Math.ceil(months.length / mostMonths);
	return {
		months: months.filter((_, position) => position % step === 0),
		holds: (day: string) => day >= first && day <= last,
		place: (day: string) => `${((100 * (Date.parse(day) - from)) / length).toFixed(2)}%`,
	};
}
