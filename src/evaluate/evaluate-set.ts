import { join } from "node:path";
import { buildContext } from "../context/build-context.ts";
import type { ContextRequest } from "../context/model/request.ts";
import { Graph, type Session } from "../graph/graph.ts";
import type { Embedder } from "../graph/model/embedder.ts";
import type { Edge } from "../graph/model/entity.ts";
import { BudgetTooSmallError } from "../graph/model/errors.ts";
import type { Operation } from "../graph/model/operation.ts";
import { printTimeLeft } from "../graph/search/embed/print-time-left.ts";
import type { LegName } from "../graph/search/view/search-query.ts";
import { openDatabase } from "../graph/store/engine/open-database.ts";
import { Store } from "../graph/store/store.ts";
import { latencyOf, round, time } from "./figures.ts";
import { type EvalQuery, type EvalSet, type LoadedSet, loadEvalSet } from "./load-eval-set.ts";
import { averageScores, type RankingScore, scoreRanking } from "./score-ranking.ts";

export interface EvaluateOptions {
	readonly set: EvalSet;
	/** An empty folder of its own, removed afterwards. */
	readonly folder: string;
	readonly embedder?: Embedder | undefined;
	/** Token budgets at which contexts are built. */
	readonly budgets: readonly number[];
	/** Ways of searching to leave out, to see what each is worth. */
	readonly without?: readonly LegName[];
	readonly onProgress: (step: string) => void;
}

export const BUDGETS = [500, 1000, 2000, 4000] as const;
const RANKED = 50;
const PROGRESS_EVERY_MS = 5_000;
const NOW = "2026-01-01T00:00:00.000Z";

interface Answer {
	readonly score: RankingScore;
	readonly ms: number;
	/** By budget, whether the context held every answer in full. */
	readonly evident: readonly boolean[];
}

/** Asks every question of a set as a user would, and measures how well and how fast it is answered. */
export async function evaluateSet(options: EvaluateOptions) {
	const { set, folder, embedder, budgets, onProgress } = options;
	const store = new Store(await openDatabase({ dataFolder: join(folder, "data") }));
	const graph = new Graph(store, { embedder });
	try {
		const loading = await time(async () => {
			const loaded = await loadEvalSet(graph, set, onProgress);
			await graph.openSession(loaded.principal);
			await indexAloud(graph, loaded.principal.workspaceId, onProgress);
			return loaded;
		});
		const answers: Answer[] = [];
		for (const [index, query] of set.queries.entries()) {
			answers.push(await answerQuery(graph, loading.result, query, options));
			if (index % 50 === 49) onProgress(`questions ${index + 1} of ${set.queries.length}`);
		}
		const share = (index: number): number =>
			round(answers.filter(({ evident }) => evident[index]).length / (answers.length || 1));
		const perQuery = answers.map(({ score }) => score);
		return {
			set: set.name,
			nodes: set.nodes.length,
			edges: set.edges.length,
			queries: set.queries.length,
			...averageScores(perQuery),
			// The share of questions whose every answer is in full in a context of at most so many tokens.
			evidence: Object.fromEntries(budgets.map((budget, index) => [String(budget), share(index)])),
			latency_ms: latencyOf(answers.map(({ ms }) => ms)),
			index_ms: Math.round(loading.ms),
			perQuery,
		};
	} finally {
		await graph.close();
	}
}

/** Embedding takes most of the time; without a word now and then it looks like a run that hangs. */
async function indexAloud(
	graph: Graph,
	workspaceId: string,
	onProgress: EvaluateOptions["onProgress"],
): Promise<void> {
	const tell = async (): Promise<void> => {
		const progress = await graph.indexingProgress(workspaceId);
		if (progress === null) return;
		const { indexed, pending, failed, secondsLeft } = progress;
		onProgress(`embedding ${indexed} of ${indexed + pending + failed}${printTimeLeft(secondsLeft)}`);
	};
	const timer = setInterval(() => void tell().catch(() => undefined), PROGRESS_EVERY_MS);
	try {
		await graph.index(workspaceId);
		await tell();
	} finally {
		clearInterval(timer);
	}
}

