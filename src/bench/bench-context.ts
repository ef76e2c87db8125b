import { join } from "node:path";
import { buildContext } from "../context/build-context.ts";
import { Graph } from "../graph/graph.ts";
import { openDatabase } from "../graph/store/open-database.ts";
import { Store } from "../graph/store/store.ts";
import { type Bench, type BenchFigures, percentile, round, time } from "./bench.ts";
import { loadWorkspace } from "./load-workspace.ts";
import { Random } from "./random.ts";

const ROUNDS = 200;
const WARM_UP = 20;
/** As many as a context considers, so that both do the same search. */
const SEARCH_HITS = 15;
const NOW = "2026-11-15T00:00:00.000Z";

/** How long a context takes with everything warm, by stage, beside the search it rests on. */
export const benchContext: Bench = {
	name: "context",
	about: "build contexts of 4,000 tokens over a generated workspace, stage by stage, beside a plain search",
	async run({ entities, seed, folder, onProgress }): Promise<BenchFigures> {
		const graph = new Graph(new Store(await openDatabase({ dataFolder: join(folder, "data") })));
		try {
			onProgress("writing the workspace");
			const principal = await loadWorkspace(graph, { seed, entities, edges: entities * 2 });
			const { reader } = await graph.as(principal);
			const random = new Random(seed);
			const nodes = [...reader.graph.nodes()];
			const searches: number[] = [];
			const builds: number[] = [];
			const stages = new Map<string, number[]>();
			for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
				const query = random.pick(nodes).title;
				const focus = { id: random.pick(nodes).id };
				const search = await time(async () =>
					reader.graph.search({ query, focus: focus.id, limit: SEARCH_HITS }),
				);
				const build = await time(() =>
					buildContext({ reader, request: { query, type: "chat", focus, now: NOW } }),
				);
				if (round < WARM_UP) continue;
				searches.push(search.ms);
				builds.push(build.ms);
				for (const [stage, ms] of Object.entries(build.result.metadata.timings)) {
					stages.set(stage, [...(stages.get(stage) ?? []), ms]);
				}
			}
			const byStage = [...stages].map(([stage, values]) => [
				`${stage}_p95_ms`,
				round(percentile(values, 0.95)),
			]);
			return {
				entities,
				search_p50_ms: round(percentile(searches, 0.5)),
				search_p95_ms: round(percentile(searches, 0.95)),
				context_p50_ms: round(percentile(builds, 0.5)),
				context_p95_ms: round(percentile(builds, 0.95)),
				context_to_search_p95: round(percentile(builds, 0.95) / percentile(searches, 0.95)),
				...Object.fromEntries(byStage),
			};
		} finally {
			await graph.close();
		}
	},
};
