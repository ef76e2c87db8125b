import type { Entity } from "../entity.ts";
import {
	columns,
	declareKind,
	followIds,
	isJoinedToProject,
	type Kind,
	type Surroundings,
	states,
} from "../kind.ts";
import { byChange } from "../order.ts";

const tasksOf = followIds("produces < task, has_output < task");
const ownGoalsOf = followIds("produces < goal, has_output < goal");
const goalsOfTask = followIds("supports_goal > goal");

function goalsOf({ id }: Pick<Entity, "id">, around: Surroundings): string[] {
	const throughTasks = tasksOf({ id }, around).flatMap((task) => goalsOfTask({ id: task }, around));
	return [...new Set([...ownGoalsOf({ id }, around), ...throughTasks])];
}

export const output: Kind = declareKind({
	kind: "output",
	alsoCalled: ["deliverable", "deliverables"],
	titleName: "name",
	bodyName: "content",
	states: states("draft, in_progress active, review active, published terminal"),
	light: [
		...columns("name state_key type_key created_at updated_at description:160"),
		{ name: "linked_goal_ids", derive: goalsOf },
		{ name: "linked_task_ids", derive: tasksOf },
		{ name: "direct_edge", derive: isJoinedToProject },
	],
	slice: [{ limit: 10, everyMember: true, titlesBeyond: true, compare: byChange }],
	tell: (node, around) => [{ name: "direct_edge", value: isJoinedToProject(node, around), filing: true }],
	icon: "package",
	hue: 330,
});
