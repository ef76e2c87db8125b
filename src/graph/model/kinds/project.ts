import { columns, declareKind, type Kind } from "../kind.ts";
import { facetContext, facetScale, facetStage } from "./facets.ts";

export const project: Kind = declareKind({
	kind: "project",
	titleName: "name",
	bodyName: "content",
	scope: "self",
	fields: [
		facetContext,
		facetScale,
		facetStage,
		{ name: "start_at", type: "date" },
		{ name: "end_at", type: "date" },
		{ name: "next_step_short", type: "text" },
		{ name: "next_step_long", type: "text" },
	],
	states: [
		{ key: "planning" },
		{ key: "active", active: true },
		{ key: "paused" },
		{ key: "completed", terminal: true },
		{ key: "cancelled", terminal: true },
	],
	light: [
		...columns("name state_key type_key"),
		{ name: "description", clip: 150 },
		...columns("next_step_short start_at end_at facet_context facet_scale facet_stage created_at updated_at"),
	],
	tell: ({ props }) =>
		props.next_step_long ? [{ name: "next_step_long", value: props.next_step_long, longest: 200 }] : [],
	dates: { start: "start_at", due: "end_at" },
	icon: "folder-kanban",
	hue: 265,
});
