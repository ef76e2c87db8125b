import { join } from "node:path";
import { round, time } from "../src/evaluate/figures.ts";
import { ResidentGraphs } from "../src/graph/search/resident/resident-graphs.ts";
import { type OpenDatabaseOptions, openDatabase } from "../src/graph/store/engine/open-database.ts";
import { Store } from "../src/graph/store/store.ts";
import { type Bench, type BenchFigures, type BenchOptions, seconds } from "./bench.ts";
import { loadWorkspace } from "./load-workspace.ts";
import { measureMemory } from "./measure-memory.ts";

const EDGES_PER_ENTITY = 2.5;
const PROGRESS_STEP = 20_000;

async function loadInto(
	name: string,
	database: OpenDatabaseOptions,
	{ entities, seed, onProgress }: BenchOptions,
) {
	const db = await openDatabase(database);
	const store = new Store(db);
	try {
		const shape = { seed, entities, edges: Math.round(entities * EDGES_PER_ENTITY) };
		const { ms: loadMs, result: principal } = await time(() =>
			loadWorkspace({ store }, shape, (done, total) => {
				if (done % PROGRESS_STEP === 0) onProgress(`${name}: ${done} of ${total} written`);
			}),
		);
		onProgress(`${name}: building the graph in memory`);
		const access = await store.access(principal);
		const resident = new ResidentGraphs(store.feed);
		const { ms: graphMs } = await time(() => resident.view(access));
		await resident.settle();
		const parts = resident.measure(access.workspaceId) ?? {};
		return { loadMs, graphMs, memory: measureMemory(parts, db.engineBytes?.() ?? 0) };
	} finally {
		await store.close();
	}
}

const nameFigures = (engine: string, loaded: Awaited<ReturnType<typeof loadInto>> | null): BenchFigures => ({
	[`${engine}_load_s`]: loaded && seconds(loaded.loadMs),
	[`${engine}_graph_build_s`]: loaded && seconds(loaded.graphMs),
	...Object.fromEntries(
		Object.entries(loaded?.memory ?? {}).map(([part, value]) => [`${engine}_${part}_mb`, value]),
	),
});

/** How long it takes to write a workspace through the public writer, into each store, and how much memory it takes. */
export const benchLoad: Bench = {
	name: "load",
	about:
		"write a generated workspace into the embedded store, and into PostgreSQL when --database-url is given",
	async run(options): Promise<BenchFigures> {
		// First, so that memory left behind by the embedded engine is not counted as PostgreSQL's.
		const postgres = options.databaseUrl
			? await loadInto("postgres", { databaseUrl: options.databaseUrl }, options)
			: null;
		const embedded = await loadInto("embedded", { dataFolder: join(options.folder, "data") }, options);
		return {
			entities: options.entities,
			edges: Math.round(options.entities * EDGES_PER_ENTITY),
			...nameFigures("embedded", embedded),
			...nameFigures("postgres", postgres),
			embedded_to_postgres: postgres && round(embedded.loadMs / postgres.loadMs),
		};
	},
};
