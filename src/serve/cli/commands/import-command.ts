import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Argument, type Command } from "commander";
import { InvalidInputError, SkeinError } from "../../../graph/model/errors.ts";
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
	readonly twoWay?: boolean;
	readonly map?: string;
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
/** How often a watch both ways asks whether something has changed here. */
const ASK_AGAIN = 2_000;

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

/** A mapping that was saved, or nothing when there is no such file yet. */
async function readMapping(path: string): Promise<unknown> {
	const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return undefined;
		throw error;
	});
	if (text === undefined) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		throw new InvalidInputError(`${path} is no JSON. Correct it, or name a new file.`, { field: "map" });
	}
}

function tellReport(report: ImportReport): void {
	const { entities, edges, files, losses, plan, fields, written, seconds } = report;
	const counts = [
		`${entities.created} created, ${entities.updated} updated, ${entities.skipped} unchanged`,
		`${edges.created} links`,
		...(files.kept > 0 ? [`${files.kept} files`] : []),
	];
	print(`${counts.join(", ")}, in ${seconds.toFixed(1)} s`);
	if (written?.length) print(`${written.length} files brought in step`);
	if (plan)
		for (const { kind, name, type, count } of fields)
			print(`field   ${colors.cyan(kind.padEnd(11))} ${name} ${colors.dim(`${type}, ${count} values`)}`);
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
		.option("--two-way", "with --watch, of a folder of notes: write what changes here back into the files")
		.option("--map <file>", "of a table: what becomes of its columns; written if there is no such file yet")
		.addHelpText(
			"after",
			`
Examples:
  skein import obsidian ~/Notes --dry-run
  skein import notion ~/Downloads/Export.zip --project Handbook
  skein import csv people.csv --map people.json --dry-run
  skein import markdown ./docs --watch --two-way`,
		)
		.action((source: string, path: string, options: Options) =>
			withClient(options, { whenEmpty: "own" }, async (client) => {
				const place = resolve(path);
				const body = {
					...{ source, path: place, project_id: options.project },
					folders_as_projects: options.foldersAsProjects,
					visibility: options.private ? "private" : undefined,
					dry_run: options.dryRun ?? false,
					write_back: options.twoWay,
					mapping: options.map === undefined ? undefined : await readMapping(options.map),
				};
				const importOnce = async (): Promise<void> => {
					const report = await runImport(client, body);
					if (options.map !== undefined && report.mapping && body.mapping === undefined)
						await writeFile(options.map, `${JSON.stringify(report.mapping, null, "\t")}\n`, { flag: "wx" });
					if (options.json) printJson(report);
					else tellReport(report);
				};
				if (!options.watch) return importOnce();
				let seen = -1;
				const importIfMoved = async (): Promise<void> => {
					const { revision } = await client.get<{ revision: number }>("/api/status");
					if (revision !== seen) await importOnce();
					seen = revision;
				};
				await watchPath(
					place,
					importOnce,
					options.twoWay ? { every: ASK_AGAIN, run: importIfMoved } : undefined,
				);
			}),
		);
}
