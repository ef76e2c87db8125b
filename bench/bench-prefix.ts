import { join } from "node:path";
import { o200k } from "../src/context/budget/tokenizer.ts";
import { buildContext, layOutContext } from "../src/context/build-context.ts";
import type { ContextPayload } from "../src/context/model/payload.ts";
import type { ContextRequest } from "../src/context/model/request.ts";
import { listShownItems, type Shown, writeDelta } from "../src/context/write-delta.ts";
import { round } from "../src/evaluate/figures.ts";
import { loadEvalSet, readEvalSet } from "../src/evaluate/load-eval-set.ts";
import { Graph } from "../src/graph/graph.ts";
import type { Principal } from "../src/graph/model/access.ts";
import { InvalidInputError } from "../src/graph/model/errors.ts";
import { openDatabase } from "../src/graph/store/engine/open-database.ts";
import { Store } from "../src/graph/store/store.ts";
import type { Bench, BenchFigures } from "./bench.ts";
import { Random } from "./random.ts";

const SESSIONS = 40;
const TURNS = 6;
/**
 * A provider's price for a token it writes to its cache and for one it reads from there, relative to an uncached token.
 */
const WRITE = 1.25;
const READ = 0.1;
/** A shorter prefix is not cached. */
const SHORTEST_PREFIX = 1_024;
const SYSTEM_TOKENS = 800;
const ANSWER_TOKENS = 200;
const TODAY = "2026-11-15";
const NOW = `${TODAY}T00:00:00.000Z`;

/** Questions as people ask them about an entity and its neighbours. */
const QUESTIONS: readonly ((title: string) => string)[] = [
	(title) => `What is ${title} about?`,
	(title) => `Who reviewed ${title}?`,
	(title) => `Which milestone does ${title} target?`,
	(title) => `What are the risks of ${title}?`,
	(title) => `What did ${title} replace, and why?`,
	(title) => `How is ${title} tested?`,
];

function billOf(total: number, prefix: number): number {
	const cached = prefix >= SHORTEST_PREFIX ? prefix : 0;
	const written = total >= SHORTEST_PREFIX ? WRITE : 1;
	return cached * READ + (total - cached) * written;
}

function sharedTokens(last: ContextPayload | undefined, next: ContextPayload): number {
	let shared = SYSTEM_TOKENS;
	for (const [index, layer] of next.metadata.layers.entries()) {
		if (last?.metadata.layers[index]?.hash !== layer.hash) break;
		shared += layer.tokens;
	}
	return last === undefined ? 0 : shared;
}

