import type { EntityHeader } from "../../graph/model/entity.ts";
import { shortTitle } from "../../graph/model/kind.ts";
import { thenById } from "../../graph/model/order.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { GraphPage, GraphSnapshot, SnapshotEdge, SnapshotNode } from "../model/payload.ts";
import { measureCoverage, membersOf } from "./list-project-entities.ts";

/** How far a picture of a project reaches along stored edges. */
const SNAPSHOT_DEPTH = 2;

export interface Reached {
	readonly node: EntityHeader;
	/** 1 when a stored edge joins it to the project. */
	readonly depth: number;
	/** The entity that joins it to the project, one step nearer; empty when an edge does so directly. */
	readonly through: readonly string[];
}

/** The members of a project that stored edges reach from it. Belonging to the project is no edge and is not walked. */
export function reachMembers(
	graph: GraphView,
	projectId: string,
	depth = SNAPSHOT_DEPTH,
): ReadonlyMap<string, Reached> {
	const reached = new Map<string, { node: EntityHeader; depth: number; through: string[] }>();
	let frontier: readonly string[] = [projectId];
	for (let step = 1; step <= depth && frontier.length > 0; step += 1) {
		const next: string[] = [];
		for (const from of frontier) {
			for (const { other } of graph.linksOf(from)) {
				if (other.project_id !== projectId || other.id === projectId || other.archived_at !== null) continue;
				const known = reached.get(other.id);
				if (known === undefined) {
					reached.set(other.id, { node: other, depth: step, through: step === 1 ? [] : [from] });
					next.push(other.id);
				} else if (known.depth === step && step > 1) known.through.push(from);
			}
		}
		frontier = next;
	}
	return reached;
}

export interface SnapshotLimits {
	readonly nodes: number;
	readonly edges: number;
	readonly perKind: number;
	/** How many steps from the project; two where nothing is said. */
	readonly depth?: number;
}

export const LIGHT_SNAPSHOT: SnapshotLimits = { nodes: 60, edges: 80, perKind: 10 };

const DAY_LENGTH = "2026-01-31".length;

/** The most important come first, then the nearest to the project, then the last changed. */
function orderReached(graph: GraphView, reached: ReadonlyMap<string, Reached>): readonly Reached[] {
	const weights = new Map(
		[...reached.values()].map(({ node }) => [node.id, graph.kinds.find(node.kind)?.weigh?.(node) ?? 0]),
	);
	const weightOf = (node: EntityHeader): number => weights.get(node.id) ?? 0;
	const compare = thenById((a, b) => weightOf(b) - weightOf(a) || b.updated_at.localeCompare(a.updated_at));
	return [...reached.values()].sort(
		(a, b) => weightOf(b.node) - weightOf(a.node) || a.depth - b.depth || compare(a.node, b.node),
	);
}

/** Chooses the best nodes. One two steps away brings the node between, or the graph would fall apart. */
function chooseNodes(ordered: readonly Reached[], limits: SnapshotLimits): readonly Reached[] {
	const rankOf = new Map(ordered.map((entry, rank) => [entry.node.id, { entry, rank }]));
	const chosen = new Map<string, Reached>();
	const perKind = new Map<string, number>();
	const hasRoom = (entries: readonly Reached[]): boolean =>
		chosen.size + entries.length <= limits.nodes &&
		entries.every(({ node }) => {
			const more = entries.filter((other) => other.node.kind === node.kind).length;
			return (perKind.get(node.kind) ?? 0) + more <= limits.perKind;
		});
	const add = (entry: Reached): void => {
		chosen.set(entry.node.id, entry);
		perKind.set(entry.node.kind, (perKind.get(entry.node.kind) ?? 0) + 1);
	};
	for (const entry of ordered) {
		if (chosen.has(entry.node.id)) continue;
		if (entry.through.length === 0 || entry.through.some((id) => chosen.has(id))) {
			if (hasRoom([entry])) add(entry);
			continue;
		}
		const joints = entry.through
			.flatMap((id) => rankOf.get(id) ?? [])
			.sort((a, b) => a.rank - b.rank)
			.map((joint) => joint.entry);
		const joint = joints.find((candidate) => hasRoom([candidate, entry]));
		if (joint === undefined) continue;
		add(joint);
		add(entry);
	}
	return [...chosen.values()];
}

