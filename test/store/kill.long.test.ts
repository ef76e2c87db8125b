import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../bench/random.ts";
import { openSkein } from "../../src/open-skein.ts";
import { prepareTestFolder } from "../support/open-test-database.ts";

const KILLS = Number(process.env.SKEIN_KILLS ?? 20);
const LONGEST_LIFE = 400;
const script = fileURLToPath(new URL("../support/write-until-killed.mjs", import.meta.url));

let folder: string;
beforeAll(async () => {
	folder = await prepareTestFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Lets a writer run for a moment after its first write, ends it at once, and returns the last number it acknowledged.
 */
function writeAndKill(first: number, life: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [script, folder, String(first)], {
			stdio: ["ignore", "pipe", "pipe"],
		});
		let heard = "";
		let complaints = "";
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			if (heard === "") setTimeout(() => child.kill("SIGKILL"), life);
			heard += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			complaints += text;
		});
		child.on("error", reject);
		child.on("close", (_code, signal) => {
			const whole = heard.slice(0, heard.lastIndexOf("\n") + 1).trim();
			if (signal !== "SIGKILL" || whole === "")
				return reject(new Error(`The writer ended by itself. ${complaints}`));
			resolve(Number(whole.split("\n").at(-1)));
		});
	});
}

test(`[C11] ${KILLS} times killed while writing: nothing acknowledged is lost, nothing is half there`, async () => {
	const random = new Random(Number(process.env.SKEIN_SEED ?? Date.now() % 1_000_000));
	const acknowledged: (readonly [from: number, to: number])[] = [];
	let next = 0;
	for (let kill = 0; kill < KILLS; kill += 1) {
		const last = await writeAndKill(next, random.below(LONGEST_LIFE));
		acknowledged.push([next, last]);
		// One more may have been stored without being acknowledged; its number is not used again.
		next = last + 2;
	}

	const skein = await openSkein({ dataFolder: folder });
	try {
		const workspace = await skein.workspace();
		const { reader } = await skein.as(await skein.principal(workspace.id));
		const lost = acknowledged.flatMap(([from, to]) => {
			const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
			return numbers.filter(
				(number) => !reader.graph.find(`Left ${number}`) || !reader.graph.find(`Right ${number}`),
			);
		});
		expect(lost).toEqual([]);
		const halves = [...reader.graph.nodes()].filter((node) => reader.graph.linksOf(node.id).length !== 1);
		expect(halves.map((node) => node.title)).toEqual([]);
		expect(reader.graph.revision).toBe(reader.graph.size / 2);
	} finally {
		await skein.close();
	}
}, 300_000);
