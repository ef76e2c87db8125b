import type { Coverage, SnapshotEdge, SnapshotNode } from "../model/snapshot.ts";
import { inOneLine } from "./fence-text.ts";

interface PrintableGraph {
	readonly root_id: string;
	readonly root_kind: string;
	readonly max_depth?: number;
	readonly nodes: readonly SnapshotNode[];
	readonly edges: readonly SnapshotEdge[];
	readonly coverage: Coverage;
}

/** How ids are printed; what has no ref of its own keeps its id. */
interface RefSource {
	node(id: string): { readonly ref: string } | undefined;
}

const printList = (entries: readonly object[]): string =>
	entries.map((entry) => JSON.stringify(entry)).join(",\n");

/** A graph as one block of JSON, one node and one edge on each line; an edge is known by its ends and its relation. */
export function printGraph(source: RefSource, graph: PrintableGraph): string {
	const refOf = (id: string): string => source.node(id)?.ref ?? id;
	const { root_id, root_kind, max_depth, nodes, edges, coverage } = graph;
	const head = JSON.stringify({ root_id: refOf(root_id), root_kind, ...(max_depth && { max_depth }) });
	const shownNodes = nodes.map(({ id: _, ref, name, ...node }) => ({
		id: ref,
		...node,
		name: inOneLine(name),
	}));
	const shownEdges = edges.map((edge) => ({
		...edge,
		src_id: refOf(edge.src_id),
		dst_id: refOf(edge.dst_id),
	}));
	return `\`\`\`json\n${head.slice(0, -1)},"nodes":[\n${printList(shownNodes)}\n],"edges":[\n${printList(shownEdges)}\n],"coverage":${JSON.stringify(coverage)}}\n\`\`\`\n`;
}
