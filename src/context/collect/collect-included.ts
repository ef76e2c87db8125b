import type { Candidate } from "../model/candidate.ts";
import { type Findings, type Group, NOTHING_FOUND } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";

const INCLUDED: Group = {
	type: "group",
	section: "focus",
	key: "included",
	heading: "",
	beyond: 0,
	order: "given",
	printMissing: (count) => `- ... and ${count} more that were asked for: call get_entity_details\n\n`,
};

/** What the asker wants to see in any case; what can't be found is told. */
export function collectIncluded({ reader, request }: CollectScope): Findings {
	const asked = [...new Set(request.hints?.includeBlocks)];
	if (asked.length === 0) return NOTHING_FOUND;
	const nodes = asked.map((name) => ({ name, node: reader.graph.find(name) }));
	return {
		candidates: nodes.flatMap(({ node }, position): Candidate[] =>
			node === undefined
				? []
				: [
						{
							subject: node,
							collector: "included",
							section: "focus",
							group: INCLUDED.key,
							position,
							relevance: 1,
							path: [{ id: node.id, title: node.title }],
							reason: "asked for by name",
							mandatory: true,
						},
					],
		),
		parts: [INCLUDED],
		refused: nodes.flatMap(({ name, node }) => (node ? [] : [{ id: name, reason: "not_found" as const }])),
		considered: asked.length,
	};
}
