import { expect, test } from "vitest";
import { sayRelation } from "./say-relation.ts";

test.each([
	["depends_on", "outgoing", "task", "task", "this depends on it"],
	["depends_on", "incoming", "task", "task", "it depends on this"],
	["referenced_by", "outgoing", "note", "task", "this is referenced by it"],
	["belongs_to_plan", "outgoing", "task", "plan", "this belongs to it"],
	["supports_goal", "incoming", "goal", "task", "it supports this"],
	["has_task", "outgoing", "plan", "task", "this has it as task"],
	["has_context_document", "incoming", "document", "project", "it has this as context document"],
	["part_of", "outgoing", "task", "milestone", "this is part of it"],
	["assigned_to", "outgoing", "task", "Person", "this is assigned to it"],
	["painted", "incoming", "Wall", "Person", "it painted this"],
] as const)("[N7] %s (%s) of a %s and a %s: %s", (relation, direction, source, other, said) => {
	expect(sayRelation({ relation, direction }, { source, other })).toBe(said);
});
