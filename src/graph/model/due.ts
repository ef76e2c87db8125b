import type { z } from "zod";
import type { dueState } from "../../contract/fields.ts";
import type { Answer } from "../../contract/frozen.ts";
import type { EntityHeader } from "./entity.ts";
import { isOpen, type Kind } from "./kind.ts";
import { dateOf } from "./order.ts";
import type { ReaderDays } from "./reader-days.ts";

export const dueDay = (kind: Kind, node: EntityHeader, { dayOf }: ReaderDays): string =>
	dayOf(dateOf(node, kind.dates?.due));

export function isOverdue(kind: Kind, node: EntityHeader, days: ReaderDays): boolean {
	const due = dueDay(kind, node, days);
	return due !== "" && due < days.today && isOpen(kind, node.state_key);
}

/** How something is placed in time, as its kind declares it and as its reader counts days. */
export type DueState = Answer<z.ZodObject<typeof dueState>>;

export const readDueState = (kind: Kind, node: EntityHeader, days: ReaderDays): DueState => ({
	start_day: days.dayOf(dateOf(node, kind.dates?.start)) || null,
	due_day: dueDay(kind, node, days) || null,
	is_overdue: isOverdue(kind, node, days),
	is_done: !isOpen(kind, node.state_key),
});

export interface DayRange {
	readonly from: string;
	readonly to: string;
}

/** Due or starting on one of these days, and not over. */
export function isComing(kind: Kind, node: EntityHeader, range: DayRange, { dayOf }: ReaderDays): boolean {
	if (!isOpen(kind, node.state_key)) return false;
	const dates = [dateOf(node, kind.dates?.due), dateOf(node, kind.dates?.start)].map(dayOf);
	return dates.some((day) => day !== "" && day >= range.from && day <= range.to);
}

export const isBlocked = (kind: Kind, node: Pick<EntityHeader, "state_key">): boolean =>
	kind.states.some((state) => state.key === node.state_key && state.blocked === true);
