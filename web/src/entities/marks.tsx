import type { Entity } from "../../../src/client/entity-calls.ts";
import { spellKey } from "../design/format.tsx";
import { useKinds } from "./use-kinds.ts";

const radius = 3;
const circumference = 2 * Math.PI * radius;

/** A state as a small mark with a word: the further along the kind's states, the fuller the mark. */
export function StateMark({ kind, state }: { readonly kind: string; readonly state: string }) {
	const { states } = useKinds()(kind);
	const position = states.findIndex((candidate) => candidate.key === state);
	const finished = states[position]?.terminal === true;
	const open = states.filter((candidate) => candidate.terminal !== true).length;
	const filled = finished ? 1 : position <= 0 ? 0 : position / Math.max(open, 1);
	return (
		<span className="inline-flex items-center gap-1 whitespace-nowrap text-12 text-ink-faint">
			<svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 shrink-0">
				<circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.25" />
				<circle
					cx="6"
					cy="6"
					r={radius / 2}
					fill="none"
					stroke="currentColor"
					strokeWidth={radius}
					strokeDasharray={`${(filled * circumference) / 2} ${circumference}`}
					transform="rotate(-90 6 6)"
				/>
			</svg>
			{spellKey(state)}
		</span>
	);
}

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
