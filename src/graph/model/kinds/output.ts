import { columns, declareKind, isJoinedToProject, type Kind, type Surroundings, states } from "../kind.ts";
import { byChange } from "../order.ts";

function makersOf(id: string, around: Surroundings, kind: string): string[] {
	const makers = ["produces", "has_output"].flatMap((rel) =>
		around.related({ of: id, rel, direction: "incoming", kind }),
	);
	return [...new Set(makers.map((maker) => maker.id))];
}

function goalsOf(id: string, around: Surroundings): string[] {
	const throughTasks = makersOf(id, around, "task").flatMap((task) =>
		around.related({ of: task, rel: "supports_goal", direction: "outgoing", kind: "goal" }),
	);
	return [...new Set([...makersOf(id, around, "goal"), ...throughTasks.map((goal) => goal.id)])];
}

export const output: Kind = declareKind({
	kind: "output",
	alsoCalled: ["deliverable", "deliverables"],
	titleName: "name",
	bodyName: "content",
	states: states("draft, in_progress active, review active, published terminal"),
	light: [
		...columns("name state_key type_key created_at updated_at description:160"),
		{ name: "linked_goal_ids", derive: ({ id }, around) => goalsOf(id, around) },
		{ name: "linked_task_ids", derive: ({ id }, around) => makersOf(id, around, "task") },
		{ name: "direct_edge", derive: isJoinedToProject },
	],
	slice: [{ limit: 10, everyMember: true, titlesBeyond: true, compare: byChange }],
	tell: (node, around) => [{ name: "direct_edge", value: isJoinedToProject(node, around), filing: true }],
	icon: "package",
	hue: 330,
});
