import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../bench/random.ts";
import { prepareTestFolder } from "../support/open-test-database.ts";

const KILLS = Number(process.env.SKEIN_KILLS ?? 4);
/** Milliseconds from the first byte of a snapshot to about its last. */
const LONGEST_LIFE = 12;
const script = fileURLToPath(new URL("../support/answer-from-graph.mjs", import.meta.url));

let folder: string;
let graphs: string;
beforeAll(async () => {
	folder = await prepareTestFolder();
	graphs = join(folder, "graphs");
	await mkdir(graphs, { recursive: true, mode: 0o700 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const listSnapshots = async (end: string): Promise<readonly string[]> =>
	(await readdir(graphs)).filter((name) => name.endsWith(end)).map((name) => join(graphs, name));

/** Returns a process's answers from the folder. With `life` it is killed so long after it began to write a snapshot. */
function run(options: { readonly fill?: true; readonly life?: number }): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [script, folder, options.fill ? "fill" : ""], {
			env: { ...process.env, SKEIN_EMBEDDINGS: "off" },
			stdio: ["ignore", "pipe", "pipe"],
		});
		const { life } = options;
		const watcher = watch(graphs, (_, name) => {
			if (life !== undefined && name?.endsWith(".new")) setTimeout(() => child.kill("SIGKILL"), life);
		});
		let heard = "";
		let complaints = "";
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			heard += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			complaints += text;
		});
		child.on("error", reject);
		child.on("close", (code, signal) => {
			watcher.close();
			if (code === 0 || signal === "SIGKILL") resolve(heard);
			else reject(new Error(`It ended with ${code}. ${complaints}`));
		});
	});
}

test(`[S21] [C11] ${KILLS} times killed while a snapshot is written: the next start answers the same`, async () => {
	const random = new Random(Number(process.env.SKEIN_SEED ?? 1));
	const expected = await run({ fill: true });
	expect(await run({})).toBe(expected);
	expect(JSON.parse(expected)).toMatchObject({ size: 2_400, links: 2 });
	const [path = ""] = await listSnapshots(".graph");
	const whole = await readFile(path);
	let halves = 0;
	for (let kill = 0; kill < KILLS; kill += 1) {
		await rm(path, { force: true });
		// The first immediately, so that one is always cut off in the middle.
		await run({ life: kill === 0 ? 0 : random.below(LONGEST_LIFE) });
		for (const half of await listSnapshots(".new")) {
			const written = await readFile(half);
			if (written.length < whole.length) halves += 1;
			// As a machine leaves it that loses its power: under its name, and not all of it there.
			if (kill % 2 === 0) await writeFile(path, written);
			await rm(half);
		}
		expect(await run({})).toBe(expected);
		// Written again as a whole, or read as it was: never half of one.
		expect((await readFile(path)).length).toBe(whole.length);
	}
	// Without one that was cut off in the middle this would be a test of starting.
	expect(halves).toBeGreaterThan(0);
}, 300_000);
