import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { Random } from "../../bench/random.ts";
import type { Principal } from "../../src/graph/model/access.ts";
import { openDatabase } from "../../src/graph/store/engine/open-database.ts";
import { Store } from "../../src/graph/store/store.ts";
import { type ImportJob, ImportJobs } from "../../src/graph/transfer/jobs/import-jobs.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import { prepareTestFolder } from "../support/open-test-database.ts";
import { Folders } from "./write-folder.ts";

const KILLS = Number(process.env.SKEIN_KILLS ?? 8);
const NOTES = 260;
const script = fileURLToPath(new URL("./import-until-killed.mjs", import.meta.url));
const folders = new Folders();
const dataFolders: string[] = [];
afterAll(async () => {
	await folders.remove();
	for (const folder of dataFolders) await rm(folder, { recursive: true, force: true });
});

/** Notes with pictures and with links ahead and back, by name, by path and from the frontmatter, in more than one batch. */
const makeVault = (number: number): Promise<string> => {
	const name = (index: number): string => `V${number} note ${index % NOTES}`;
	const files = Array.from({ length: NOTES }, (_, index) => [
		`area ${index % 3}/${name(index)}.md`,
		`---\ncreated: 2024-01-01\nup: "[[${name(index + 7)}]]"\n---\n[[${name(index * 7)}]] [[area 1/${name(1)}]] [there](<${name(index + 3)}.md>) ![[picture ${index % 5}.png]]\n`,
	]);
	const pictures = Array.from({ length: 5 }, (_, index) => [`picture ${index}.png`, `V${number} ${index}`]);
	return folders.make(Object.fromEntries([...files, ...pictures]));
};

async function openStore(): Promise<{ store: Store; dataFolder: string; principal: Principal }> {
	const dataFolder = await prepareTestFolder();
	dataFolders.push(dataFolder);
	const store = new Store(await openDatabase({ dataFolder }));
	const workspace = await store.workspaces.create("Notes");
	const account = await store.workspaces.ensureAccount({ email: "you@example.org", display_name: "You" });
	await store.workspaces.setMember(workspace.id, account.id, "owner");
	return { store, dataFolder, principal: { workspaceId: workspace.id, accountId: account.id } };
}

/** All there is to know about the notes but ids and times of writing. */
async function describeNotes(store: Store, { workspaceId }: Principal): Promise<readonly string[]> {
	const { entities, edges } = await store.feed.read(workspaceId, null);
	const titles = new Map(entities.map(({ id, title }) => [id, title]));
	return [
		...entities.map(({ title, aliases, body, props, created_at, version }) =>
			JSON.stringify([title, aliases, body, props, created_at, version]),
		),
		...edges.map(({ src_id, rel, dst_id, origin, text }) =>
			[titles.get(src_id), rel, titles.get(dst_id), origin, text].join(" "),
		),
	].sort();
}

/** Lists the imports as their owner sees them, a minute later. */
async function listJobs(store: Store, principal: Principal): Promise<readonly ImportJob[]> {
	const access = await store.access(principal);
	const jobs = new ImportJobs();
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
	try {
		return await jobs.list({ access, runs: store.as(access).importRuns });
	} finally {
		vi.useRealTimers();
		await jobs.stopAll();
	}
}

test(`[T4] [T12] ${KILLS} imports killed in the middle: they say so, and run again they end where undisturbed ones do`, async () => {
	const random = new Random(Number(process.env.SKEIN_TEST_SEED ?? Date.now() % 1_000_000));
	const vaults: string[] = [];
	for (let number = 0; number < KILLS; number += 1) vaults.push(await makeVault(number));

	const calm = await openStore();
	const started = performance.now();
	for (const path of vaults) {
		const { imports } = calm.store.as(await calm.store.access(calm.principal));
		await runImport({ imports, source: "markdown", path });
	}
	const longest = (performance.now() - started) / vaults.length;
	const expected = await describeNotes(calm.store, calm.principal);
	await calm.store.close();

	const { store, dataFolder, principal } = await openStore();
	await store.close();
	const ended = new Set<string>();
	for (const [index, vault] of vaults.entries()) {
		// The one that was killed last time is run again, to its end, before the next is killed.
		const argument = JSON.stringify({
			dataFolder,
			principal,
			folders: vaults.slice(Math.max(0, index - 1), index + 1),
		});
		const child = spawn(process.execPath, [script, argument], { stdio: ["ignore", "pipe", "inherit"] });
		let told = "";
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			if (!told.includes(`writing ${vault}`) && `${told}${text}`.includes(`writing ${vault}`))
				setTimeout(() => child.kill("SIGKILL"), random.below(Math.ceil(longest)));
			told += text;
		});
		await once(child, "close");
		if (told.includes(`done ${vault}`)) ended.add(vault);
		expect(child.signalCode ?? child.exitCode, basename(vault)).toSatisfy(
			(end) => end === "SIGKILL" || end === 0,
		);
	}
	expect(ended.size).toBeLessThan((2 * KILLS) / 3);

	const again = new Store(await openDatabase({ dataFolder }));
	try {
		const jobs = await listJobs(again, principal);
		const interrupted = jobs.filter(({ state }) => state === "interrupted");
		expect(interrupted.length).toBeGreaterThan(KILLS / 4);
		for (const { name, report, problem } of interrupted) {
			expect(ended.has(name)).toBe(false);
			expect({ report, code: problem?.code }).toEqual({ report: null, code: "import_interrupted" });
		}
		// All others were run to their end, those that had been cut off a second time.
		const finished = jobs.filter((job) => !interrupted.includes(job));
		expect(new Set(finished.map(({ state }) => state))).toEqual(new Set(["done"]));
		expect(finished.map(({ name }) => name)).toEqual(expect.arrayContaining(vaults.slice(0, -1)));

		const { imports } = again.as(await again.access(principal));
		await runImport({ imports, source: "markdown", path: vaults.at(-1) ?? "" });
		expect(await describeNotes(again, principal)).toEqual(expected);
	} finally {
		await again.close();
	}
}, 500_000);
