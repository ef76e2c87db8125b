import { appendFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Embedder } from "../graph/model/embedder.ts";
import { openKeptVectors } from "./kept-vectors.ts";

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "skein-vectors-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Counts letters, and what it was asked. */
function makeModel(asked: string[]): Embedder {
	return {
		...{ id: "letters/1", batchSize: 4, maxTokens: 100, floor: 0, ceiling: 1 },
		embed: async (texts, { kind }) => {
			asked.push(...texts.map((text) => `${kind} ${text}`));
			return texts.map((text) => Float32Array.of(text.length, text.length / 3, kind === "query" ? 1 : 0));
		},
		close: async () => undefined,
	};
}

test("[S27] a run that was broken off embeds only what is left, also after a line was half written", async () => {
	const first: string[] = [];
	const kept = await openKeptVectors(makeModel(first), folder);
	const vectors = await kept.embed(["salt", "tide", "salt"], { kind: "document" });
	expect(first).toEqual(["document salt", "document tide"]);
	const [file = ""] = await readdir(folder);
	await appendFile(join(folder, file), '\n{"key":"half');

	const second: string[] = [];
	const again = await openKeptVectors(makeModel(second), folder);
	expect(await again.embed(["salt", "weir", "salt"], { kind: "document" })).toEqual([
		vectors[0],
		Float32Array.of(4, 4 / 3, 0),
		vectors[0],
	]);
	await again.embed(["salt"], { kind: "query" });
	expect(second).toEqual(["document weir", "query salt"]);

	const third: string[] = [];
	const last = await openKeptVectors(makeModel(third), folder);
	await last.embed(["weir", "tide"], { kind: "document" });
	expect(third).toEqual([]);
});