/** Asks questions of a graph, and adds up what that costs. */
function openSessions(graph: Graph, principal: Principal, seed: number) {
	const random = new Random(seed);
	const bill = { appended: 0, appendedCached: 0, appendedUncached: 0, rebuilt: 0, rebuiltUncached: 0 };
	const cache = { hits: 0, asked: 0 };
	const search = { hits: 0, asked: 0 };

	/** Draws the questions of one session: about one entity, and its neighbours. */
	async function draw(): Promise<readonly ContextRequest[]> {
		const { reader } = await graph.openSession(principal);
		const nodes = [...reader.graph.nodes()];
		let focus = random.pick(nodes);
		while (reader.graph.linksOf(focus.id).length < 3) focus = random.pick(nodes);
		const titles = [focus, ...reader.graph.linksOf(focus.id).map(({ other }) => other)].map(
			({ title }) => title,
		);
		return Array.from({ length: TURNS }, (_, turn) => ({
			query: random.pick(QUESTIONS)(turn % 2 === 0 ? (titles[0] ?? "") : random.pick(titles)),
			type: "chat" as const,
			focus: { id: focus.id },
			now: NOW,
		}));
	}

	/** Compares a prompt that only grows with one that is built again in its place. */
	async function converse(requests: readonly ContextRequest[]): Promise<void> {
		let shown: Shown = new Map();
		let last: ContextPayload | undefined;
		let sent = 0;
		for (const [turn, request] of requests.entries()) {
			if (turn > 0 && random.below(2) === 0) await write();
			const { reader } = await graph.openSession(principal);
			const laidOut = await layOutContext({ reader, request });
			const { payload } = laidOut;
			const { text, shown: next } = writeDelta({ ...laidOut, shown, query: request.query });
			const added =
				turn === 0 ? SYSTEM_TOKENS + payload.metadata.totalTokens : ANSWER_TOKENS + o200k.count(text);
			shown = turn === 0 ? listShownItems(payload) : next;
			bill.appended += billOf(sent + added, sent);
			bill.appendedCached += sent >= SHORTEST_PREFIX ? sent : 0;
			bill.appendedUncached += sent + added;
			sent += added;
			const rebuilt = SYSTEM_TOKENS + payload.metadata.totalTokens + turn * ANSWER_TOKENS;
			bill.rebuilt += billOf(rebuilt, sharedTokens(last, payload));
			bill.rebuiltUncached += rebuilt;
			last = payload;
		}
	}

	/**
	 * Asks every question twice, as an app does that shows the context before it is sent; every third turn somebody
	 * writes.
	 */
	async function ask(requests: readonly ContextRequest[]): Promise<void> {
		for (const [turn, request] of requests.entries()) {
			if (turn % 3 === 2) await write();
			for (const _ of ["dry run", "send"]) {
				const { reader } = await graph.openSession(principal);
				const known = (await buildContext({ reader, request })).metadata.cache;
				cache.hits += known.hits.length;
				cache.asked += known.hits.length + known.misses.length;
				search.hits += known.hits.includes("search") ? 1 : 0;
				search.asked += 1;
			}
		}
	}

	async function write(): Promise<void> {
		const { reader, writer } = await graph.openSession(principal);
		const { id } = random.pick([...reader.graph.nodes()]);
		const entity = (await reader.rows.getMany([id])).get(id);
		if (entity === undefined) return;
		const patch = { body: `${entity.body}\nLooked at again, note ${random.below(1_000_000)}.` };
		await writer.commit([{ op: "update", id, version: entity.version, patch }], "bench");
	}

	return { bill, cache, search, draw, converse, ask };
}

/**
 * How much of a conversation's prompt a provider has seen before, and how much of a context's work comes from our own
 * cache.
 */
export const benchPrefix: Bench = {
	name: "prefix",
	about:
		"six-turn conversations over a set: what prompts cost with a provider's cache, what our own cache answers",
	async run({ set: path, seed, folder, onProgress }): Promise<BenchFigures> {
		if (path === undefined) {
			throw new InvalidInputError("Name a folder with nodes.jsonl and edges.jsonl: --set FOLDER.", {
				field: "set",
			});
		}
		const graph = new Graph(new Store(await openDatabase({ dataFolder: join(folder, "data") })));
		try {
			const set = await readEvalSet(path);
			const { principal } = await loadEvalSet(graph, set, onProgress);
			const sessions = openSessions(graph, principal, seed);
			for (let index = 0; index < SESSIONS; index += 1) {
				const requests = await sessions.draw();
				await sessions.converse(requests);
				await sessions.ask(requests);
				onProgress(`sessions ${index + 1} of ${SESSIONS}`);
			}
			const { bill, cache, search } = sessions;
			return {
				set: set.name,
				sessions: SESSIONS,
				turns: SESSIONS * TURNS,
				appended_bill: round(bill.appended / bill.appendedUncached),
				appended_bill_of_rebuilt_uncached: round(bill.appended / bill.rebuiltUncached),
				rebuilt_bill: round(bill.rebuilt / bill.rebuiltUncached),
				prompt_cache_hit_rate: round(bill.appendedCached / bill.appendedUncached),
				cache_hit_rate: round(cache.hits / cache.asked),
				search_hit_rate: round(search.hits / search.asked),
			};
		} finally {
			await graph.close();
		}
	},
};
