import { columns, declareKind, type Kind, states } from "../kind.ts";
import { byCreation } from "../order.ts";

const IMPACT_WEIGHT: Readonly<Record<string, number>> = { critical: 40, high: 30 };
const IDENTIFIED_WEIGHT = 10;

const isOpen = (state: string | null): boolean => state !== "mitigated" && state !== "closed";

export const risk: Kind = declareKind({
	kind: "risk",
	alsoCalled: ["danger", "dangers"],
	bodyName: "content",
	fields: [
		{ name: "impact", type: "select", options: ["low", "medium", "high", "critical"] },
		{ name: "probability", type: "number", min: 0, max: 1, says: ["likely", "probable"] },
		{ name: "mitigated_at", type: "date" },
	],
	states: states("identified, mitigated settled, occurred, closed terminal"),
	light: columns(
		"title state_key type_key impact probability created_at updated_at mitigated_at content:120",
	),
	slice: [{ limit: 6, fits: ({ state_key }) => isOpen(state_key), compare: byCreation }],
	weigh: ({ props, state_key }) =>
		(IMPACT_WEIGHT[String(props.impact)] ?? 0) + (state_key === "identified" ? IDENTIFIED_WEIGHT : 0),
	tell: ({ props }) => (props.impact ? [{ name: "impact", value: props.impact }] : []),
	icon: "triangle-alert",
	hue: 25,
});
