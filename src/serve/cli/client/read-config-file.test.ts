import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mergeConfig } from "../../../context/model/config.ts";
import { readConfigFile } from "./read-config-file.ts";

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "skein-config-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function readWritten(text: string) {
	await writeFile(join(folder, "skein.config.json"), text);
	return readConfigFile(folder);
}

test("without a file nothing is set", async () => {
	expect(await readConfigFile(join(folder, "nowhere"))).toEqual({});
});

test("[L11] figures for every context are read from the file, and laid over the defaults", async () => {
	const { context } = await readWritten('{ "context": { "tokenBudget": { "total": 8000 } } }');
	expect(mergeConfig(context).tokenBudget).toMatchObject({ total: 8_000, focus: 1_500 });
});

test.each([
	["{ total: 1 }", /not JSON/],
	['{ "contxt": {} }', /contxt/],
])("[L11] %s is refused and says why", async (text, message) => {
	await expect(readWritten(text)).rejects.toThrow(message);
});

test("[L11] a figure that does not exist is refused by its path", async () => {
	const { context } = await readWritten('{ "context": { "collectors": { "semantic": { "topk": 3 } } } }');
	expect(() => mergeConfig(context)).toThrow(/context\.collectors\.semantic\.topk/);
});
