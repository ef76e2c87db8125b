import { columns, declareKind, isContextDocument, isJoinedToProject, type Kind, states } from "../kind.ts";
import { byChange } from "../order.ts";

export const document: Kind = declareKind({
	kind: "document",
	alsoCalled: ["doc", "docs"],
	bodyName: "content",
	writesProse: true,
	states: states("draft, in_review active, ready, published terminal, archived terminal"),
	light: [
		...columns("title state_key type_key created_at updated_at description:180 content:200"),
		{ name: "direct_edge", derive: isJoinedToProject },
		{ name: "context_document", derive: (entity, around) => isContextDocument(entity, around) || undefined },
	],
	askedFor: { words: /\bsummar/i, score: 0.8 },
	slice: [{ limit: 10, everyMember: true, titlesBeyond: true, compare: byChange }],
	tell: (node, around) => [
		{ name: "direct_edge", value: isJoinedToProject(node, around), filing: true },
		...(isContextDocument(node, around)
			? [{ name: "context_document", value: true, filing: true as const }]
			: []),
	],
	icon: "file-text",
	hue: 245,
});
