import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { GraphPage, SnapshotEdge } from "../model/snapshot.ts";
import { membersOf } from "./list-project-entities.ts";
import { measureCoverage } from "./measure-coverage.ts";
import { describeNode } from "./snapshot-project.ts";

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
