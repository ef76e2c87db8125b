import { useMemo, useState } from "react";
import type { GraphEdge } from "../../../src/client/context-calls.ts";
import { skein } from "../api/skein.ts";
import { TextButton } from "../design/buttons.tsx";
import { countOf } from "../design/format.tsx";
import { LoadState } from "../design/notice.tsx";
import { type DrawnNode, GraphCanvas, nothingHidden } from "../graph/graph-canvas.tsx";
import { GraphFilters } from "../graph/graph-filters.tsx";
import { GraphTable } from "../graph/graph-table.tsx";
import { useGo } from "../route/use-go.ts";
import { useProject, useProjectGraph } from "./use-project.ts";

/** A project up to this size is drawn whole at once. */
const smallProject = 300;

/** A project as a graph to explore: a click opens a node in the side panel and adds its neighbours. */
export function ProjectGraph() {
	const go = useGo();
	const project = useProject().data;
	const [chosen, setForm] = useState<"light" | "full" | null>(null);
	const light = useProjectGraph(project?.id, "light");
	const size = Object.values(light.data?.coverage ?? {}).reduce((sum, { total }) => sum + total, 0);
	const form = chosen ?? (size > 0 && size <= smallProject ? "full" : "light");
	const graph = useProjectGraph(light.data === undefined ? undefined : project?.id, form);
	const [added, setAdded] = useState<{ nodes: readonly DrawnNode[]; edges: readonly GraphEdge[] }>({
		nodes: [],
		edges: [],
	});
	const [hidden, hide] = useState(nothingHidden);

	const { nodes, edges } = useMemo(() => {
		if (project === undefined || graph.data === undefined) return { nodes: [], edges: [] };
		const root = { id: project.id, ref: project.ref, kind: project.kind, name: project.title };
		const known = new Map<string, DrawnNode>([[root.id, root]]);
		for (const node of [...graph.data.nodes, ...added.nodes]) known.set(node.id, node);
		const among = [...graph.data.edges, ...added.edges].filter(
			({ src_id: source, dst_id: target }) => known.has(source) && known.has(target),
		);
		return { nodes: [...known.values()], edges: [...new Map(among.map((edge) => [edge.id, edge])).values()] };
	}, [project, graph.data, added]);

	async function expand(id: string) {
		const node = nodes.find((candidate) => candidate.id === id);
		if (node === undefined) return;
		go.beside(node.ref);
		const linked = await skein.links.of(id, null).catch(() => null);
		if (linked === null) return;
		setAdded((before) => ({
			nodes: [...before.nodes, ...linked.entities],
			edges: [
				...before.edges,
				...linked.entities.flatMap(({ id: other, relations }) =>
					relations.map(({ edgeId, relation, direction }) => ({
						id: edgeId,
						rel: relation,
						src_id: direction === "outgoing" ? id : other,
						dst_id: direction === "outgoing" ? other : id,
					})),
				),
			],
		}));
	}

	const shownNodes = useMemo(() => nodes.filter(({ kind }) => !hidden.kinds.has(kind)), [nodes, hidden]);
	const shownEdges = useMemo(() => edges.filter(({ rel }) => !hidden.relations.has(rel)), [edges, hidden]);

	if (graph.isError) return <LoadState query={graph} what="The graph" className="px-6" />;
	if (project === undefined || graph.data === undefined) return <div className="skeleton mx-6 h-96" />;
	return (
		<div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-6 pb-6 max-md:px-4">
			<div className="flex flex-wrap items-center gap-2">
				<p className="text-12 text-ink-faint tabular-nums">
					{countOf(shownNodes.length, "node")}, {countOf(shownEdges.length, "link")}
				</p>
				<TextButton
					aria-pressed={form === "full"}
					onClick={() => setForm(form === "full" ? "light" : "full")}
				>
					{form === "full" ? "Show what matters most" : "Show everything"}
				</TextButton>
				<GraphFilters nodes={nodes} edges={edges} hidden={hidden} onHide={hide} />
			</div>
			<div className="h-[56vh] shrink-0 max-md:h-[45vh]">
				<GraphCanvas
					key={form}
					rootId={project.id}
					nodes={nodes}
					edges={edges}
					hidden={hidden}
					onOpen={(id) => void expand(id)}
				/>
			</div>
			<GraphTable nodes={shownNodes} edges={shownEdges} onExpand={(id) => void expand(id)} />
		</div>
	);
}
