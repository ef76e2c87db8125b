import type { EntityHeader } from "../../graph/model/entity.ts";
import { groupBy } from "../../graph/model/group-by.ts";
import { CONTEXT_DOCUMENT_TYPE } from "../../graph/model/kind.ts";
import { remember as keep } from "../../graph/model/remember.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { Coverage, KindCoverage } from "../model/payload.ts";
import { remember } from "../model/remember.ts";

const gatherMembers = remember((graph: GraphView) =>
	groupBy(
		[...graph.nodes()].filter(({ id, project_id, archived_at }) => project_id !== id && archived_at === null),
		({ project_id }) => project_id,
	),
);

/** Lists the entities of a project that are not archived. One pass over a view serves every project. */
export const membersOf = (graph: GraphView, projectId: string): readonly EntityHeader[] =>
	gatherMembers(graph).get(projectId) ?? [];

/** The context document that the project points to; one that is only filed as such counts where none is. */
export function findContextDocument(graph: GraphView, projectId: string): EntityHeader | undefined {
	const rel = "has_context_document";
	const [stated] = graph.related({ of: projectId, rel, direction: "outgoing" });
	if (stated) return stated;
	return membersOf(graph, projectId)
		.filter(({ type_key: type }) => type === CONTEXT_DOCUMENT_TYPE)
		.sort((a, b) => (a.id < b.id ? -1 : 1))[0];
}

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
	return keep(coverageOf(graph), projectId, () => measure(graph, projectId));
}
