import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { remember } from "../model/remember.ts";
import type { Coverage, KindCoverage } from "../model/snapshot.ts";
import { membersOf } from "./list-project-entities.ts";

const coverageOf = remember((_: GraphView) => new Map<string, Coverage>());

export function measureLinks(
	graph: GraphView,
	node: EntityHeader,
): { readonly direct: boolean; readonly unlinked: boolean; readonly isolated: boolean } {
	const { direct, isolated } = graph.joins(node.id, node.project_id);
	return { direct, unlinked: !direct, isolated };
}

function measure(graph: GraphView, projectId: string): Coverage {
	const counts = new Map<string, { -readonly [Key in keyof KindCoverage]: number }>();
	for (const node of membersOf(graph, projectId)) {
		const count = counts.get(node.kind) ?? { total: 0, direct: 0, unlinked: 0, isolated: 0 };
		counts.set(node.kind, count);
		const { direct, unlinked, isolated } = measureLinks(graph, node);
		count.total += 1;
		count.direct += Number(direct);
		count.unlinked += Number(unlinked);
		count.isolated += Number(isolated);
	}
	return Object.fromEntries(
		graph.kinds.all.flatMap(({ kind, plural }) => {
			const count = counts.get(kind);
			return count ? [[plural, count]] : [];
		}),
	);
}

/**
 * Measures how far edges agree with membership, by kind: joined to the project by a stored edge, not joined to it,
 * joined to nothing at all. Counts what the reader may see, once for a view.
 */
export function measureCoverage(graph: GraphView, projectId: string): Coverage {
	const known = coverageOf(graph);
	const coverage = known.get(projectId) ?? measure(graph, projectId);
	known.set(projectId, coverage);
	return coverage;
}
