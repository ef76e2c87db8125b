import type { EntityHeader } from "../graph/model/entity.ts";
import { readRelation } from "../graph/model/relations.ts";
import type { GraphView, Link } from "../graph/search/view/graph-view.ts";

const MOST_LISTED = 200;

/** An edge as it reads from one of its ends. */
export function readLink(source: Pick<EntityHeader, "kind">, { edge, other, seenFrom }: Link) {
	return readRelation(edge.rel, seenFrom, seenFrom === "outgoing" ? source.kind : other.kind);
}

/** An entity under the names that groups of linked entities use. */
export const summarise = ({ kind, id, ref, title, state_key, type_key }: EntityHeader) => ({
	...{ kind, id, ref, name: title, state: state_key, typeKey: type_key },
});

/** Lists all neighbours of an entity, with their number; of a hub only the first. */
export function listRelationships(source: Pick<EntityHeader, "id" | "kind">, graph: GraphView) {
	const links = graph.linksOf(source.id);
	return {
		relationships: links.slice(0, MOST_LISTED).map((link) => {
			const { relation, direction } = readLink(source, link);
			return { relation, direction, edgeId: link.edge.id, ...summarise(link.other) };
		}),
		relationship_count: links.length,
	};
}
