import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Argument, type Command } from "commander";
import type { changesSchema } from "../../../contract/change.ts";
import type { Answer } from "../../../contract/frozen.ts";
import { InvalidInputError, SkeinError } from "../../../graph/model/errors.ts";
import type { ImportJob } from "../../../graph/transfer/jobs/import-jobs.ts";
import {
	countOf,
	type ImportReport,
	type PlannedChange,
} from "../../../graph/transfer/source/import-report.ts";
import {
	describeUse,
	type MappedKey,
	type TableMapping,
} from "../../../graph/transfer/source/table-mapping.ts";
import { SHIPPED_SOURCES } from "../../../graph/transfer/source-list.ts";
import type { Source } from "../../../graph/transfer/sources/source.ts";
import type { WatchOptions } from "../../../graph/transfer/watch/watch-folder.ts";
import type { ApiClient } from "../client/api-client.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { colors, complain, print, printJson, showProgress, talk } from "../terminal/talk.ts";

interface Options extends CommonOptions {
	readonly project?: string;
	readonly foldersAsProjects?: boolean;
	readonly private?: boolean;
	readonly dryRun?: boolean;
	readonly watch?: boolean;
	readonly twoWay?: boolean;
	readonly map?: string;
	readonly plain?: boolean;
}

const POLL = 150;
const LOSSES_SHOWN = 50;
/** How often a watch in both directions asks whether something has changed here. */
const ASK_AGAIN = 2_000;

