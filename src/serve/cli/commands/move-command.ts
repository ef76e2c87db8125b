import type { Command } from "commander";
import { InvalidInputError } from "../../../graph/model/errors.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { print, printJson, showProgress } from "../terminal/talk.ts";

interface Options extends CommonOptions {
	readonly to: string;
}

const DATABASE_URL = /^postgres(?:ql)?:\/\//;

/** Copies every workspace of one store into another. An interrupted copy is invisible there, and can be run again. */
async function move(options: Options): Promise<readonly string[]> {
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
		.action(async (options: Options) => {
			const workspaces = await move(options);
			if (workspaces.length === 0) {
				throw new InvalidInputError("There is no workspace to move.", { field: "data" }, "workspace_missing");
			}
			if (options.json) return printJson({ workspaces, to: options.to });
			for (const name of workspaces) print(`moved ${name}`);
		});
}
