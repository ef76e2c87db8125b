import { isBlocked, isComing, isOverdue } from "../due.ts";
import type { EntityHeader } from "../entity.ts";
import { columns, declareKind, follow, followIds, isTerminal, type Kind, states } from "../kind.ts";
import { listPhrases } from "../list-phrases.ts";
import { byChange, bySoonest } from "../order.ts";
import { addDays } from "../reader-days.ts";
import { facetScale, priority } from "./facets.ts";

const RECENT_DAYS = 7;
const UPCOMING_DAYS = 7;
const DEFAULT_MODE = "execute";
/** One is the most urgent; up to here a task is urgent at all. */
const URGENT_PRIORITY = 2;
const WEIGHTS = { blocked: 50, urgent: 30, active: 20, dated: 15 };

const waitedFor = follow("depends_on >, blocks <");
const waiting = follow("depends_on <, blocks >");

/** The mode of work: the second part of the task's type. */
const workMode = (typeKey: string | null): string => typeKey?.split(".")[1] ?? DEFAULT_MODE;

function weighTask({ state_key, props }: EntityHeader): number {
	const isUrgent = typeof props.priority === "number" && props.priority <= URGENT_PRIORITY;
	return (
		(state_key === "blocked" ? WEIGHTS.blocked : 0) +
		(state_key === "in_progress" ? WEIGHTS.active : 0) +
		(isUrgent ? WEIGHTS.urgent : 0) +
		(props.due_at ? WEIGHTS.dated : 0)
	);
}

export const task: Kind = declareKind({
	kind: "task",
	alsoCalled: listPhrases("to-do, to-dos, todo, todos, action item, action items, kanban card, kanban cards"),
	bodyName: "content",
	fields: [
		priority,
		{ name: "start_at", type: "date" },
		{ name: "due_at", type: "date" },
		facetScale,
		{ name: "assignees", type: "text_list" },
	],
	states: states("todo, in_progress active, blocked blocked, done terminal"),
	light: [
		...columns(
			"title state_key priority type_key start_at due_at created_at updated_at completed_at assignees description:120",
		),
		{ name: "plan_ids", derive: followIds("has_task < plan") },
		{ name: "goal_ids", derive: followIds("supports_goal > goal, has_task < goal, requires < goal") },
		{ name: "output_ids", derive: followIds("produces > output, has_output > output") },
		{ name: "dependency_count", derive: ({ id }, around) => waitedFor(id, around).length },
		{ name: "dependent_count", derive: ({ id }, around) => waiting(id, around).length },
	],
	askedFor: { words: /\b(?:tasks?|to-?dos?|overdue|blocked|due)\b/i, score: 0.9 },
	dates: { start: "start_at", due: "due_at" },
	assignedBy: "assignees",
	slice: [
		{
			limit: 5,
			titlesBeyond: true,
			everyMember: true,
			fits: (node, days) => isOverdue(task, node, days) || isBlocked(task, node),
			compare: bySoonest("due_at"),
		},
		{
			limit: 10,
			fits: (node, { today, dayOf }) =>
				!isTerminal(task, node.state_key) && dayOf(node.updated_at) >= addDays(today, -RECENT_DAYS),
			compare: byChange,
		},
		{
			limit: 5,
			fits: (node, days) => {
				const { today } = days;
				return isComing(task, node, { from: today, to: addDays(today, UPCOMING_DAYS) }, days);
			},
			compare: bySoonest("due_at"),
		},
	],
	weigh: weighTask,
	tell: ({ type_key, props }, _, { dayOf }) => [
		{ name: "work_mode", value: workMode(type_key), filing: true },
		...(props.priority ? [{ name: "priority", value: props.priority }] : []),
		...(props.due_at ? [{ name: "due_at", value: dayOf(props.due_at) }] : []),
		...(props.assignees ? [{ name: "assignees", value: props.assignees }] : []),
	],
	dependencyHeading: "Dependent Tasks",
	icon: "square-check",
	hue: 230,
});
