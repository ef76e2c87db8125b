import type { NewEdge } from "../../graph/model/entity.ts";
import type { Operation } from "../../graph/model/operation.ts";
import { canonicaliseRelation } from "../../graph/model/relations.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { ProposalBasis, ProposedWrite } from "../../graph/store/chat/approvals.ts";
import type { Proposal } from "./tool.ts";

/** Entities that an operation would change, or join to others. */
function listTouched(operation: Operation): readonly string[] {
	switch (operation.op) {
		case "update":
		case "delete":
		case "restore":
			return [operation.id];
		case "link":
			return [operation.edge.src_id, operation.edge.dst_id];
		case "create":
			return operation.entity.project_id ? [operation.entity.project_id] : [];
		default:
			return [];
	}
}

/** How a relation that is to be made would be stored. */
function nameStored({ src_id, rel, dst_id }: NewEdge): ProposalBasis["links"][number] {
	const stored = canonicaliseRelation(rel);
	const [src, dst] = stored.swap ? [dst_id, src_id] : [src_id, dst_id];
	return { src_id: src, rel: stored.rel, dst_id: dst };
}

/**
 * A proposal together with what it was planned on: the version of every entity and the content of every relation that it
 * would touch. If any of it changes, the difference that a person was shown is no longer what would happen.
 */
export function bindProposal(
	{ summary, operations, diff, edges = [] }: Proposal,
	graph: GraphView,
): Pick<ProposedWrite, "summary" | "operations" | "diff" | "basis"> {
	const touched = [
		...operations.flatMap(listTouched),
		...edges.flatMap((edge) => [edge.src_id, edge.dst_id]),
	];
	const nodes = [...new Set(touched)].flatMap((id) => graph.node(id) ?? []);
	const added = operations.flatMap((operation) => (operation.op === "link" ? [operation.edge] : []));
	const isThere = (id: string): boolean => graph.node(id) !== undefined;
	const basis: ProposalBasis = {
		versions: nodes.map(({ id, version }) => [id, version]),
		edges: edges.map(({ id, src_id, rel, dst_id, text }) => ({ id, src_id, rel, dst_id, text })),
		links: added.filter(({ src_id, dst_id }) => isThere(src_id) && isThere(dst_id)).map(nameStored),
	};
	return { summary, operations, diff, basis };
}
