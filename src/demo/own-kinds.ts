import type { OwnKindDefinition } from "../graph/model/own-kind.ts";

/** The kinds that Rillmark defined for itself. */
export const OWN_KINDS: readonly OwnKindDefinition[] = [
	{
		kind: "Person",
		label: "Person",
		plural: "People",
		icon: "user-round",
		hue: 215,
		fields: [
			{ name: "role", type: "text" },
			{ name: "email", type: "email" },
			{ name: "team", type: "entity_ref", kind: "Team" },
			{ name: "manager", type: "entity_ref", kind: "Person", says: ["report to", "answer to"] },
			{ name: "start", type: "date", label: "With us since" },
			{ name: "skills", type: "text_list" },
			{ name: "profile", type: "note_ref" },
		],
	},
	{
		kind: "Team",
		label: "Team",
		plural: "Teams",
		icon: "users-round",
		hue: 170,
		fields: [
			{ name: "mission", type: "text" },
			{ name: "lead", type: "entity_ref", kind: "Person" },
			{ name: "members", type: "computed", query: "SELECT p FROM Person WHERE p.team = {this}" },
		],
	},
	{
		kind: "OKR",
		label: "OKR",
		plural: "OKRs",
		icon: "gauge",
		hue: 45,
		fields: [
			{ name: "owner", type: "entity_ref", kind: "Person" },
			{ name: "team", type: "entity_ref", kind: "Team" },
			{ name: "state", type: "select", options: ["draft", "on_track", "at_risk", "achieved", "missed"] },
			{ name: "quarter", type: "text" },
			{ name: "key_results", type: "text_list" },
			{ name: "goals", type: "entity_ref_list", kind: "goal" },
		],
	},
];
