import { columns, declareKind, type Kind, states } from "../kind.ts";
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
	states: states("planning, active active, paused, completed terminal, cancelled terminal"),
	light: columns(
		"name state_key type_key description:150 next_step_short start_at end_at facet_context facet_scale facet_stage created_at updated_at",
	),
	tell: ({ props }) =>
		props.next_step_long ? [{ name: "next_step_long", value: props.next_step_long, longest: 200 }] : [],
	dates: { start: "start_at", due: "end_at" },
	icon: "folder-kanban",
	hue: 265,
});
