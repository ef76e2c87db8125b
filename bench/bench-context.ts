import { o200k } from "../src/context/budget/tokenizer.ts";
import { buildContext } from "../src/context/build-context.ts";
import { collectLinked } from "../src/context/collect/collect-linked.ts";
import { openScope } from "../src/context/collect/collector.ts";
import { DEFAULT_CONTEXT_CONFIG } from "../src/context/model/config.ts";
import { chooseRecipe } from "../src/context/model/recipe.ts";
import type { ContextRequest } from "../src/context/model/request.ts";
import { renderShrinkable } from "../src/context/render/render-shrinkable.ts";
import { round as shorten, time } from "../src/evaluate/figures.ts";
import type { Reader } from "../src/graph/graph.ts";
import { type Bench, type BenchFigures, Measured } from "./bench.ts";
import { withGraph } from "./load-workspace.ts";
import { Random } from "./random.ts";

const ROUNDS = 200;
const WARM_UP = 40;
const NOW = "2026-11-15T00:00:00.000Z";

async function measureLinked(reader: Reader, request: ContextRequest, measured: Measured): Promise<void> {
	const recipe = chooseRecipe({ ...request, recipe: "element" }, DEFAULT_CONTEXT_CONFIG);
	const scope = await openScope({ reader, request, recipe });
	const { ms, result } = await time(async () =>
		(await collectLinked(scope)).parts.flatMap((part) => {
			if (part.type !== "digest") return [];
			const digest = renderShrinkable(part);
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

interface Asked {
	readonly query: string;
	readonly focus: string;
}

/** Searches as much as a context of this question considers, then builds the context; both are timed. */
async function measureContext(reader: Reader, { query, focus }: Asked) {
	const request: ContextRequest = { query, type: "chat", focus: { id: focus }, now: NOW };
	const { searchHits } = chooseRecipe(request, DEFAULT_CONTEXT_CONFIG);
	const search = await time(async () =>
		reader.graph.search({ query, focus, skipArchived: true, limit: searchHits }),
	);
	const build = await time(() => buildContext({ reader, request }));
	return { request, search, build };
}

/**
 * Builds a context for each request and records the figures under one name: each round has other rows and findings in
 * its caches.
 */
async function measureRound(
	reader: Reader,
	asked: readonly Asked[],
	round: "cold" | "warm",
	measured: Measured,
): Promise<void> {
	for (const each of asked) {
		const { search, build, request } = await measureContext(reader, each);
		const { timings, cache } = build.result.metadata;
		measured.add(`search ${round}`, search.ms);
		measured.add(`context ${round}`, build.ms);
		measured.add(`cache hits ${round}`, cache.hits.length / (cache.hits.length + cache.misses.length));
		for (const [stage, ms] of Object.entries(timings)) measured.add(`stage ${round} ${stage}`, ms);
		if (round === "cold") continue;
		measured.add("again", (await time(() => buildContext({ reader, request }))).ms);
		await measureLinked(reader, request, measured);
	}
}

/**
 * How long a context takes, by stage and collector, next to the search it uses. Cold: its rows are read for the first
 * time. Warm: every question is asked once more, from another focus, so that no search was made before and no context
 * comes from the cache.
 */
export const benchContext: Bench = {
	name: "context",
	about:
		"build contexts of 4,000 tokens over a generated workspace, stage by stage, compared with a plain search",
	run(options): Promise<BenchFigures> {
		const { entities, seed, onProgress } = options;
		return withGraph(options, async (graph, principal) => {
			const { reader } = await graph.openSession(principal);
			const random = new Random(seed);
			const nodes = [...reader.graph.nodes()];
			const draw = (): Asked => ({ query: random.pick(nodes).title, focus: random.pick(nodes).id });
			for (let turn = 0; turn < WARM_UP; turn += 1) await measureContext(reader, draw());
			const asked = Array.from({ length: ROUNDS }, draw);
			const turned = asked.map(({ query }, index) => ({
				query,
				focus: (asked[(index + 1) % asked.length] ?? draw()).focus,
			}));
			const measured = new Measured();
			onProgress("asking");
			await measureRound(reader, asked, "cold", measured);
			await measureRound(reader, turned, "warm", measured);
			const compare = (round: "cold" | "warm"): number =>
				shorten(measured.p(0.95, `context ${round}`) / measured.p(0.95, `search ${round}`));
			return {
				entities,
				...measured.list("search"),
				...measured.list("context"),
				context_to_search_p95_cold: compare("cold"),
				context_to_search_p95_warm: compare("warm"),
				cache_hits_cold: measured.mean("cache hits cold"),
				cache_hits_warm: measured.mean("cache hits warm"),
				...measured.list("again"),
				...measured.list("linked alone"),
				linked_tokens_max: measured.p(1, "linked tokens"),
				...measured.list("stage cold"),
				...measured.list("stage warm"),
			};
		});
	},
};
