import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { ExportFormat } from "../../../graph/transfer/export/export-workspace.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { print, printJson, talk } from "../terminal/talk.ts";

interface Options extends CommonOptions {
	readonly format: ExportFormat;
	readonly include?: string;
}

const FORMATS: readonly ExportFormat[] = ["jsonl", "markdown", "csv"];

export function addExportCommand(program: Command): void {
	addCommand(program, "export", {
		about: "Write all you may read to a file or a folder",
		examples: ["skein export work.jsonl --include rights,history", "skein export ./vault --format markdown"],
	})
		.argument("<path>", "a file; of markdown and csv, a new folder or a .zip file")
		.addOption(
			new Option("--format <format>", "jsonl loses nothing; the others are for people")
				.choices(FORMATS)
				.default("jsonl"),
		)
		.option("--include <parts>", "of jsonl: rights, history, with commas between; for owners and admins")
		.action((path: string, options: Options) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const { isZipPath, writeExportFile, writeExportFolder } = await import(
					"../../../graph/transfer/export/write-export.ts"
				);
				const { format, include = "" } = options;
				const query = new URLSearchParams({ format, include });
				const response = await client.open("GET", `/api/export?${query}`);
				const chunks = response.body as unknown as AsyncIterable<Uint8Array>;
				const target = resolve(path);
				if (format === "jsonl" || isZipPath(target)) await writeExportFile(target, chunks);
				else {
					const { unpackZip } = await import("../terminal/unpack-zip.ts");
					const count = await unpackZip(chunks, (files) => writeExportFolder(target, files));
					talk(`${count} files`);
				}
				if (options.json) printJson({ path: target, format });
				else print(target);
			}),
		);
}
