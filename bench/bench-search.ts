import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { multiply } from "../src/chat/models/measure-cosines.ts";
import { type Latency, latencyOf, round, time } from "../src/evaluate/figures.ts";
import type { Principal } from "../src/graph/model/access.ts";
import { ResidentGraphs } from "../src/graph/search/resident/resident-graphs.ts";
import { PassageVectors } from "../src/graph/search/score/passage-vectors.ts";
import { rankSuggestions } from "../src/graph/search/suggest-entities.ts";
import type { GraphView } from "../src/graph/search/view/graph-view.ts";
import { openDatabase } from "../src/graph/store/engine/open-database.ts";
import { SqlSearch } from "../src/graph/store/engine/sql-search.ts";
import { Store } from "../src/graph/store/store.ts";
import { type Bench, type BenchFigures, type BenchOptions, Measured, seconds, timeRounds } from "./bench.ts";
import { generateWorkspace } from "./generate-workspace.ts";
import { loadWorkspace } from "./load-workspace.ts";
import { measureMemory } from "./measure-memory.ts";
import { Random } from "./random.ts";
import { startReferenceMemory } from "./reference-memory.ts";
import { SyntheticMeaning } from "./synthetic-meaning.ts";

const EDGES_PER_ENTITY = 2.5;
const ROUNDS = 300;
const WARM_UP = 60;
const HITS = 20;
const WRITES = 1_000;
const OVERLAP_QUESTIONS = 30;
const SLOW_ROUNDS = 40;
/** The reference server reads and writes its whole memory at every call. */
const MOST_FOR_REFERENCE = 20_000;
const MEGABYTE = 1_000_000;
const NANOSECONDS = 1_000_000;

const measure = async (
	rounds: number,
	work: (round: number) => unknown,
	warmUp = WARM_UP,
): Promise<Latency> => latencyOf(await timeRounds(rounds, work, warmUp));

interface Ground {
	readonly store: Store;
	readonly principal: Principal;
	readonly snapshotFolder: string;
	readonly meaning: SyntheticMeaning;
	readonly engineBytes: () => number;
}

async function viewOf({ store, principal }: Ground, graphs: ResidentGraphs): Promise<GraphView> {
	for (;;) {
		const view = await graphs.view(await store.access(principal));
		if (view) return view;
	}
}

/** Builds from the database and then from its snapshot; the main thread's lag shows whether others are held up. */
async function measureBuild(ground: Ground): Promise<BenchFigures> {
	const { store, snapshotFolder } = ground;
	const lag = monitorEventLoopDelay({ resolution: 5 });
	lag.enable();
	const built = new ResidentGraphs(store.feed, undefined, { snapshotFolder });
	const building = await time(() => viewOf(ground, built));
	const p99 = lag.percentile(99) / NANOSECONDS;
	lag.disable();
	await built.close();
	const loaded = new ResidentGraphs(store.feed, undefined, { snapshotFolder });
	const loading = await time(async () => (await viewOf(ground, loaded)).search({ query: "ba", limit: HITS }));
	const parts: Readonly<Record<string, number>> = loaded.measure(ground.principal.workspaceId) ?? {};
	const memory = measureMemory(parts, ground.engineBytes());
	await loaded.close();
	const byPart = Object.entries(parts).map(([part, bytes]) => [`${part}_mb`, round(bytes / MEGABYTE)]);
	return {
		build_s: seconds(building.ms),
		build_lag_p99_ms: round(p99),
		snapshot_answer_s: seconds(loading.ms),
		...Object.fromEntries(byPart),
		graph_mb: memory.graph,
		heap_mb: memory.heap,
		rss_mb: memory.rss,
	};
}

/** Measures the suggestions of a picker after the first letter, which fits most names, and after the third. */
async function measureSuggestions(view: GraphView, queryOf: QueryOf): Promise<BenchFigures> {
	const offer = (letters: number) => (index: number) =>
		rankSuggestions(view, { q: queryOf(index).slice(0, letters) }, []);
	const [one, three] = [await measure(ROUNDS, offer(1)), await measure(ROUNDS, offer(3))];
	return { suggest_1_letter_p95_ms: one.p95, suggest_3_letters_p95_ms: three.p95 };
}

/** Searches for every write at once, by its own name. One that is not found is stale. */
async function measureWrites(ground: Ground, graphs: ResidentGraphs): Promise<BenchFigures> {
	const { store, principal } = ground;
	const { writer } = store.as(await store.access(principal));
	const measured = new Measured();
	let stale = 0;
	for (let index = 0; index < WRITES; index += 1) {
		const title = `Quokka${index} ledger`;
		const entity = { kind: "note", title, body: "Written to be found." };
		const writing = await time(() => writer.commit([{ op: "create", entity }], "bench"));
		// First the caller's rights and the newest revision; then the changes since; then the search itself.
		const asking = await time(() => store.access(principal));
		const following = await time(async () => (await graphs.view(asking.result)) ?? viewOf(ground, graphs));
		const searching = await time(async () => following.result.search({ query: title, limit: HITS }));
		if (searching.result.hits[0]?.node.title !== title) stale += 1;
		measured.add("write", writing.ms);
		measured.add("write_to_found", asking.ms + following.ms + searching.ms);
		measured.add("found_ask", asking.ms);
		measured.add("found_follow", following.ms);
		measured.add("found_search", searching.ms);
	}
	return {
		...{ writes: WRITES, stale, write_p95_ms: measured.p(0.95, "write") },
		...measured.list("write_to_found"),
		...measured.list("found"),
	};
}

