import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { multiply } from "../src/chat/models/measure-cosines.ts";
import { percentile, round, time } from "../src/evaluate/figures.ts";
import { readEvalSet } from "../src/evaluate/load-eval-set.ts";
import { cutPassages } from "../src/graph/model/cut-passages.ts";
import { LocalEmbedder } from "../src/graph/search/embed/local-embedder.ts";
import { type Bench, type BenchFigures, nameLatency, timeRounds } from "./bench.ts";
import { generateVault } from "./generate-vault.ts";

/** Enough for a steady pace; thousands would take minutes and give the same figure. */
const MOST_TEXTS = 320;
const QUESTIONS = 40;
const ASKED_EVERY_MS = 100;
const LAG_RESOLUTION_MS = 5;

/** Embeds texts in batches as the indexer does, and asks questions meanwhile. */
async function measurePace(
	embedder: LocalEmbedder,
	texts: readonly string[],
): Promise<Readonly<Record<string, number>>> {
	await embedder.embed(texts.slice(0, embedder.batchSize), { kind: "document" });
	const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
	lag.enable();
	const asking = new AbortController();
	const questions = askNowAndThen(embedder, asking.signal);
	const { ms } = await time(async () => {
		for (let start = 0; start < texts.length; start += embedder.batchSize) {
			await embedder.embed(texts.slice(start, start + embedder.batchSize), { kind: "document" });
		}
	});
	lag.disable();
	asking.abort();
	const waits = await questions;
	return {
		texts_per_s: round((texts.length / ms) * 1e3),
		lag_p99_ms: round(lag.percentile(99) / 1e6 - LAG_RESOLUTION_MS),
		...nameLatency("question", waits),
	};
}

async function askNowAndThen(embedder: LocalEmbedder, signal: AbortSignal): Promise<readonly number[]> {
	const waits: number[] = [];
	while (!signal.aborted) {
		waits.push((await time(() => ask(embedder, waits.length))).ms);
		await pause(ASKED_EVERY_MS);
	}
	return waits;
}

const ask = (embedder: LocalEmbedder, number: number): Promise<unknown> =>
	embedder.embed([`Which of the readings of gauge ${number} were taken after the flood?`], { kind: "query" });

/**
 * Returns the share of the full-precision model's time that the rounded one takes for the same texts. Each batch is
 * embedded by one and then by the other, so that other load on the machine slows down both.
 */
async function compareWithFull(rounded: LocalEmbedder, texts: readonly string[]): Promise<BenchFigures> {
	const full = new LocalEmbedder({ precision: "full", processes: 1 });
	const spent = { rounded: 0, full: 0 };
	const cosines: number[] = [];
	try {
		await ask(full, 0);
		for (let start = 0; start < texts.length; start += rounded.batchSize) {
			const batch = texts.slice(start, start + rounded.batchSize);
			const mine = await time(() => rounded.embed(batch, { kind: "document" }));
			const theirs = await time(() => full.embed(batch, { kind: "document" }));
			spent.rounded += mine.ms;
			spent.full += theirs.ms;
			for (const [index, vector] of mine.result.entries())
				cosines.push(multiply(vector, theirs.result[index] ?? new Float32Array()));
		}
	} finally {
		await full.close();
	}
	return {
		share_of_full_time: round(spent.rounded / spent.full),
		cosine_to_full_p50: round(percentile(cosines, 0.5)),
		cosine_to_full_p05: round(percentile(cosines, 0.05)),
	};
}

const cutText = (title: string, text: string): readonly string[] =>
	cutPassages(text).map(({ start, end }) => `${title}. ${text.slice(start, end)}`);

async function gatherTexts(seed: number, set: string | undefined): Promise<readonly string[]> {
	const notes =
		set === undefined
			? [...generateVault({ seed, notes: MOST_TEXTS })].map(({ path, text }) => ({ title: path, text }))
			: (await readEvalSet(set)).nodes;
	const all = notes.flatMap(({ title, text }) => cutText(title, text));
	const step = Math.max(1, all.length / MOST_TEXTS);
	return Array.from(
		{ length: Math.min(MOST_TEXTS, all.length) },
		(_, index) => all[Math.floor(index * step)] ?? "",
	);
}

/**
 * How fast the built-in model reads texts, on one core and on all it may use, and how much it delays questions and
 * requests.
 */
export const benchEmbed: Bench = {
	name: "embed",
	about: "embed passages of generated notes, or of the set of --set, with the local model",
	async run({ seed, set, onProgress }): Promise<BenchFigures> {
		const texts = await gatherTexts(seed, set);
		const figures: Record<string, number> = {
			texts: texts.length,
			characters: Math.round(texts.reduce((sum, { length }) => sum + length, 0) / texts.length),
		};
		const alone = new LocalEmbedder({ processes: 1 });
		const all = new LocalEmbedder();
		try {
			const load = await time(() => ask(alone, 0));
			const waits = await timeRounds(QUESTIONS, (number) => ask(alone, number));
			Object.assign(figures, {
				load_ms: Math.round(load.ms),
				...nameLatency("question", waits),
			});
			for (const [name, embedder] of [["one", alone] as const, ["all", all] as const]) {
				onProgress(`embedding ${texts.length} texts on ${name === "one" ? "one core" : "all cores"}`);
				for (const [figure, value] of Object.entries(await measurePace(embedder, texts))) {
					figures[`${name}_${figure}`] = value;
				}
				if (name === "all") figures.all_processes = embedder.processes;
			}
			onProgress(`embedding ${texts.length} texts in full precision as well`);
			Object.assign(figures, await compareWithFull(alone, texts));
		} finally {
			await Promise.all([alone.close(), all.close()]);
		}
		return figures;
	},
};
