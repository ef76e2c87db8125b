import { columns, declareKind, type Kind, states } from "../kind.ts";
import { byNewest } from "../order.ts";

export const decision: Kind = declareKind({
	kind: "decision",
	bodyName: "content",
	fields: [
		{ name: "rationale", type: "text" },
		{ name: "outcome", type: "text" },
		{ name: "decision_at", type: "date" },
	],
	states: states("pending, made settled, deferred, reversed settled"),
	light: columns(
		"title state_key decision_at created_at updated_at outcome:120 rationale:180 description:120",
	),
	dates: { decided: "decision_at" },
	slice: [{ limit: 6, compare: byNewest("decision_at") }],
	tell: ({ props }) => (props.decision_at ? [{ name: "decision_at", value: props.decision_at }] : []),
	askedFor: { words: /\b(?:why|reasons?|deci(?:de[ds]?|sions?))\b/i, score: 0.9 },
	icon: "scale",
	hue: 300,
});
