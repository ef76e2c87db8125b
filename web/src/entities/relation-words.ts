import { spellKey } from "../design/spell-key.ts";

/** The label of a relation at its source and at its target; other relations are shown by their names. */
const words: Readonly<Record<string, readonly [outgoing: string, incoming: string]>> = {
	contains: ["Contains", "Part of"],
	part_of: ["Part of", "Contains"],
	has_goal: ["Has goal", "Goal of"],
	has_document: ["Has document", "Document of"],
	has_context_document: ["Has context document", "Context document of"],
	has_plan: ["Has plan", "Plan of"],
	has_task: ["Has task", "Task of"],
	belongs_to_plan: ["Task of", "Has task"],
	has_milestone: ["Has milestone", "Milestone of"],
	has_risk: ["Has risk", "Risk of"],
	has_requirement: ["Has requirement", "Requirement of"],
	has_decision: ["Has decision", "Decision of"],
	has_output: ["Has output", "Output of"],
	has_signal: ["Has signal", "Signal of"],
	has_insight: ["Has insight", "Insight of"],
	derived_from: ["Derived from", "Source of"],
	supports_goal: ["Supports goal", "Supported by"],
	targets_milestone: ["Targets milestone", "Targeted by"],
	depends_on: ["Depends on", "Needed by"],
	requires: ["Requires", "Required by"],
	blocks: ["Blocks", "Blocked by"],
	blocked_by: ["Blocked by", "Blocks"],
	produces: ["Produces", "Produced by"],
	produced_by: ["Produced by", "Produces"],
	mitigates: ["Mitigates", "Mitigated by"],
	mitigated_by: ["Mitigated by", "Mitigates"],
	threatens: ["Threatens", "Threatened by"],
	achieved_by: ["Achieved by", "Achieves"],
	references: ["References", "Referenced by"],
	referenced_by: ["Referenced by", "References"],
	mentions: ["Mentions", "Mentioned in"],
	relates_to: ["Relates to", "Related to"],
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

const offered = [
	"relates_to",
	"blocks",
	"depends_on",
	"requires",
	"contains",
	"has_task",
	"has_plan",
	"has_goal",
	"has_milestone",
	"has_risk",
	"has_decision",
	"has_requirement",
	"has_document",
	"has_output",
	"has_signal",
	"has_insight",
	"supports_goal",
	"targets_milestone",
	"produces",
	"mitigates",
	"threatens",
	"derived_from",
	"achieved_by",
	"references",
] as const;

/** The relations between two entities, worded from either end. The server decides which kinds a relation can join. */
export const relationChoices: readonly RelationChoice[] = offered.flatMap((relation) =>
	(["outgoing", "incoming"] as const).map((direction) => ({
		relation,
		direction,
		label: nameRelation(relation, direction),
	})),
);
