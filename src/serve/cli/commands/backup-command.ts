import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import type { Command } from "commander";
import { InvalidInputError } from "../../../graph/model/errors.ts";
import type { Workspace } from "../../../graph/store/people/workspaces.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { print, printJson, showProgress } from "../terminal/talk.ts";

const isPacked = (path: string): boolean => path.endsWith(".gz");

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

interface RestoreOptions extends CommonOptions {
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

async function restore(path: string, options: RestoreOptions): Promise<readonly Workspace[]> {
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
		.action(async (file: string, options: RestoreOptions) => {
			const workspaces = await restore(resolve(file), options);
			if (options.json) return printJson({ workspaces });
			for (const { name } of workspaces) print(`restored ${name}`);
		});
}

interface MoveOptions extends CommonOptions {
	readonly to: string;
}

const DATABASE_URL = /^postgres(?:ql)?:\/\//;

/** Copies every workspace of one store into another. An interrupted copy is invisible there, and can be run again. */
async function move(options: MoveOptions): Promise<readonly string[]> {
	const [{ openStore }, { spoolArchive }] = await Promise.all([
		import("../client/open-store.ts"),
		import("../../../graph/transfer/export/spool-archive.ts"),
	]);
	const { databaseUrl: _, ...common } = options;
	const target = DATABASE_URL.test(options.to)
		? { ...common, databaseUrl: options.to }
		: { ...common, data: options.to };
	const progress = showProgress();
	const from = await openStore(options);
	try {
		const to = await openStore(target);
		try {
			const moved: string[] = [];
			for (const { id, name } of await from.graph.store.workspaces.list()) {
				const spooled = await spoolArchive((write) => from.graph.store.archives.dump(id, write));
				try {
					const lines = spooled.lines();
					await to.graph.store.archives.restore({
						lines,
						onProgress: (rows) => progress.update(`${name}: ${rows} rows`),
					});
				} finally {
					await spooled.close();
				}
				moved.push(name);
			}
			return moved;
		} finally {
			await to.close();
		}
	} finally {
		progress.end();
		await from.close();
	}
}

export function addMoveCommand(program: Command): void {
	addCommand(program, "move", {
		about: "Copy every workspace into another store, rights and history included; the server must not run",
		before: "Nothing is removed from the store it came from.",
		examples: [
			"skein move --to postgres://skein@localhost/skein",
			"skein move --database-url postgres://skein@localhost/skein --to ./embedded",
		],
	})
		.requiredOption("--to <store>", "the URL of a PostgreSQL database, or a data folder")
		.action(async (options: MoveOptions) => {
			const workspaces = await move(options);
			if (workspaces.length === 0) {
				throw new InvalidInputError("There is no workspace to move.", { field: "data" }, "workspace_missing");
			}
			if (options.json) return printJson({ workspaces, to: options.to });
			for (const name of workspaces) print(`moved ${name}`);
		});
}
