import type { Edge } from "../../model/entity.ts";

const DEFAULT = 1;

/**
 * The weight of one step along a relation. The whole that a thing is part of says less about it than the things it
 * needs, answers or comes from: a project leads to everything in it.
 */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
	["contains", 0.5],
	["has_goal", 0.5],
	["has_document", 0.5],
	["has_plan", 0.7],
	["has_task", 0.7],
	["has_milestone", 0.5],
	["has_signal", 0.5],
	["has_insight", 0.5],
	["has_output", 0.7],
	["depends_on", 1.2],
	["blocks", 1.2],
	["derived_from", 1.2],
	["mitigates", 1.2],
	["supports_goal", 1],
	["references", 1],
	["relates_to", 1],
]);

export const weighRelation = ({ rel }: Pick<Edge, "rel">): number => WEIGHTS.get(rel) ?? DEFAULT;
