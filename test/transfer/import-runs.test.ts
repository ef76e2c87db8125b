import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { ImportJobs } from "../../src/graph/transfer/jobs/import-jobs.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";
import { Folders } from "./write-folder.ts";

const folders = new Folders();
afterAll(() => folders.remove());

for (const engine of TEST_ENGINES) {
	describe.skipIf(engine.skip)(`[T12] imports outlive the process that ran them, on ${engine.name}`, () => {
		let db: Db;
		beforeAll(async () => {
			db = await engine.open();
		});
		afterAll(() => db?.close());

		const ownerIn = async (bench: Workbench, who: "ada" | "ben" = "ada") => {
			const session = await bench.as(who);
			return { access: session.reader.access, runs: session.importRuns, imports: session.imports };
		};

		test("with their counts and losses, for their owner alone", async () => {
			const bench = await Workbench.create(db);
			const path = await folders.make({ "Arch.md": "Of [[Stone]] and [[Nobody]]", "Stone.md": "Hard" });
			const first = new ImportJobs();
			const { imports, ...ada } = await ownerIn(bench);
			const start = (dryRun: boolean) =>
				first.start(ada, {
					...{ source: "markdown", name: path, dryRun },
					run: (watch) => runImport({ ...watch, imports, source: "markdown", path, dryRun }),
				});
			const planned = await start(true);
			const { id } = await start(false);
			await first.stopAll();

			const later = new ImportJobs();
			const listed = await later.list(ada);
			expect(listed.map((job) => job.id)).toEqual([id]);
			const kept = await later.get(ada, id);
			expect(kept.state === "done" || kept.state === "stopped").toBe(true);
			expect(listed).toEqual([kept]);
			expect(kept).toMatchObject({ source: "markdown", name: path, dry_run: false });
			await expect(later.get(ada, planned.id)).rejects.toThrow("import");
			const ben = await ownerIn(bench, "ben");
			await expect(later.get(ben, id)).rejects.toThrow("import");
			expect(await later.list(ben)).toEqual([]);
			await later.stopAll();
		});

		test("as they ended: done with its report, failed with its reason", async () => {
			const bench = await Workbench.create(db);
			const path = await folders.make({ "Arch.md": "Of [[Nobody]]" });
			const jobs = new ImportJobs();
			const { imports, ...ada } = await ownerIn(bench);
			const finish = async (source: "markdown" | "github") => {
				const { id } = await jobs.start(ada, {
					...{ source, name: path, dryRun: false },
					run: (watch) => runImport({ ...watch, imports, source, path }),
				});
				for (;;) {
					const job = await jobs.get(ada, id);
					if (job.state !== "running") return id;
					await new Promise((resolve) => setTimeout(resolve, 20));
				}
			};
			const done = await finish("markdown");
			const failed = await finish("github");
			const later = new ImportJobs();
			expect(await later.get(ada, done)).toMatchObject({
				state: "done",
				report: { entities: { created: 1 }, losses: [{ where: "[[Nobody]] (1)" }] },
			});
			expect(await later.get(ada, failed)).toMatchObject({
				state: "failed",
				report: null,
				problem: { code: "github_empty" },
			});
			await Promise.all([jobs.stopAll(), later.stopAll()]);
		});

		test("one that was cut off says so, and how to go on", async () => {
			const bench = await Workbench.create(db);
			const ada = await ownerIn(bench);
			const started_at = new Date(Date.now() - 60_000).toISOString();
			const id = "01a1e33b-3efd-75c6-aae8-9b675bc40272";
			// As a process leaves it that is killed in the middle: begun, a minute ago, and silent since.
			await ada.runs.begin({ id, source: "obsidian", name: "Notes", started_at });
			const jobs = new ImportJobs();
			const job = await jobs.get(ada, id);
			expect(job).toMatchObject({ state: "interrupted", report: null, ended_at: null });
			expect(job.problem).toMatchObject({ code: "import_interrupted" });
			expect(job.problem?.detail).toContain("Start the same import again");
			await ada.runs.note(id);
			expect(await jobs.get(ada, id)).toMatchObject({ state: "running", problem: null });
			await jobs.stopAll();
		});
	});
}