/** Starts an import and waits for it, showing its progress. */
async function runImport(client: ApiClient, body: object): Promise<ImportReport> {
	const progress = showProgress();
	try {
		let job = await client.post<ImportJob>("/api/imports", body);
		while (job.state === "running") {
			await sleep(POLL);
			job = await client.get<ImportJob>(`/api/imports/${job.id}`);
			if (job.progress)
				progress.update(`${job.progress.stage} ${job.progress.done} of ${job.progress.total}`);
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

/** What becomes of each key of frontmatter, with how many values it has and the first of them. */
function printKeys(keys: readonly MappedKey[], mapping: TableMapping): void {
	for (const { key, folder, count, fitting, examples, use } of keys) {
		const { kind, columns } = (folder !== undefined && mapping.folders?.[folder]) || mapping;
		const chosen = columns[key] ?? { to: "ignore" };
		const isLeft = chosen.to === "ignore" && use.to !== "ignore";
		const becomes = chosen.to === "ignore" ? "stays as it is" : `to the ${describeUse(chosen)}`;
		const could = isLeft ? `, could be the ${describeUse(use)}: ${fitting} of ${count} fit` : "";
		const said = `${countOf(count, "value")}: ${examples.join(" · ")}`;
		print(`key     ${colors.cyan(kind.padEnd(11))} ${key} ${becomes}${could} ${colors.dim(said)}`);
	}
}

const describeChange = ({ field, before, after, lines }: PlannedChange): string => {
	const values = `${colors.dim(before || "(nothing)")} → ${after || colors.dim("(nothing)")}`;
	const extent = lines && `, from line ${lines.first}, ${countOf(lines.before, "line")} to ${lines.after}`;
	return before === "" && after === "" ? `${field}${extent ?? ""}` : `${field}${extent ?? ""}: ${values}`;
};

function printReport(report: ImportReport): void {
	const {
		entities,
		edges,
		files,
		losses,
		remarks = [],
		plan,
		plan_total,
		fields,
		keys,
		mapping,
		written,
		seconds,
	} = report;
	const { created, updated, skipped } = entities;
	const counts = [
		`${created} created, ${updated} updated, ${skipped} unchanged`,
		countOf(edges.created, "link"),
		...(files.kept > 0 ? [countOf(files.kept, "file")] : []),
	];
	if (plan) {
		print(`would create ${created}, update ${updated}, leave ${skipped} as they are; nothing was written`);
		print(`and add ${counts.slice(1).join(", ")}`);
	} else print(`${counts.join(", ")}, in ${seconds.toFixed(1)} s`);
	if (written?.length) print(`${countOf(written.length, "file")} brought in step`);
	if (plan && mapping && keys) printKeys(keys, mapping);
	else if (plan && mapping) {
		for (const [column, use] of Object.entries(mapping.columns))
			print(
				`column  ${colors.cyan(mapping.kind.padEnd(11))} ${column} ${colors.dim(`to ${describeUse(use)}`)}`,
			);
	} else if (plan) {
		for (const { kind, name, type, count } of fields)
			print(
				`field   ${colors.cyan(kind.padEnd(11))} ${name} ${colors.dim(`${type}, ${countOf(count, "value")}`)}`,
			);
	}
	for (const { action, kind, title, where, changes = [] } of plan ?? []) {
		print(`${action.padEnd(7)} ${colors.cyan(kind.padEnd(11))} ${title} ${colors.dim(where)}`);
		for (const change of changes) print(`        ${describeChange(change)}`);
	}
	if (plan && plan_total !== undefined && plan_total > plan.length)
		print(`these are the first ${plan.length} of ${plan_total}`);
	for (const remark of remarks) print(remark);
	if (losses.length > 0) print(`${countOf(losses.length, "thing")} that did not come across whole:`);
	for (const { what, where, why } of losses.slice(0, LOSSES_SHOWN)) {
		print(`  ${colors.yellow(what)}: ${where}`);
		print(`    ${colors.dim(why)}`);
	}
	if (losses.length > LOSSES_SHOWN)
		talk(`and ${losses.length - LOSSES_SHOWN} more losses; --json lists them all`);
}

const describeSource = ({ name, takes }: Source): string => `  ${name.padEnd(10)} ${takes}`;

export function addImportCommand(program: Command): void {
	addCommand(program, "import", {
		about: "Bring in notes, pages, issues or tables, with their links",
		examples: [
			"skein import obsidian ~/Notes --dry-run",
			"skein import notion ~/Downloads/Export.zip --project Handbook",
			"skein import csv people.csv --map people.json --dry-run",
			"skein import markdown ./docs --watch --two-way",
		],
		after: ["Sources, and what to name:", ...SHIPPED_SOURCES.all.map(describeSource)].join("\n"),
	})
		.addArgument(new Argument("<source>", "what it is").choices(SHIPPED_SOURCES.names))
		.argument("<path>", "a folder, a zip archive or a file")
		.option("--project <name>", "put what is new into this project; into the workspace otherwise")
		.option("--folders-as-projects", "of a folder of notes: each top folder becomes a project")
		.option("--private", "only you may read what is new")
		.option("--dry-run", "only say what would happen")
		.option("--watch", "stay and import again whenever something changes there")
		.option("--two-way", "with --watch, of a folder of notes: write what changes here back into the files")
		.option("--map <file>", "what becomes of columns or frontmatter; written if there is no such file yet")
		.option("--plain", "of a folder of notes: leave their frontmatter as it is")
		.action((source: string, path: string, options: Options) =>
			withClient(options, { whenEmpty: "own" }, async (client) => {
				const place = resolve(path);
				const body = {
					...{ source, path: place, project_id: options.project },
					folders_as_projects: options.foldersAsProjects,
					visibility: options.private ? "private" : undefined,
					dry_run: options.dryRun ?? false,
					write_back: options.twoWay,
					plain: options.plain,
					mapping: options.map === undefined ? undefined : await readMapping(options.map),
				};
				const importOnce = async (): Promise<void> => {
					const report = await runImport(client, body);
					if (options.map !== undefined && report.mapping && body.mapping === undefined) {
						await writeFile(options.map, `${JSON.stringify(report.mapping, null, "\t")}\n`, { flag: "wx" });
						body.mapping = report.mapping;
						talk(`${options.map} says what becomes of each of them; change it and run this again`);
					}
					if (options.json) printJson(report);
					else printReport(report);
				};
				if (!options.watch) {
					await importOnce();
					if (!options.dryRun) await (await import("../client/tell-pending.ts")).tellPending(client);
					return;
				}
				let seen: string | undefined;
				const importIfMoved = async (): Promise<void> => {
					const since = seen === undefined ? "" : `&since=${seen}`;
					const { revision, changes } = await client.get<Answer<typeof changesSchema>>(
						`/api/changes?limit=1${since}`,
					);
					if (seen === undefined || changes.length > 0) await importOnce();
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

/** Runs at once and again after every change, until the command is interrupted. */
async function watchPath(path: string, run: () => Promise<void>, tick?: WatchOptions["tick"]): Promise<void> {
	const { watchFolder } = await import("../../../graph/transfer/watch/watch-folder.ts");
	talk(`watching ${path}; end with Ctrl-C`);
	const stop = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
	// A file that cannot be read now may be whole again at the next change.
	const logFailure = (error: unknown): void => {
		if (!(error instanceof SkeinError)) throw error;
		complain(error.message);
	};
	await watchFolder({
		folder: path,
		signal: stop.signal,
		onChange: () => run().catch(logFailure),
		onFault: ({ message }) =>
			complain(
				`Some of the folder cannot be followed (${message}). Changes in it are noticed only with the next change elsewhere.`,
			),
		...(tick && { tick: { ...tick, run: () => tick.run().catch(logFailure) } }),
	});
}