/** Returns the share of a question's best hits that stay the same when signs choose the candidates. */
function measureOverlap(ids: readonly string[], { meaning }: Ground): number {
	const stored = ids.map((id) => meaning.vectorOf(id));
	const vectors = new PassageVectors({ floor: 0.2, ceiling: 0.75 });
	for (const [node, vector] of stored.entries()) vectors.put(node, [{ ordinal: 0, vector }]);
	const best = (cosines: readonly (readonly [node: number, cosine: number])[]): readonly number[] =>
		[...cosines]
			.sort((a, b) => b[1] - a[1])
			.slice(0, HITS)
			.map(([node]) => node);
	let same = 0;
	for (let index = 0; index < OVERLAP_QUESTIONS; index += 1) {
		const question = meaning.questionAbout(ids[(index * 997) % ids.length] as string, index);
		const compared: (readonly [number, number])[] = [];
		vectors.compare(
			question,
			() => true,
			(node, _, cosine) => compared.push([node, cosine]),
		);
		const right = new Set(best(stored.map((vector, node) => [node, multiply(question, vector)])));
		same += best(compared).filter((node) => right.has(node)).length;
	}
	return round(same / (OVERLAP_QUESTIONS * Math.min(HITS, ids.length)));
}

/** Runs the same questions through the function inside the database; null where it is not available. */
async function measureSql(sql: SqlSearch, { workspaceId, accountId }: Principal, queryOf: QueryOf) {
	const isThere = await sql.enable().then(
		() => true,
		() => false,
	);
	if (!isThere) return null;
	const ask = (index: number) => sql.search({ workspaceId, accountId, query: queryOf(index), limit: HITS });
	return measure(SLOW_ROUNDS, ask, 3);
}

type QueryOf = (round: number) => string;

async function measureReference(options: BenchOptions, queryOf: QueryOf): Promise<Latency | null> {
	const { entities, seed, folder } = options;
	if (entities > MOST_FOR_REFERENCE) return null;
	const edges = Math.round(entities * EDGES_PER_ENTITY);
	const memory = await startReferenceMemory(generateWorkspace({ seed, entities, edges }), folder);
	try {
		return memory ? await measure(SLOW_ROUNDS, (index) => memory.search(queryOf(index)), 3) : null;
	} finally {
		await memory?.close();
	}
}

const ratio = (other: Latency | null, own: Latency): number | null => other && round(other.p95 / own.p95);

/** Search over the whole workspace with everything warm, compared with the two other ways to answer. */
export const benchSearch: Bench = {
	name: "search",
	about:
		"build a generated workspace's graph, search it, write to it; compared with SQL and the reference memory server",
	async run(options): Promise<BenchFigures> {
		const { entities, seed, folder, databaseUrl, onProgress } = options;
		const dataFolder = join(folder, "data");
		const db = await openDatabase(databaseUrl ? { databaseUrl } : { dataFolder });
		const store = new Store(db);
		onProgress("writing the workspace");
		try {
			const shape = { seed, entities, edges: Math.round(entities * EDGES_PER_ENTITY) };
			const ground: Ground = {
				...{ store, principal: await loadWorkspace({ store }, shape), meaning: new SyntheticMeaning(seed) },
				...{ snapshotFolder: join(folder, "graphs"), engineBytes: () => db.engineBytes?.() ?? 0 },
			};
			onProgress("building the graph, and reading it back");
			const building = await measureBuild(ground);
			const graphs = new ResidentGraphs(store.feed, ground.meaning, ground);
			const view = await viewOf(ground, graphs);
			await graphs.settle();
			const random = new Random(seed);
			const nodes = [...view.nodes()].map(({ id, title }) => ({ id, title }));
			const asked = Array.from({ length: ROUNDS + WARM_UP }, () => random.pick(nodes));
			const queryOf: QueryOf = (index) => asked[index]?.title ?? "";
			onProgress("searching");
			const plain = await measure(ROUNDS, (index) => view.search({ query: queryOf(index), limit: HITS }));
			const questions = asked.map(({ id }, index) => ground.meaning.questionAbout(id, index));
			const full = await measure(ROUNDS, (index) =>
				view.search({ query: queryOf(index), queryVector: questions[index], limit: HITS }),
			);
			const suggesting = await measureSuggestions(view, queryOf);
			onProgress("writing and finding");
			const writing = await measureWrites(ground, graphs);
			await graphs.close();
			const overlap = measureOverlap(
				nodes.map(({ id }) => id),
				ground,
			);
			onProgress("asking the others");
			const reference = await measureReference(options, queryOf);
			const sql = await measureSql(new SqlSearch(db), ground.principal, queryOf);
			return {
				...{ entities, edges: shape.edges, ...building },
				...{ search_p50_ms: plain.p50, search_p95_ms: plain.p95 },
				...{ meaning_p50_ms: full.p50, meaning_p95_ms: full.p95, sign_overlap_at_20: overlap },
				...{ ...suggesting, ...writing },
				...{ sql_p50_ms: sql?.p50 ?? null, sql_p95_ms: sql?.p95 ?? null },
				sql_to_meaning_p95: ratio(sql, full),
				...{ reference_p50_ms: reference?.p50 ?? null, reference_p95_ms: reference?.p95 ?? null },
				reference_to_search_p95: ratio(reference, plain),
				reference_to_meaning_p95: ratio(reference, full),
			};
		} finally {
			await store.close();
		}
	},
};
