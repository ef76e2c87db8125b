import type { Kind, Surroundings } from "../kind.ts";
import { facetScale, priority } from "./facets.ts";

const idsOf = (found: ReturnType<Surroundings["related"]>): string[] => found.map((node) => node.id);

export const task: Kind = {
	kind: "task",
	plural: "tasks",
	label: "Task",
	titleName: "title",
	bodyName: "content",
	scope: "project",
	fields: [
		priority,
		{ name: "start_at", type: "date" },
		{ name: "due_at", type: "date" },
		facetScale,
		{ name: "assignees", type: "text_list" },
	],
	states: [
		{ key: "todo" },
		{ key: "in_progress", active: true },
		{ key: "blocked" },
		{ key: "done", terminal: true },
	],
	initialState: "todo",
	light: [
		{ name: "title" },
		{ name: "state_key" },
		{ name: "priority" },
		{ name: "type_key" },
		{ name: "start_at" },
		{ name: "due_at" },
		{ name: "created_at" },
		{ name: "updated_at" },
		{ name: "completed_at" },
		{ name: "assignees" },
		{ name: "description", clip: 120 },
		{
			name: "plan_ids",
			derive: ({ id }, around) =>
				idsOf(around.related({ of: id, rel: "has_task", direction: "incoming", kind: "plan" })),
		},
		{
			name: "goal_ids",
			derive: ({ id }, around) =>
				idsOf([
					...around.related({ of: id, rel: "supports_goal", direction: "outgoing", kind: "goal" }),
					...around.related({ of: id, rel: "has_task", direction: "incoming", kind: "goal" }),
					...around.related({ of: id, rel: "requires", direction: "incoming", kind: "goal" }),
				]),
		},
		{
			name: "output_ids",
			derive: ({ id }, around) =>
				idsOf([
					...around.related({ of: id, rel: "produces", direction: "outgoing", kind: "output" }),
					...around.related({ of: id, rel: "has_output", direction: "outgoing", kind: "output" }),
				]),
		},
		{
			name: "dependency_count",
			derive: ({ id }, around) =>
				around.related({ of: id, rel: "depends_on", direction: "outgoing" }).length +
				around.related({ of: id, rel: "blocks", direction: "incoming" }).length,
		},
		{
			name: "dependent_count",
			derive: ({ id }, around) =>
				around.related({ of: id, rel: "depends_on", direction: "incoming" }).length +
				around.related({ of: id, rel: "blocks", direction: "outgoing" }).length,
		},
	],
	askedFor: { words: /\b(?:tasks?|to-?dos?|overdue|blocked|due)\b/i, score: 0.9 },
	dependencyHeading: "Dependent Tasks",
	icon: "square-check",
	hue: 230,
};
