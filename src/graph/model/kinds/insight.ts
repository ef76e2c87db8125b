import type { Kind } from "../kind.ts";
import { byCreation } from "../order.ts";

export const insight: Kind = {
	kind: "insight",
	plural: "insights",
	label: "Insight",
	titleName: "title",
	bodyName: "content",
	scope: "project",
	fields: [
		{ name: "derived_from_signal_id", type: "entity_ref", kind: "signal", rel: "derived_from" },
		{ name: "summary", type: "text" },
	],
	states: [],
	initialState: null,
	light: [
		{ name: "title" },
		{ name: "created_at" },
		{ name: "derived_from_signal_id" },
		{ name: "props.summary", clip: 160, read: ({ props }) => props.summary },
	],
	slice: [{ limit: 6, compare: byCreation }],
	icon: "lightbulb",
	hue: 100,
};
