import type { KindField } from "../../../src/client/workspace-calls.ts";
import { spellKey } from "../design/format.tsx";

/** Returns "Scale" for `facet_scale` and "Due" for `due_at`. */
export const nameField = ({ label, name }: KindField): string =>
	label ?? spellKey(name.replace(/^facet_/, "").replace(/_at$/, ""));

/** Turns a label into a name that queries can use. */
export const makeKindName = (label: string): string =>
	plain(label)
		.split(" ")
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join("");

export const makeFieldName = (label: string): string => plain(label).toLowerCase().replaceAll(" ", "_");

function plain(label: string): string {
	return label
		.normalize("NFKD")
		.replaceAll(/\p{Diacritic}/gu, "")
		.replaceAll(/[^A-Za-z0-9]+/g, " ")
		.trim()
		.replace(/^[0-9 ]+/, "");
}

type Words = Readonly<Record<string, readonly [outgoing: string, incoming: string]>>;

/** The relations that a person can choose, with the label of each at its source and at its target. */
const offered: Words = {
	relates_to: ["Relates to", "Related to"],
	blocks: ["Blocks", "Blocked by"],
	depends_on: ["Depends on", "Needed by"],
	requires: ["Requires", "Required by"],
	contains: ["Contains", "Part of"],
	has_task: ["Has task", "Task of"],
	has_plan: ["Has plan", "Plan of"],
	has_goal: ["Has goal", "Goal of"],
	has_milestone: ["Has milestone", "Milestone of"],
	has_risk: ["Has risk", "Risk of"],
	has_decision: ["Has decision", "Decision of"],
	has_requirement: ["Has requirement", "Requirement of"],
	has_document: ["Has document", "Document of"],
	has_output: ["Has output", "Output of"],
	has_signal: ["Has signal", "Signal of"],
	has_insight: ["Has insight", "Insight of"],
	supports_goal: ["Supports goal", "Supported by"],
	targets_milestone: ["Targets milestone", "Targeted by"],
	produces: ["Produces", "Produced by"],
	mitigates: ["Mitigates", "Mitigated by"],
	threatens: ["Threatens", "Threatened by"],
	derived_from: ["Derived from", "Source of"],
	achieved_by: ["Achieved by", "Achieves"],
	references: ["References", "Referenced by"],
};

/** The other names under which a relation is stored. An unknown relation is shown by its name. */
const words: Words = {
	...offered,
	part_of: ["Part of", "Contains"],
	has_context_document: ["Has context document", "Context document of"],
	belongs_to_plan: ["Task of", "Has task"],
	blocked_by: ["Blocked by", "Blocks"],
	produced_by: ["Produced by", "Produces"],
	mitigated_by: ["Mitigated by", "Mitigates"],
	referenced_by: ["Referenced by", "References"],
	mentions: ["Mentions", "Mentioned in"],
};

export function nameRelation(relation: string, direction: "outgoing" | "incoming"): string {
	const known = words[relation];
	if (known === undefined) return direction === "outgoing" ? spellKey(relation) : `${spellKey(relation)} of`;
	return direction === "outgoing" ? known[0] : known[1];
}

export interface RelationChoice {
	readonly relation: string;
	readonly direction: "outgoing" | "incoming";
	readonly label: string;
}

/** The relations between two entities, worded from either end. The server decides which kinds a relation can join. */
export const relationChoices: readonly RelationChoice[] = Object.keys(offered).flatMap((relation) =>
	(["outgoing", "incoming"] as const).map((direction) => ({
		relation,
		direction,
		label: nameRelation(relation, direction),
	})),
);
