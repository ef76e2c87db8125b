import { z } from "zod";
import { LONGEST_EDGE_TEXT } from "../../contract/limits.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { canonicaliseEdge } from "../../graph/model/relations.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { findEntity } from "./find-entity.ts";
import { defineWriteTool, named, type Proposal } from "./tool.ts";

type End = Pick<EntityHeader, "id" | "kind" | "title">;

/** A relation between two entities, which may be new themselves, or the words on one that is there. */
export function planLink(
	link: {
		readonly source: End;
		readonly rel: string;
		readonly target: End;
		readonly text?: string | undefined;
	},
	graph: GraphView,
): Proposal {
	const { source, rel, target, text } = link;
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
}

export const linkInput = z.strictObject({
	src_id: named,
	rel: z.string(),
	dst_id: named,
	text: z.string().max(LONGEST_EDGE_TEXT).optional().describe("Words on this connection"),
});

export const linkEntities = defineWriteTool({
	name: "link_entities",
	title: "Link two entities",
	description:
		"Join two entities by a relation, such as depends_on or relates_to; by any name where one is of a kind users made. Undoable.",
	tier: "W1",
	input: linkInput,
	plan({ src_id, rel, dst_id, text }, { reader: { graph } }) {
		const source = findEntity(graph, src_id, "source");
		return planLink({ source, rel, target: findEntity(graph, dst_id, "target"), text }, graph);
	},
});
