import { z } from "zod";
import { LONGEST_EDGE_TEXT } from "../../contract/limits.ts";
import { canonicaliseEdge } from "../../graph/model/relations.ts";
import { findEntity } from "./find-entity.ts";
import { defineWriteTool, named } from "./tool.ts";

export const linkEntities = defineWriteTool({
	name: "link_entities",
	title: "Link two entities",
	description:
		"Join two entities by a relation, such as depends_on, supports_goal, belongs_to_plan or relates_to. Undoable.",
	tier: "W1",
	input: z.strictObject({
		src_id: named,
		rel: z.string(),
		dst_id: named,
		text: z.string().max(LONGEST_EDGE_TEXT).optional().describe("Words on this connection"),
	}),
	plan({ src_id, rel, dst_id, text }, { reader: { graph } }) {
		const source = findEntity(graph, src_id, "source");
		const target = findEntity(graph, dst_id, "target");
		const stored = canonicaliseEdge({ src: source, rel, dst: target, isOwnKind: graph.kinds.isOwn });
		const known = graph
			.linksOf(stored.src.id)
			.map(({ edge }) => edge)
			.find(
				(edge) =>
					edge.origin === "stated" &&
					edge.src_id === stored.src.id &&
					edge.rel === stored.rel &&
					edge.dst_id === stored.dst.id,
			);
		const said = text === undefined || text === (known?.text ?? "") ? undefined : text;
		return {
			summary: `link "${source.title}" ${rel} "${target.title}"`,
			operations: [
				{
					op: "link",
					edge: { src_id: source.id, rel, dst_id: target.id, ...(text !== undefined && { text }) },
				},
			],
			diff: [
				...(known ? [] : [{ subject: source.title, field: rel, before: null, after: target.title }]),
				...(said === undefined
					? []
					: [
							{
								...{ subject: source.title, field: `${rel}: what is said about it` },
								...{ before: known?.text || null, after: said || null },
							},
						]),
			],
			edges: known ? [known] : [],
		};
	},
});
