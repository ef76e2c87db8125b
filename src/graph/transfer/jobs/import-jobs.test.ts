import { expect, test } from "vitest";
import type { AccessSet } from "../../model/access.ts";
import type { ImportRuns } from "../../store/archive/import-runs.ts";
import type { ImportReport } from "../source/import-report.ts";
import { ImportJobs } from "./import-jobs.ts";

/** Plans are kept nowhere. */
const runs = {} as ImportRuns;

test("[T11] ten imports of one person run or wait in all workspaces together", async () => {
	const jobs = new ImportJobs();
	const start = (accountId: string, workspaceId: string) =>
		jobs.start(
			{ access: { accountId, workspaceId, mayWrite: true } as AccessSet, runs },
			{
				...{ source: "markdown", name: "Notes", dryRun: true },
				run: ({ signal }) =>
					new Promise<ImportReport>((_, reject) =>
						signal.addEventListener("abort", () => reject(signal.reason)),
					),
			},
		);
	for (let index = 0; index < 10; index += 1) await start("ada", `workspace ${index}`);
	await expect(start("ada", "another workspace")).rejects.toMatchObject({ code: "too_many_imports" });
	await start("ben", "another workspace");
	await jobs.stopAll();
});
