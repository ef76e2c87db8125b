import type { Kind } from "../kind.ts";

export const milestone: Kind = {
	kind: "milestone",
	plural: "milestones",
	label: "Milestone",
	titleName: "title",
	bodyName: "milestone",
	scope: "project",
	fields: [{ name: "due_at", type: "date" }],
	states: [
		{ key: "pending" },
		{ key: "in_progress", active: true },
		{ key: "completed", terminal: true },
		{ key: "missed", terminal: true },
	],
	initialState: "pending",
	light: [
		{ name: "title" },
		{ name: "state_key" },
		{ name: "type_key" },
		{ name: "due_at" },
		{ name: "completed_at" },
		{ name: "created_at" },
		{ name: "updated_at" },
		{ name: "description", clip: 120 },
	],
	icon: "flag",
	hue: 85,
};
