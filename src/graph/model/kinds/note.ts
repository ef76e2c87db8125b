import { columns, declareKind, type Kind } from "../kind.ts";
import { byChange } from "../order.ts";

export const note: Kind = declareKind({
	kind: "note",
	bodyName: "body",
	scope: "workspace",
	writesProse: true,
	fields: [
		{ name: "tags", type: "text_list" },
		{ name: "frontmatter", type: "json" },
	],
	light: columns("title tags created_at updated_at body:200"),
	askedFor: { words: /\bsummar/i, score: 0.8 },
	slice: [{ limit: 6, everyMember: true, compare: byChange }],
	icon: "notebook-text",
	hue: 145,
});
