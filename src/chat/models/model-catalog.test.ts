import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ModelCatalog } from "./model-catalog.ts";

const WORKSPACE = "01900000-0000-7000-8000-000000000001";
const OTHER = "01900000-0000-7000-8000-000000000002";
const environment = { ANTHROPIC_API_KEY: "the environment's" };
const DEFAULT = "anthropic:claude-sonnet-5-5";
const GPT = { provider: "openai", model: "gpt-5-mini" } as const;
const GPT_ID = "openai:gpt-5-mini";
const LOCAL = { provider: "openai-compatible", model: "llama", url: "http://127.0.0.1:11434" } as const;

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "skein-test-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("without anything set up there is no model", async () => {
	const catalog = await ModelCatalog.open({ environment: {} });
	expect(catalog.list(WORKSPACE)).toEqual({ models: [], chain: [] });
	expect(catalog.choose(WORKSPACE)).toBeNull();
});

test("a workspace's own models go before those of the environment and of the file, and are nobody else's", async () => {
	const file = { models: [{ ...LOCAL, contextWindow: 32_000 }], chain: ["openai-compatible:llama"] };
	const catalog = await ModelCatalog.open({ environment, file });
	await catalog.change(WORKSPACE, { models: [{ ...GPT, apiKey: "own" }], chain: [GPT_ID, DEFAULT] });
	expect(catalog.list(WORKSPACE)).toMatchObject({
		models: [
			{
				id: GPT_ID,
				source: "workspace",
				ready: true,
				hasKey: true,
				tokenizer: "o200k",
				price: { input: 0.25 },
			},
			{ id: DEFAULT, source: "environment", contextWindow: 200_000, tokenizer: "estimate" },
			{ id: "openai-compatible:llama", source: "file", contextWindow: 32_000, price: null, url: null },
		],
		chain: [GPT_ID, DEFAULT],
	});
	expect(catalog.choose(WORKSPACE)).toMatchObject({ id: "gpt-5-mini", contextWindow: 200_000 });
	expect(catalog.choose(WORKSPACE, DEFAULT)).toMatchObject({ id: "claude-sonnet-5-5" });
	expect(catalog.list(OTHER).chain).toEqual([DEFAULT]);
	expect(() => catalog.choose(OTHER, GPT_ID)).toThrow(expect.objectContaining({ code: "unknown_model" }));
	expect(JSON.stringify(catalog.list(WORKSPACE))).not.toMatch(/own"|environment's/);
});

test("what cannot be asked is listed as not ready, is passed over, and says why when it is asked for", async () => {
	const catalog = await ModelCatalog.open({ environment });
	await catalog.change(WORKSPACE, { models: [GPT], chain: [GPT_ID, DEFAULT] });
	expect(catalog.list(WORKSPACE).models[0]).toMatchObject({ ready: false, hasKey: false });
	expect(catalog.choose(WORKSPACE)).toMatchObject({ provider: "anthropic" });
	expect(() => catalog.choose(WORKSPACE, GPT_ID)).toThrow(/need a key/);
});

test("[A14] a key is kept while its address stays, and goes nowhere else", async () => {
	const catalog = await ModelCatalog.open({ environment });
	const keyed = (): boolean | undefined => catalog.list(WORKSPACE).models[0]?.hasKey;
	await catalog.change(WORKSPACE, { models: [{ ...LOCAL, apiKey: "own" }] });
	await catalog.change(WORKSPACE, { models: [LOCAL] });
	expect(keyed()).toBe(true);
	await catalog.change(WORKSPACE, { models: [{ ...LOCAL, url: "http://192.0.2.1/v1" }] });
	expect(keyed()).toBe(false);
	await catalog.change(WORKSPACE, { models: [{ ...LOCAL, apiKey: "own" }] });
	await catalog.change(WORKSPACE, { models: [{ ...LOCAL, apiKey: null }] });
	expect(keyed()).toBe(false);
	// The installation's key must not be sent to an address that a workspace names.
	const model = { provider: "anthropic", model: "claude-x", url: "http://192.0.2.1/v1" } as const;
	await catalog.change(WORKSPACE, { models: [model] });
	expect(catalog.list(WORKSPACE).models[0]).toMatchObject({ hasKey: false, ready: false });
});

test.each([
	["unknown_provider", { models: [{ provider: "nobody", model: "x" }] }],
	["invalid_input", { models: [{ ...LOCAL, url: "file:///etc/passwd" }] }],
	["invalid_input", { models: [{ ...LOCAL, url: "http://me:secret@host/" }] }],
	["invalid_input", { models: [GPT, GPT] }],
	["unknown_model", { models: [GPT], chain: ["openai:gpt-9"] }],
])("%s: what makes no sense is refused and changes nothing", async (code, change) => {
	const catalog = await ModelCatalog.open({ environment });
	await expect(catalog.change(WORKSPACE, change)).rejects.toMatchObject({ code });
	expect(catalog.list(WORKSPACE).chain).toEqual([DEFAULT]);
});

test("what was set up is there after a restart, in a file that only its owner can read", async () => {
	const ownPath = join(folder, "models.json");
	const catalog = await ModelCatalog.open({ environment: {}, ownPath });
	await catalog.change(WORKSPACE, { models: [{ ...GPT, apiKey: "own" }] });
	const again = await ModelCatalog.open({ environment: {}, ownPath });
	expect(again.choose(WORKSPACE)).toMatchObject({ id: "gpt-5-mini" });
	expect((await stat(ownPath)).mode & 0o777).toBe(0o600);
	expect(await readFile(ownPath, "utf8")).toContain("own");
});
