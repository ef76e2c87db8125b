import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "../../dist/graph/store/engine/open-database.js";
import { Store } from "../../dist/graph/store/store.js";
import { ImportJobs } from "../../dist/graph/transfer/jobs/import-jobs.js";
import { runImport } from "../../dist/graph/transfer/run-import.js";

/** Imports the folders it is given, one after the other, as a server does, and says when each begins to be written and when it is done. */
const { dataFolder, folders, principal } = JSON.parse(process.argv[2] ?? "{}");
const store = new Store(await openDatabase({ dataFolder }));
const jobs = new ImportJobs();
for (const path of folders) {
	const access = await store.access(principal);
	const { imports, importRuns: runs } = store.as(access);
	let told = false;
	const { id } = await jobs.start(
		{ access, runs },
		{
			...{ source: "markdown", name: path, dryRun: false },
			run: (watch) =>
				runImport({
					...{ ...watch, imports, source: "markdown", path },
					onProgress: ({ stage }) => {
						if (stage === "writing" && !told) process.stdout.write(`writing ${path}\n`);
						told ||= stage === "writing";
					},
				}),
		},
	);
	let { state, problem } = await jobs.get({ access, runs }, id);
	while (state === "running") {
		await wait(5);
		({ state, problem } = await jobs.get({ access, runs }, id));
	}
	if (state !== "done") throw new Error(JSON.stringify(problem));
	process.stdout.write(`done ${path}\n`);
}
await jobs.stopAll();
await store.close();
