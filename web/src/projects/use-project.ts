import { useParams } from "@tanstack/react-router";
import type { CallOptions } from "../../../src/client/connection.ts";
import type { ProjectGraph } from "../../../src/client/context-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { useEntity } from "../entities/use-entities.ts";

/** The project that the page is about. */
export function useProject() {
	const { ref } = useParams({ from: "/projects/$ref" });
	return useEntity(ref);
}

/** A project as nodes and edges: the most important (`light`), or all of it. */
export function useProjectGraph(projectId: string | undefined, form: "light" | "full") {
	return useRead(["graph", projectId, form], (options) => readGraph(projectId ?? "", form, options), {
		enabled: projectId !== undefined,
		staleTime: 30_000,
	});
}

async function readGraph(id: string, form: "light" | "full", options: CallOptions): Promise<ProjectGraph> {
	const first = await skein.projectGraph(id, { form }, options);
	const nodes = [...first.nodes];
	const edges = [...first.edges];
	let cursor = first.next_cursor ?? null;
	while (cursor !== null) {
		const page: ProjectGraph = await skein.projectGraph(id, { form, cursor }, options);
		nodes.push(...page.nodes);
		edges.push(...page.edges);
		cursor = page.next_cursor ?? null;
	}
	return { ...first, nodes, edges };
}