async function answerQuery(
	graph: Graph,
	{ principal, idOf, kindOf }: LoadedSet,
	query: EvalQuery,
	{ budgets, without = [] }: EvaluateOptions,
): Promise<Answer> {
	const open = (): Promise<Session> => graph.openSession(principal);
	const apart = (query.remove_edges ?? []).map(([from, to]) => [idOf(from), idOf(to)] as const);
	const focus = query.focus === undefined ? undefined : idOf(query.focus);
	const gold = query.gold.map(idOf);
	const restore = await takeApart(open, apart);
	try {
		const { reader } = await open();
		const { ms, result } = await time(async () =>
			reader.graph.search({
				query: query.text,
				focus,
				apart,
				without,
				limit: RANKED,
				exclude: (query.exclude ?? []).map(idOf),
				kinds: query.pool_kind === undefined ? undefined : [kindOf(query.pool_kind)],
				queryVector: without.includes("meaning") ? undefined : await reader.embedQuery(query.text),
			}),
		);
		const ranking = result.hits.map(({ node }) => node.id);
		const evident: boolean[] = [];
		const request = {
			...{ query: query.text, type: "search" as const, now: NOW, apart },
			...(focus !== undefined && { focus: { id: focus } }),
		};
		for (const total of budgets)
			evident.push(await showsInFull(reader, { ...request, budget: { total } }, gold));
		return { score: scoreRanking(ranking, gold), ms, evident };
	} finally {
		await restore();
	}
}

async function showsInFull(
	reader: Session["reader"],
	request: ContextRequest,
	gold: readonly string[],
): Promise<boolean> {
	try {
		const payload = await buildContext({ reader, request });
		const full = new Set(
			payload.sections.flatMap(({ items }) =>
				items.filter(({ form }) => form === "full").map(({ id }) => id),
			),
		);
		return gold.every((id) => full.has(id));
	} catch (error) {
		if (error instanceof BudgetTooSmallError) return false;
		throw error;
	}
}

const VIA = "eval";
const LINK = /!?\[\[([^[\]|#]*)(?:[#|][^[\]]*)?\]\]/g;

const fold = (text: string): string => text.toLowerCase().trim();
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Removes from a text its links to a title, and the title in its words. */
function withoutMention(text: string, title: string): string {
	const unlinked = text.replace(LINK, (link, target: string) => (fold(target) === fold(title) ? "" : link));
	return unlinked.replace(
		new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(title)}(?![\\p{L}\\p{N}])`, "giu"),
		"",
	);
}

/**
 * Takes every connection between pairs out of the workspace: stated edges, and what the first one's text says of the
 * second. Returns what brings all of it back.
 */
export async function takeApart(
	open: () => Promise<Session>,
	pairs: readonly (readonly [string, string])[],
): Promise<() => Promise<void>> {
	if (pairs.length === 0) return async () => undefined;
	const { reader, writer } = await open();
	const removed: Edge[] = [];
	const changed = new Map<string, { readonly before: string; after: string; readonly version: number }>();
	for (const [first, second] of pairs) {
		for (const { edge, other } of reader.graph.linksOf(first)) {
			if (other.id === second && edge.origin === "stated") removed.push(edge);
		}
		const source = (await reader.rows.getMany([first])).get(first);
		const target = reader.graph.node(second);
		if (source === undefined || target === undefined) continue;
		const known = changed.get(first) ?? { before: source.body, after: source.body, version: source.version };
		changed.set(first, { ...known, after: withoutMention(known.after, target.title) });
	}
	const rewrites = [...changed].filter(([, { before, after }]) => before !== after);
	const operations: Operation[] = [...new Set(removed.map(({ id }) => id))].map(
		(id): Operation => ({ op: "unlink", id }),
	);
	for (const [id, { after, version }] of rewrites) {
		operations.push({ op: "update", id, version, patch: { body: after } });
	}
	if (operations.length > 0) await writer.commit(operations, VIA);
	return async () => {
		const session = await open();
		const current = await session.reader.rows.getMany(rewrites.map(([id]) => id));
		const back: Operation[] = rewrites.map(([id, { before }]) => ({
			op: "update",
			id,
			version: current.get(id)?.version ?? 0,
			patch: { body: before },
		}));
		for (const { src_id, rel, dst_id, text } of new Map(removed.map((edge) => [edge.id, edge])).values()) {
			back.push({ op: "link", edge: { src_id, rel, dst_id, text } });
		}
		if (back.length > 0) await session.writer.commit(back, VIA);
	};
}
