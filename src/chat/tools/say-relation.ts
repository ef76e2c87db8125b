import type { RelationReading } from "../../graph/model/relations.ts";

const HAS = /^has_(.+)$/;
/** Names that need "is" before them: referenced_by, derived_from, part_of, assigned_to. */
const PASSIVE = /_(?:by|from|of)$|ed_[a-z]+$/;

/**
 * Which way a relation runs, in words: "it depends on this", where "this" is what was asked about. Models take
 * "referenced_by (outgoing)" for its opposite.
 */
export function sayRelation(
	{ relation, direction }: Pick<RelationReading, "relation" | "direction">,
	kinds: { readonly source: string; readonly other: string },
): string {
	const isOutgoing = direction === "outgoing";
	const [subject, object] = isOutgoing ? ["this", "it"] : ["it", "this"];
	const part = HAS.exec(relation)?.[1];
	if (part !== undefined) return `${subject} has ${object} as ${part.replaceAll("_", " ")}`;
	const kind = isOutgoing ? kinds.other : kinds.source;
	// "supports_goal" of a goal: the kind is named already.
	const verb = relation.endsWith(`_${kind}`) ? relation.slice(0, -kind.length - 1) : relation;
	return `${subject} ${PASSIVE.test(verb) ? "is " : ""}${verb.replaceAll("_", " ")} ${object}`;
}
