import type { EntityHeader } from "../model/entity.ts";
import { readRelation } from "../model/relations.ts";
import type { GraphView, Link } from "./view/graph-view.ts";

const MOST_LISTED = 200;

function presentLink(source: Pick<EntityHeader, "kind">, { edge, other, seenFrom }: Link) {
	const sourceKind = seenFrom === "outgoing" ? source.kind : other.kind;
	const { relation, direction } = readRelation(edge.rel, seenFrom, sourceKind);
	const { kind, id, ref, title: name, state_key: state, type_key: typeKey } = other;
	return { relation, direction, edgeId: edge.id, kind, id, ref, name, state, typeKey };
}

/** What an entity depends on, what depends on it and whatever else joins it to others; a hub is cut, and its links counted. */
export function listRelationships(source: Pick<EntityHeader, "id" | "kind">, graph: GraphView) {
	const links = graph.linksOf(source.id);
	return {
		relationships: links.slice(0, MOST_LISTED).map((link) => presentLink(source, link)),
		relationship_count: links.length,
	};
}
