import type { DemoEntity, DemoPart } from "./demo-part.ts";

/** A part whose every entity belongs to one project, so that the key is written once and cannot be forgotten. */
export function placeInProject(
	project: string,
	part: {
		readonly entities: readonly Omit<DemoEntity, "project">[];
		readonly edges: DemoPart["edges"];
	},
): DemoPart {
	return { entities: part.entities.map((entity) => ({ ...entity, project })), edges: part.edges };
}
