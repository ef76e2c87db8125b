import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Argument, type Command } from "commander";
import { SkeinError } from "../../../graph/model/errors.ts";
import type { ImportReport } from "../../../graph/transfer/import-report.ts";
import type { ImportSource } from "../../../graph/transfer/run-import.ts";
import type { ImportJob } from "../../http/import-jobs.ts";
import type { ApiClient } from "../api-client.ts";
import { colors } from "../colors.ts";
import { addCommonOptions, type CommonOptions } from "../common-options.ts";
import { withClient } from "../open-client.ts";
import { print, printJson, showProgress, talk } from "../talk.ts";
import { watchPath } from "../watch-path.ts";

interface Options extends CommonOptions {
	readonly project?: string;
	readonly foldersAsProjects?: boolean;
	readonly private?: boolean;
	readonly dryRun?: boolean;
	readonly watch?: boolean;
}

const SOURCES: readonly ImportSource[] = [
	"obsidian",
	"markdown",
	"notion",
	"github",
	"linear",
	"csv",
	"jsonl",
];
const POLL = 150;
const LOSSES_SHOWN = 50;

/** Starts an import and waits for it, telling how far it has come. */
async function runImport(client: ApiClient, body: object): Promise<ImportReport> {
	const progress = showProgress();
	try {
		let job = await client.post<ImportJob>("/api/imports", body);
		while (job.state === "running") {
			await sleep(POLL);
			job = await client.get<ImportJob>(`/api/imports/${job.id}`);
			if (job.progress) progress.tell(`${job.progress.stage} ${job.progress.done} of ${job.progress.total}`);
		}
		if (job.report) return job.report;
		const { code = "internal", detail = "The import failed." } = job.problem ?? {};
		throw new SkeinError(code, detail);
	} finally {
		progress.end();
	}
}

function tellReport({ entities, edges, losses, plan, seconds }: ImportReport): void {
	print(
		`${entities.created} created, ${entities.updated} updated, ${entities.skipped} unchanged, ${edges.created} links, in ${seconds.toFixed(1)} s`,
	);
	for (const { action, kind, title, where } of plan ?? []) {
		print(`${action.padEnd(7)} ${colors.cyan(kind.padEnd(11))} ${title} ${colors.dim(where)}`);
	}
	for (const { what, where, why } of losses.slice(0, LOSSES_SHOWN)) {
		print(`${colors.yellow(what)} ${where}: ${why}`);
	}
	if (losses.length > LOSSES_SHOWN)
		talk(`and ${losses.length - LOSSES_SHOWN} more losses; --json lists them all`);
}

export function addImportCommand(program: Command): void {
	addCommonOptions(program.command("import"))
		.description("Bring in notes, pages, issues or tables, with their links")
		.addArgument(new Argument("<source>", "what it is").choices(SOURCES))
		.argument("<path>", "a folder, a zip archive or a file")
		.option("--project <name>", "put what is new into this project; into the workspace otherwise")
		.option("--folders-as-projects", "of a folder of notes: each top folder becomes a project")
		.option("--private", "only you may read what is new")
		.option("--dry-run", "only say what would happen")
		.option("--watch", "stay and import again whenever something changes there")
		.addHelpText(
			"after",
			`
Examples:
  skein import obsidian ~/Notes --dry-run
  skein import notion ~/Downloads/Export.zip --project Handbook
  skein import markdown ./docs --watch`,
		)
		.action((source: string, path: string, options: Options) =>
			withClient(options, { whenEmpty: "own" }, async (client) => {
				const place = resolve(path);
				const body = {
					...{ source, path: place, project_id: options.project },
					folders_as_projects: options.foldersAsProjects,
					visibility: options.private ? "private" : undefined,
					dry_run: options.dryRun ?? false,
				};
				const importOnce = async (): Promise<void> => {
					const report = await runImport(client, body);
					if (options.json) printJson(report);
					else tellReport(report);
				};
				await importOnce();
				if (options.watch) await watchPath(place, importOnce);
			}),
		);
}
