import { useQuery } from "@tanstack/react-query";
import { getProjectGraph, type ProjectGraph } from "../api/workspace-calls.ts";

/** A project as nodes and edges: the most important (`light`), or all of it. */
export function useProjectGraph(projectId: string | undefined, form: "light" | "full") {
	return useQuery({
		queryKey: ["graph", projectId, form],
		queryFn: ({ signal }) => readGraph(projectId ?? "", form, signal),
		enabled: projectId !== undefined,
		staleTime: 30_000,
	});
}

async function readGraph(id: string, form: "light" | "full", signal: AbortSignal): Promise<ProjectGraph> {
	const first = await getProjectGraph(id, { form }, { signal });
	const nodes = [...first.nodes];
	const edges = [...first.edges];
	let cursor = first.next_cursor ?? null;
	while (cursor !== null) {
		const page: ProjectGraph = await getProjectGraph(id, { form, cursor }, { signal });
		nodes.push(...page.nodes);
		edges.push(...page.edges);
		cursor = page.next_cursor ?? null;
	}
	return { ...first, nodes, edges };
}
