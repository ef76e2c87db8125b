import type { EntityHeader } from "../../graph/model/entity.ts";
import { isContainment } from "../../graph/model/relations.ts";
import type { GraphView, Link } from "../../graph/search/view/graph-view.ts";
import type { PathStep } from "../model/candidate.ts";
import { readLink } from "../model/read-link.ts";

export const nameStep = ({ id, title }: Pick<EntityHeader, "id" | "title">): PathStep => ({ id, title });

/** Names one step along an edge, with the relation as it reads where the step begins. */
export function nameLink(from: EntityHeader, link: Link): PathStep {
	const { relation, direction } = readLink(from, link);
	return { ...nameStep(link.other), relation, direction };
}

const isAbove = ({ edge, seenFrom }: Link): boolean => seenFrom === "incoming" && isContainment(edge.rel);

/**
 * Lists the containers of an entity, nearest first. Of several containers one that is no project is more specific;
 * among equals the older edge counts, so that a parent does not change because another was added.
 */
export function findParents(graph: GraphView, id: string, depth: number): readonly Link[] {
	const parents: Link[] = [];
	const seen = new Set([id]);
	for (let below = id; parents.length < depth; ) {
		const [nearest] = graph
			.linksOf(below)
			.filter((link) => isAbove(link) && !seen.has(link.other.id) && link.other.archived_at === null)
			.sort((a, b) => Number(isWhole(graph, a.other)) - Number(isWhole(graph, b.other)) || byEdge(a, b));
		if (nearest === undefined) break;
		parents.push(nearest);
		seen.add(nearest.other.id);
		below = nearest.other.id;
	}
	return parents;
}

const isWhole = (graph: GraphView, { kind }: EntityHeader): boolean =>
	graph.kinds.find(kind)?.scope === "self";

const byEdge = (a: Link, b: Link): number =>
	a.edge.created_at.localeCompare(b.edge.created_at) || (a.edge.id < b.edge.id ? -1 : 1);

/** Lists the entities that an entity contains, oldest edge first. */
export function findChildren(graph: GraphView, id: string): readonly Link[] {
	const children = new Map<string, Link>();
	for (const link of graph.linksOf(id)) {
		if (link.seenFrom !== "outgoing" || !isContainment(link.edge.rel)) continue;
		if (link.other.archived_at === null && !children.has(link.other.id)) children.set(link.other.id, link);
	}
	return [...children.values()].sort(
		(a, b) => a.other.created_at.localeCompare(b.other.created_at) || (a.other.id < b.other.id ? -1 : 1),
	);
}

/** Lists the titles of the containers of an entity, outermost first, as far as the reader may see them. */
export function listTrail(graph: GraphView, id: string): readonly string[] {
	const project = graph.node(graph.node(id)?.project_id ?? "");
	return project === undefined || project.id === id ? [] : [project.title];
}
