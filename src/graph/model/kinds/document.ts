import type { Kind } from "../kind.ts";

export const document: Kind = {
	kind: "document",
	plural: "documents",
	label: "Document",
	titleName: "title",
	bodyName: "content",
	scope: "project",
	writesProse: true,
	fields: [],
	states: [
		{ key: "draft" },
		{ key: "in_review", active: true },
		{ key: "ready" },
		{ key: "published", terminal: true },
		{ key: "archived", terminal: true },
	],
	initialState: "draft",
	light: [
		{ name: "title" },
		{ name: "state_key" },
		{ name: "type_key" },
		{ name: "created_at" },
		{ name: "updated_at" },
		{ name: "description", clip: 180 },
		{ name: "content", clip: 200 },
	],
	askedFor: { words: /\bsummar/i, score: 0.8 },
	icon: "file-text",
	hue: 245,
};