const describeNode = (node: EntityHeader, name: string, isJoined: boolean): SnapshotNode => ({
	id: node.id,
	ref: node.ref,
	kind: node.kind,
	name,
	state_key: node.state_key,
	type_key: node.type_key,
	direct_edge: isJoined,
	last_updated: node.updated_at.slice(0, DAY_LENGTH),
});

/** The edges among the root and these nodes; those of the first nodes first, so that a beginning of both lists fits together. */
function edgesAmong(graph: GraphView, root: EntityHeader, nodes: readonly SnapshotNode[]): SnapshotEdge[] {
	const places = new Map([root.id, ...nodes.map(({ id }) => id)].map((id, place) => [id, place]));
	const edges = [...places.keys()].flatMap((id) =>
		graph.linksOf(id).flatMap(({ edge, other, seenFrom }) => {
			const place = places.get(other.id);
			if (seenFrom !== "outgoing" || place === undefined) return [];
			const source = graph.node(id) as EntityHeader;
			const { id: edgeId, src_id, rel, dst_id } = edge;
			const ends = { src_id, src_kind: source.kind, dst_id, dst_kind: other.kind };
			return [{ edge: { id: edgeId, ...ends, rel }, place: Math.max(place, places.get(id) ?? 0) }];
		}),
	);
	return edges.sort((a, b) => a.place - b.place || (a.edge.id < b.edge.id ? -1 : 1)).map(({ edge }) => edge);
}

/** A project as a small graph: what stored edges reach from it, the most important first, with what membership alone knows. */
export function snapshotProject(
	graph: GraphView,
	project: EntityHeader,
	limits: SnapshotLimits = LIGHT_SNAPSHOT,
): GraphSnapshot {
	const { depth = SNAPSHOT_DEPTH } = limits;
	const reached = reachMembers(graph, project.id, depth);
	const nodes = chooseNodes(orderReached(graph, reached), limits).map(({ node, depth }) =>
		describeNode(node, shortTitle(graph.kinds.get(node.kind), node.title), depth === 1),
	);
	const edges = edgesAmong(graph, project, nodes);
	return {
		root_id: project.id,
		root_kind: project.kind,
		max_depth: depth,
		nodes,
		edges: edges.slice(0, limits.edges),
		coverage: measureCoverage(graph, project.id),
		omitted: {
			nodes: reached.size - nodes.length,
			edges: Math.max(0, edges.length - limits.edges),
		},
	};
}

/** An edge goes with its source, or with its target where the source lies outside the project. */
function edgesOf(graph: GraphView, node: EntityHeader): readonly SnapshotEdge[] {
	return graph.linksOf(node.id).flatMap(({ edge, other, seenFrom }) => {
		if (seenFrom === "incoming" && other.project_id === node.project_id) return [];
		const [source, target] = seenFrom === "outgoing" ? [node, other] : [other, node];
		const { id, src_id, rel, dst_id } = edge;
		return [{ id, src_id, src_kind: source.kind, dst_id, dst_kind: target.kind, rel }];
	});
}

/** Every member of a project with every edge it has, by id, a page at a time. */
export function pageProjectGraph(
	graph: GraphView,
	project: EntityHeader,
	page: { readonly cursor: number; readonly limit: number },
): GraphPage {
	const joined = new Set(graph.linksOf(project.id).map(({ other }) => other.id));
	const members = [...membersOf(graph, project.id)].sort((a, b) => (a.id < b.id ? -1 : 1));
	const end = page.cursor + page.limit;
	const shown = members.slice(page.cursor, end);
	const sources = page.cursor === 0 ? [project, ...shown] : shown;
	return {
		root_id: project.id,
		root_kind: project.kind,
		nodes: shown.map((node) => describeNode(node, node.title, joined.has(node.id))),
		edges: sources.flatMap((node) => edgesOf(graph, node)),
		coverage: measureCoverage(graph, project.id),
		total: members.length,
		next_cursor: end < members.length ? end : null,
	};
}
