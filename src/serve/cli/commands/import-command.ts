import { resolve } from "node:path";
import { Argument, type Command } from "commander";
import { colors } from "../colors.ts";
import { addCommonOptions, type CommonOptions } from "../common-options.ts";
import { openBackend } from "../open-backend.ts";
import { print, printJson } from "../talk.ts";

interface Options extends CommonOptions {
	readonly project?: string;
	readonly dryRun?: boolean;
}

export function addImportCommand(program: Command): void {
	addCommonOptions(program.command("import"))
		.description("Bring in a folder of Markdown notes, with their links")
		.addArgument(new Argument("<source>", "what the folder is").choices(["markdown", "obsidian"]))
		.argument("<path>", "the folder")
		.option("--project <name>", "put the notes into this project; into the workspace otherwise")
		.option("--dry-run", "only say what would happen")
		.addHelpText("after", "\nExample:\n  skein import obsidian ~/Notes --dry-run")
		.action(async (_source: string, path: string, options: Options) => {
			const backend = await openBackend(options, "own");
			try {
				const report = await backend.importFolder({
					path: resolve(path),
					dryRun: options.dryRun ?? false,
					...(options.project !== undefined && { project: options.project }),
				});
				if (options.json) return printJson(report);
				const { entities, edges, losses, seconds } = report;
				print(
					`${entities.created} created, ${entities.updated} updated, ${entities.skipped} unchanged, ${edges.created} links, in ${seconds.toFixed(1)} s`,
				);
				for (const loss of losses) print(`${colors.yellow(loss.what)} ${loss.where}: ${loss.why}`);
			} finally {
				await backend.close();
			}
		});
}
