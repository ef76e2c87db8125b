import { join } from "node:path";
import { Graph } from "../graph/graph.ts";
import { openDatabase } from "../graph/store/open-database.ts";
import { Store } from "../graph/store/store.ts";
import { type Bench, type BenchFigures, type BenchOptions, round, seconds, time } from "./bench.ts";
import { loadWorkspace } from "./load-workspace.ts";

const EDGES_PER_ENTITY = 2.5;
const MEGABYTE = 1_000_000;
const PROGRESS_STEP = 20_000;

interface Loaded {
	readonly loadMs: number;
	readonly graphMs: number;
	readonly residentMegabytes: number;
}

async function loadInto(
	name: string,
	database: Parameters<typeof openDatabase>[0],
	{ entities, seed, onProgress }: BenchOptions,
): Promise<Loaded> {
	const graph = new Graph(new Store(await openDatabase(database)));
	try {
		const shape = { seed, entities, edges: Math.round(entities * EDGES_PER_ENTITY) };
		const { ms: loadMs, result: principal } = await time(() =>
			loadWorkspace(graph, shape, (done, total) => {
				if (done % PROGRESS_STEP === 0) onProgress(`${name}: ${done} of ${total} written`);
			}),
		);
		const before = process.memoryUsage().heapUsed;
		onProgress(`${name}: building the graph in memory`);
		const { ms: graphMs } = await time(() => graph.as(principal));
		const residentMegabytes = (process.memoryUsage().heapUsed - before) / MEGABYTE;
		return { loadMs, graphMs, residentMegabytes };
	} finally {
		await graph.close();
	}
}

/** How long it takes to write a workspace through the front door, into each store, and what it weighs in memory. */
export const benchLoad: Bench = {
	name: "load",
	about:
		"write a generated workspace into the embedded store, and into PostgreSQL when --database-url is given",
	async run(options): Promise<BenchFigures> {
		const embedded = await loadInto("embedded", { dataFolder: join(options.folder, "data") }, options);
		const memory = process.memoryUsage();
		const postgres = options.databaseUrl
			? await loadInto("postgres", { databaseUrl: options.databaseUrl }, options)
			: null;
		return {
			entities: options.entities,
			edges: Math.round(options.entities * EDGES_PER_ENTITY),
			embedded_load_s: seconds(embedded.loadMs),
			postgres_load_s: postgres && seconds(postgres.loadMs),
			embedded_to_postgres: postgres && round(embedded.loadMs / postgres.loadMs),
			graph_build_s: seconds(embedded.graphMs),
			graph_heap_mb: round(embedded.residentMegabytes),
			process_rss_mb: round(memory.rss / MEGABYTE),
			process_heap_mb: round(memory.heapUsed / MEGABYTE),
		};
	},
};
