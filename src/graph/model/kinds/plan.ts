import { columns, declareKind, follow, type Kind, type Related, states } from "../kind.ts";
import { byChange } from "../order.ts";
import { facetContext, facetScale, facetStage } from "./facets.ts";

const tasksOf = follow("has_task > task");
const isDone = ({ state_key }: Related[number]): boolean => state_key === "done";

export const plan: Kind = declareKind({
	kind: "plan",
	titleName: "name",
	bodyName: "plan",
	fields: [facetContext, facetScale, facetStage],
	states: states("draft, active active, completed terminal"),
	light: [
		...columns("name state_key type_key created_at updated_at description:120"),
		{ name: "task_count", derive: ({ id }, around) => tasksOf(id, around).length },
		{ name: "completed_task_count", derive: ({ id }, around) => tasksOf(id, around).filter(isDone).length },
	],
	slice: [{ limit: 6, compare: byChange }],
	icon: "route",
	hue: 195,
});
