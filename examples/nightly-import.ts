import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { createSkeinClient, ProblemError } from "skein/client";

/**
 * Brings a file into Skein every night, from a line of crontab. What has not changed is skipped, and what somebody changed in
 * Skein stays as they left it. Ends with 1 when something went wrong, so that the one who runs it hears of it.
 *
 *     0 3 * * *   SKEIN_URL=http://127.0.0.1:4747 SKEIN_TOKEN=… node nightly-import.js csv /srv/exports/customers.csv
 */
const { SKEIN_URL = "http://127.0.0.1:4747", SKEIN_TOKEN } = process.env;
const [source = "csv", path = ""] = process.argv.slice(2);
const skein = createSkeinClient(SKEIN_URL, SKEIN_TOKEN);

try {
	const { state, report, problem } = await skein.imports.run(
		{ source: source as "csv", name: basename(path), content: await openAsBlob(path) },
		{ onProgress: ({ progress }) => progress && console.error(`${progress.stage} ${progress.done}`) },
	);
	if (state !== "done" || report === null) throw new Error(problem?.detail ?? `The import is ${state}.`);
	const { created, updated, skipped } = report.entities;
	console.log(`${created} new, ${updated} changed, ${skipped} as they were, in ${report.seconds} s`);
	for (const { what, where, why } of report.losses) console.log(`left out: ${what} in ${where}. ${why}`);
} catch (error) {
	const code = error instanceof ProblemError ? `${error.code}: ` : "";
	console.error(`${code}${error instanceof Error ? error.message : error}`);
	process.exitCode = 1;
}
