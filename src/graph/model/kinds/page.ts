import { columns, declareKind, type Kind } from "../kind.ts";
import { byChange } from "../order.ts";

export const page: Kind = declareKind({
	kind: "page",
	bodyName: "body",
	scope: "workspace",
	writesProse: true,
	fields: [{ name: "tags", type: "text_list" }],
	light: columns("title tags created_at updated_at description:180 body:200"),
	askedFor: { words: /\bsummar/i, score: 0.8 },
	slice: [{ limit: 6, everyMember: true, compare: byChange }],
	icon: "file",
	hue: 215,
});
