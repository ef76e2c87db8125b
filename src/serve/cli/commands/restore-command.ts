import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { Command } from "commander";
import { InvalidInputError } from "../../../graph/model/errors.ts";
import type { Workspace } from "../../../graph/store/people/workspaces.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { print, printJson, showProgress } from "../terminal/talk.ts";
import { isPacked } from "./backup-command.ts";

interface Options extends CommonOptions {
	readonly asCopy?: string;
}

const isEnd = (line: string): boolean => line.startsWith('{"type":"end"');

/** A backup is one archive after the other; yields the lines of each, which must be read to its end first. */
export async function* splitArchives(lines: AsyncIterable<string>): AsyncGenerator<AsyncIterable<string>> {
	const source = lines[Symbol.asyncIterator]();
	let next = await source.next();
	while (!next.done) {
		if (next.value.trim() === "") {
			next = await source.next();
			continue;
		}
		yield (async function* () {
			while (!next.done) {
				const line = next.value;
				next = await source.next();
				yield line;
				if (isEnd(line)) return;
			}
		})();
	}
}

async function restore(path: string, options: Options): Promise<readonly Workspace[]> {
	const { openStore } = await import("../client/open-store.ts");
	const file = createReadStream(path);
	const input = isPacked(path) ? file.pipe(createGunzip()) : file;
	const progress = showProgress();
	const skein = await openStore(options);
	try {
		const restored: Workspace[] = [];
		for await (const lines of splitArchives(
			createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }),
		)) {
			const workspace = await skein.graph.store.archives.restore({
				lines,
				...(options.asCopy !== undefined && { asCopy: options.asCopy }),
				onProgress: (rows) => progress.update(`${rows} rows`),
			});
			restored.push(workspace);
		}
		if (restored.length > 0) return restored;
		throw new InvalidInputError(`${path} holds no backup.`, { field: "file" }, "archive_invalid");
	} finally {
		progress.end();
		await skein.close();
	}
}

export function addRestoreCommand(program: Command): void {
	addCommand(program, "restore", {
		about: "Write a backup back, ids, rights and history included; the server must not run",
		examples: [
			"skein restore skein-2026-01-31.jsonl.gz --data ./restored",
			"DATABASE_URL=postgres://… skein restore skein-2026-01-31.jsonl",
		],
	})
		.argument("<file>", "what skein backup or skein export has written")
		.option("--as-copy <name>", "as another workspace of this name, next to the one it came from")
		.action(async (file: string, options: Options) => {
			const workspaces = await restore(resolve(file), options);
			if (options.json) return printJson({ workspaces });
			for (const { name } of workspaces) print(`restored ${name}`);
		});
}
