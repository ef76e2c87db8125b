import { join } from "node:path";
import { Graph } from "../src/graph/graph.ts";
import type { Principal } from "../src/graph/model/access.ts";
import { openDatabase } from "../src/graph/store/engine/open-database.ts";
import { Store } from "../src/graph/store/store.ts";
import type { BenchOptions } from "./bench.ts";
import { loadWorkspace } from "./load-workspace.ts";

const EDGES_PER_ENTITY = 2;

/** Writes a generated workspace into an embedded store, runs the work, and closes the store. */
export async function withGraph<Result>(
	{ entities, seed, folder, onProgress }: BenchOptions,
	work: (graph: Graph, principal: Principal) => Promise<Result>,
): Promise<Result> {
	const graph = new Graph(new Store(await openDatabase({ dataFolder: join(folder, "data") })));
	try {
		onProgress("writing the workspace");
		return await work(
			graph,
			await loadWorkspace(graph, { seed, entities, edges: entities * EDGES_PER_ENTITY }),
		);
	} finally {
		await graph.close();
	}
}
