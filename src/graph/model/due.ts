import { type EntityNode, isTerminal, type Kind } from "./kind.ts";
import { dateOf } from "./order.ts";
import type { ReaderDays } from "./reader-days.ts";

/** The day something is due; "" when no day is set. */
export const dueDay = (kind: Kind, node: EntityNode, { dayOf }: ReaderDays): string =>
	dayOf(dateOf(node, kind.dates?.due));

export function isOverdue(kind: Kind, node: EntityNode, days: ReaderDays): boolean {
	const due = dueDay(kind, node, days);
	return due !== "" && due < days.today && !isTerminal(kind, node.state_key);
}

export interface DayRange {
	readonly from: string;
	readonly to: string;
}

/** Due or starting on one of these days, and not over. */
export function isComing(kind: Kind, node: EntityNode, range: DayRange, { dayOf }: ReaderDays): boolean {
	if (isTerminal(kind, node.state_key)) return false;
	const dates = [dateOf(node, kind.dates?.due), dateOf(node, kind.dates?.start)].map(dayOf);
	return dates.some((day) => day !== "" && day >= range.from && day <= range.to);
}

export const isBlocked = (kind: Kind, node: Pick<EntityNode, "state_key">): boolean =>
	kind.states.some((state) => state.key === node.state_key && state.blocked === true);
