import type { Kind } from "../kind.ts";

export const risk: Kind = {
	kind: "risk",
	plural: "risks",
	label: "Risk",
	titleName: "title",
	bodyName: "content",
	scope: "project",
	fields: [
		{ name: "impact", type: "select", options: ["low", "medium", "high", "critical"] },
		{ name: "probability", type: "number", min: 0, max: 1 },
		{ name: "mitigated_at", type: "date" },
	],
	states: [
		{ key: "identified" },
		{ key: "mitigated" },
		{ key: "occurred" },
		{ key: "closed", terminal: true },
	],
	initialState: "identified",
	light: [
		{ name: "title" },
		{ name: "state_key" },
		{ name: "type_key" },
		{ name: "impact" },
		{ name: "probability" },
		{ name: "created_at" },
		{ name: "updated_at" },
		{ name: "mitigated_at" },
		{ name: "content", clip: 120 },
	],
	icon: "triangle-alert",
	hue: 25,
};
