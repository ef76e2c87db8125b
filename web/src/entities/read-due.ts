import type { Entity, Kind } from "../api/api.ts";

const dueNames = ["due_at", "target_date", "end_at"];
const startNames = ["start_at", "start_date", "start"];
const dayLength = "2026-01-31".length;

/** The day something is to be done by, under whichever of the usual names it has one. */
export const readDue = (entity: Entity): string | null => readDay(entity, dueNames);

export const readStart = (entity: Entity): string | null => readDay(entity, startNames);

function readDay({ props }: Entity, names: readonly string[]): string | null {
	const value = names.map((name) => props[name]).find((day) => typeof day === "string" && day !== "");
	return typeof value === "string" ? value.slice(0, dayLength) : null;
}

/** Today as the person's own calendar has it. */
export function readToday(): string {
	const now = new Date();
	return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, dayLength);
}

export function addDays(day: string, days: number): string {
	const date = new Date(`${day}T00:00:00Z`);
	date.setUTCDate(date.getUTCDate() + days);
	return date.toISOString().slice(0, dayLength);
}

/** Something is still expected of it. */
export function isOpen(entity: Entity, kind: Kind): boolean {
	return !kind.states.some((state) => state.key === entity.state_key && (state.terminal || state.settled));
}

export const isOverdue = (entity: Entity, kind: Kind): boolean => {
	const due = readDue(entity);
	return due !== null && due < readToday() && isOpen(entity, kind);
};
