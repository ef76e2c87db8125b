import { z } from "zod";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import { canonicaliseRelation } from "../../graph/model/relations.ts";
import { findEntity } from "./find-entity.ts";
import { defineWriteTool, named } from "./tool.ts";

export const unlinkEntities = defineWriteTool({
	name: "unlink_entities",
	title: "Remove a link",
	description: "Remove the relation between two entities that somebody stated. Undoable.",
	tier: "W1",
	input: z.strictObject({ src_id: named, rel: z.string(), dst_id: named }),
	plan({ src_id, rel, dst_id }, { reader }) {
		const source = findEntity(reader.graph, src_id, "source");
		const target = findEntity(reader.graph, dst_id, "target");
		const stored = canonicaliseRelation(rel);
		const [from, to] = stored.swap ? [target, source] : [source, target];
		const edges = reader.graph
			.linksOf(from.id)
			.filter(
				({ edge, seenFrom }) =>
					seenFrom === "outgoing" &&
					edge.rel === stored.rel &&
					edge.dst_id === to.id &&
					edge.origin === "stated",
			);
		if (edges.length === 0) throw new EntityNotFoundError("link");
		return {
			summary: `remove the link "${source.title}" ${rel} "${target.title}"`,
			operations: edges.map(({ edge }) => ({ op: "unlink", id: edge.id })),
			diff: [
				{ subject: source.title, field: rel, before: target.title, after: null },
				...edges
					.filter(({ edge }) => edge.text !== "")
					.map(({ edge }) => ({
						...{ subject: source.title, field: `${rel}: what is said about it` },
						...{ before: edge.text, after: null },
					})),
			],
			edges: edges.map(({ edge }) => edge),
		};
	},
});
