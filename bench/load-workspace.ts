import { join } from "node:path";
import { createOwnedWorkspace } from "../src/evaluate/load-eval-set.ts";
import { Graph } from "../src/graph/graph.ts";
import type { Principal } from "../src/graph/model/access.ts";
import type { Operation } from "../src/graph/model/operation.ts";
import { openDatabase } from "../src/graph/store/engine/open-database.ts";
import { Store } from "../src/graph/store/store.ts";
import type { BenchOptions } from "./bench.ts";
import { generateWorkspace, type WorkspaceShape } from "./generate-workspace.ts";

const BATCH = 1_000;
const VIA = "bench";

/** Writes a generated workspace through the public writer, in batches, and returns who may read it. */
export async function loadWorkspace(
	graph: Pick<Graph, "store">,
	shape: WorkspaceShape,
	onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Principal> {
	const name = `generated ${shape.seed}`;
	const principal = await createOwnedWorkspace(graph.store, { name, owner: "Bench" });
	const { projects, entities, edges } = generateWorkspace(shape);
	const operations: Operation[] = [
		...[...projects, ...entities].map((entity): Operation => ({ op: "create", entity })),
		...edges.map((edge): Operation => ({ op: "link", edge })),
	];
	const writer = graph.store.as(await graph.store.access(principal)).writer;
	for (let start = 0; start < operations.length; start += BATCH) {
		await writer.commit(operations.slice(start, start + BATCH), VIA);
		onProgress(Math.min(start + BATCH, operations.length), operations.length);
	}
	return principal;
}

export const EDGES_PER_ENTITY = 2;

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
