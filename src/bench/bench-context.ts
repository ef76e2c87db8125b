import { join } from "node:path";
import { o200k } from "../context/budget/tokenizer.ts";
import { buildContext } from "../context/build-context.ts";
import { collectLinked } from "../context/collect/collect-linked.ts";
import { openScope } from "../context/collect/open-scope.ts";
import { DEFAULT_CONTEXT_CONFIG } from "../context/model/config.ts";
import { chooseRecipe } from "../context/model/recipe.ts";
import type { ContextRequest } from "../context/model/request.ts";
import { renderDigest } from "../context/render/render-digest.ts";
import { Graph, type Reader } from "../graph/graph.ts";
import { openDatabase } from "../graph/store/open-database.ts";
import { Store } from "../graph/store/store.ts";
import { type Bench, type BenchFigures, percentile, round, time } from "./bench.ts";
import { loadWorkspace } from "./load-workspace.ts";
import { Random } from "./random.ts";

const ROUNDS = 200;
const WARM_UP = 40;
const NOW = "2026-11-15T00:00:00.000Z";

/** Figures of many rounds, by what was measured. */
class Measured {
	readonly #values = new Map<string, number[]>();

	add(name: string, value: number): void {
		this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
	}

	p(share: number, name: string): number {
		return round(percentile(this.#values.get(name) ?? [], share));
	}

	list(prefix: string): BenchFigures {
		const names = [...this.#values.keys()].filter((name) => name.startsWith(prefix)).sort();
		return Object.fromEntries(
			names.flatMap((name) => [
				[`${name}_p50_ms`, this.p(0.5, name)],
				[`${name}_p95_ms`, this.p(0.95, name)],
			]),
		);
	}
}

/** What the linked entities take by themselves: found, printed and counted. */
async function measureLinked(reader: Reader, request: ContextRequest, measured: Measured): Promise<void> {
	const recipe = chooseRecipe({ ...request, recipe: "element" }, DEFAULT_CONTEXT_CONFIG);
	const scope = await openScope({ reader, request, recipe });
	const { ms, result } = await time(async () =>
		(await collectLinked(scope)).parts.flatMap((part) => {
			if (part.type !== "digest") return [];
			const digest = renderDigest(part);
			for (let size = digest.largest; size > 0; size -= 1) {
				const tokens = digest.print(size).reduce((sum, { text }) => sum + o200k.count(text), 0);
				if (tokens <= part.cap) return [tokens];
			}
			return [0];
		}),
	);
	measured.add("linked alone", ms);
	measured.add("linked tokens", result[0] ?? 0);
}

/** How long a context takes with everything warm, by stage and collector, beside the search it rests on. */
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
			const measured = new Measured();
			let hits = 0;
			let asked = 0;
			for (let turn = 0; turn < ROUNDS + WARM_UP; turn += 1) {
				const query = random.pick(nodes).title;
				const focus = { id: random.pick(nodes).id };
				const request: ContextRequest = { query, type: "chat", focus, now: NOW };
				const { searchHits } = chooseRecipe(request, DEFAULT_CONTEXT_CONFIG);
				// As many hits as the context considers, so that both do the same search.
				const search = await time(async () =>
					reader.graph.search({ query, focus: focus.id, skipArchived: true, limit: searchHits }),
				);
				const build = await time(() => buildContext({ reader, request }));
				const again = await time(() => buildContext({ reader, request }));
				if (turn < WARM_UP) continue;
				await measureLinked(reader, request, measured);
				measured.add("search", search.ms);
				measured.add("context", build.ms);
				measured.add("again", again.ms);
				const { timings, cache } = build.result.metadata;
				hits += cache.hits.length;
				asked += cache.hits.length + cache.misses.length;
				for (const [stage, ms] of Object.entries(timings)) measured.add(`stage ${stage}`, ms);
			}
			return {
				entities,
				...measured.list("search"),
				...measured.list("context"),
				context_to_search_p95: round(measured.p(0.95, "context") / measured.p(0.95, "search")),
				...measured.list("again"),
				cache_hits: round(hits / asked),
				...measured.list("linked alone"),
				linked_tokens_max: measured.p(1, "linked tokens"),
				...measured.list("stage"),
			};
		} finally {
			await graph.close();
		}
	},
};
