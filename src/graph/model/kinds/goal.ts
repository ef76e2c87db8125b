import {
	columns,
	declareKind,
	follow,
	isJoinedToProject,
	type Kind,
	type Related,
	type Surroundings,
	states,
} from "../kind.ts";
import { byChange } from "../order.ts";
import { daysBetween } from "../reader-days.ts";

const ACTIVE_WEIGHT = 20;
const TARGET_WEIGHT = 10;

const plansOf = follow("has_plan > plan, achieved_by > plan, supports_goal < plan");
const ownTasksOf = follow("supports_goal < task, has_task > task, requires > task");
const tasksOfPlan = follow("has_task > task");

/** A goal's tasks: joined to it directly, or through a plan that serves it; each counted once. */
function tasksOfGoal(id: string, around: Surroundings): Related {
	const throughPlans = plansOf(id, around).flatMap((plan) => tasksOfPlan(plan.id, around));
	const tasks = [...ownTasksOf(id, around), ...throughPlans];
	return [...new Map(tasks.map((task) => [task.id, task])).values()];
}

const countDone = (tasks: Related): number => tasks.filter((task) => task.state_key === "done").length;

function progressOf(id: string, around: Surroundings): number | null {
	const tasks = tasksOfGoal(id, around);
	return tasks.length === 0 ? null : Math.round((100 * countDone(tasks)) / tasks.length);
}

export const goal: Kind = declareKind({
	kind: "goal",
	alsoCalled: ["objective", "objectives"],
	titleName: "name",
	bodyName: "goal",
	fields: [{ name: "target_date", type: "date" }],
	states: states("draft, active active, achieved terminal, abandoned terminal"),
	light: [
		...columns("name state_key type_key target_date completed_at created_at updated_at description:120"),
		{ name: "progress_percent", derive: ({ id }, around) => progressOf(id, around) },
		{ name: "completed_tasks", derive: ({ id }, around) => countDone(tasksOfGoal(id, around)) },
		{ name: "total_tasks", derive: ({ id }, around) => tasksOfGoal(id, around).length },
		{ name: "direct_edge", derive: isJoinedToProject },
	],
	dates: { due: "target_date" },
	gathers: [{ kind: "task", over: ["supports_goal", "has_task"], list: tasksOfGoal }],
	slice: [{ limit: 10, everyMember: true, titlesBeyond: true, compare: byChange }],
	weigh: ({ state_key, props }) =>
		(state_key === "active" ? ACTIVE_WEIGHT : 0) + (props.target_date ? TARGET_WEIGHT : 0),
	tell: (node, around, { today, dayOf }) => {
		const target = dayOf(node.props.target_date);
		const isOpen = node.state_key === "draft" || node.state_key === "active";
		return [
			{ name: "progress_percent", value: progressOf(node.id, around) },
			...(target !== "" && isOpen ? [{ name: "days_to_target", value: daysBetween(today, target) }] : []),
			{ name: "direct_edge", value: isJoinedToProject(node, around), filing: true },
		];
	},
	icon: "target",
	hue: 150,
});
