import { columns, declareKind, isTerminal, type Kind, states } from "../kind.ts";
import { bySoonest } from "../order.ts";

const soonestFirst = bySoonest("due_at");

export const milestone: Kind = declareKind({
	kind: "milestone",
	bodyName: "milestone",
	fields: [{ name: "due_at", type: "date" }],
	states: states("pending, in_progress active, completed terminal, missed terminal"),
	light: columns("title state_key type_key due_at completed_at created_at updated_at description:120"),
	dates: { due: "due_at" },
	slice: [
		{
			limit: 6,
			// Without this, a project of some age would show only what it has long reached.
			compare: (a, b) =>
				Number(isTerminal(milestone, a.state_key)) - Number(isTerminal(milestone, b.state_key)) ||
				soonestFirst(a, b),
		},
	],
	tell: ({ props }) => (props.due_at ? [{ name: "due_at", value: props.due_at }] : []),
	icon: "flag",
	hue: 85,
});
