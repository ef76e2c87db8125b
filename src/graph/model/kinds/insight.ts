import type { EntityHeader } from "../entity.ts";
import { columns, declareKind, type Kind, type Surroundings } from "../kind.ts";
import { byCreation } from "../order.ts";

/** The field draws the edge; an edge that somebody drew by hand says the same. */
const findSignal = ({ id, props }: EntityHeader, around: Surroundings): string | undefined =>
	typeof props.derived_from_signal_id === "string"
		? props.derived_from_signal_id
		: around.related({ of: id, rel: "derived_from", direction: "outgoing", kind: "signal" })[0]?.id;

export const insight: Kind = declareKind({
	kind: "insight",
	alsoCalled: ["finding", "findings", "lesson", "lessons"],
	bodyName: "content",
	fields: [
		{ name: "derived_from_signal_id", type: "entity_ref", kind: "signal", rel: "derived_from" },
		{ name: "summary", type: "text" },
	],
	light: [
		...columns("title created_at"),
		{ name: "derived_from_signal_id", derive: findSignal },
		{ name: "props.summary", clip: 160, read: ({ props }) => props.summary },
	],
	slice: [{ limit: 6, compare: byCreation }],
	icon: "lightbulb",
	hue: 100,
});
