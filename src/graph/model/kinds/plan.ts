import { columns, declareKind, type Kind, states } from "../kind.ts";
import { byChange } from "../order.ts";
import { facetContext, facetScale, facetStage } from "./facets.ts";

export const plan: Kind = declareKind({
	kind: "plan",
	titleName: "name",
	bodyName: "plan",
	fields: [facetContext, facetScale, facetStage],
	states: states("draft, active active, completed terminal"),
	light: [
		...columns("name state_key type_key created_at updated_at description:120"),
		{
			name: "task_count",
			derive: ({ id }, around) =>
				around.related({ of: id, rel: "has_task", direction: "outgoing", kind: "task" }).length,
		},
		{
			name: "completed_task_count",
			derive: ({ id }, around) =>
				around
					.related({ of: id, rel: "has_task", direction: "outgoing", kind: "task" })
					.filter((task) => task.state_key === "done").length,
		},
	],
	slice: [{ limit: 6, compare: byChange }],
	icon: "route",
	hue: 195,
});
