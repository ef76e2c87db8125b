import { resolve } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Command } from "commander";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { print, printJson } from "../terminal/talk.ts";

export const isPacked = (path: string): boolean => path.endsWith(".gz");

export function addBackupCommand(program: Command): void {
	addCommand(program, "backup", {
		about: "Write every workspace whole to one file, rights, history and chats included; the server may run",
		examples: ["skein backup skein-2026-01-31.jsonl.gz"],
	})
		.argument("<file>", "a new file; packed if its name ends in .gz")
		.action((file: string, options: CommonOptions) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const { writeExportFile } = await import("../../../graph/transfer/export/write-export.ts");
				const path = resolve(file);
				const { body } = await client.open("GET", "/api/backup");
				const chunks = body as unknown as AsyncIterable<Uint8Array>;
				await writeExportFile(path, isPacked(path) ? Readable.from(chunks).pipe(createGzip()) : chunks);
				if (options.json) printJson({ path });
				else print(path);
			}),
		);
}
