import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Argument, type Command, Option } from "commander";
import { TOOLSETS, type Toolset } from "../../mcp/mcp-backend.ts";
import { type EntryPlace, readEntry, removeEntry, setEntry } from "../client/edit-json.ts";
import { type Launch, MCP_CLIENTS, type McpClient } from "../client/mcp-clients.ts";
import { addCommand, type CommonOptions, dataFolderOf } from "../terminal/add-command.ts";
import { print, printJson, talk } from "../terminal/talk.ts";

interface InstallOptions extends CommonOptions {
	readonly name: string;
	readonly toolset: Toolset;
	readonly write?: boolean;
	readonly print?: boolean;
	readonly remove?: boolean;
}

const PROGRAM = fileURLToPath(new URL("../../../../bin/skein", import.meta.url));

/** Clients start the server from a folder of their own choosing, so every path is absolute. */
function describeLaunch(options: InstallOptions): Launch {
	const { databaseUrl, workspace, as, toolset, write } = options;
	const store =
		databaseUrl === undefined ? ["--data", dataFolderOf(options)] : ["--database-url", databaseUrl];
	return {
		// By its path: an app that is not started from a terminal often finds no node.
		command: process.execPath,
		args: [
			...[PROGRAM, "mcp", ...store],
			...(workspace === undefined ? [] : ["--workspace", workspace]),
			...(as === undefined ? [] : ["--as", as]),
			...(toolset === "default" ? [] : ["--toolset", toolset]),
			...(write ? ["--write"] : []),
		],
	};
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

async function readIfThere(file: string): Promise<string | undefined> {
	try {
		return await readFile(file, "utf8");
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw error;
	}
}

/** Replaces the file in one step: half a configuration would lose the client all of its settings. */
async function replaceFile(file: string, text: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	// Where the file is a link, such as to a folder of settings under version control, the link stays.
	const target = await realpath(file).catch(() => file);
	const mode = await stat(target).then(
		(known) => known.mode & 0o777,
		() => 0o600,
	);
	const draft = `${target}.${randomUUID()}`;
	try {
		await writeFile(draft, text, { mode });
		await chmod(draft, mode);
		await rename(draft, target);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
}

type Action = "added" | "replaced" | "unchanged" | "removed" | "absent";

/** Changes the one entry in the file of the client, and nothing else. */
async function changeEntry(
	place: EntryPlace,
	entry: Readonly<Record<string, unknown>> | undefined,
): Promise<Action> {
	const { file } = place;
	const before = await readIfThere(file);
	const known = readEntry(before ?? "", place);
	if (entry === undefined) {
		if (before === undefined || known === undefined) return "absent";
		await replaceFile(file, removeEntry(before, place));
		return "removed";
	}
	if (isDeepStrictEqual(known, entry)) return "unchanged";
	await replaceFile(file, setEntry(before ?? "", place, entry));
	return known === undefined ? "added" : "replaced";
}

function tellAction(action: Action, { label, next }: McpClient, { file, name }: EntryPlace): string {
	switch (action) {
		case "added":
			return `Added "${name}" for ${label} to ${file}. ${next}`;
		case "replaced":
			return `Replaced "${name}" for ${label} in ${file}. ${next}`;
		case "unchanged":
			return `${file} has "${name}" as it should be; nothing was changed.`;
		case "removed":
			return `Removed "${name}" for ${label} from ${file}. A client that runs keeps it until it starts again.`;
		case "absent":
			return `${file} has no "${name}"; nothing was changed.`;
	}
}

export function addMcpInstallCommand(mcp: Command): void {
	addCommand(mcp, "install", {
		about: "Write the configuration of a client, so that it starts skein mcp by itself",
		examples: [
			"skein mcp install claude-code --write",
			"skein mcp install cursor --data ~/my-skein --print",
			"skein mcp install zed --remove",
		],
	})
		.addArgument(new Argument("<client>", "which one").choices(MCP_CLIENTS.map(({ name }) => name)))
		.addOption(new Option("--toolset <name>", "which tools to offer").choices(TOOLSETS).default("default"))
		.option("--write", "offer the tools that write, too; without it everything is only read")
		.option("--name <text>", "the name of the server in the client", "skein")
		.option("--print", "print the configuration and where it belongs; nothing is written")
		.option("--remove", "take the entry out again; nothing else is changed")
		.action(async (wanted: string, _: InstallOptions, command: Command) => {
			// "skein mcp" has most of the same options, and takes them wherever they are.
			const options = command.optsWithGlobals<InstallOptions>();
			const client = MCP_CLIENTS.find(({ name }) => name === wanted) as McpClient;
			const { section, locate, describe } = client;
			const file = locate({ platform: process.platform, home: homedir(), environment: process.env });
			const place = { file, section, name: options.name };
			const entry = describe(describeLaunch(options));
			if (options.print) {
				printJson({ [section]: { [options.name]: entry } });
				talk(`this belongs into ${file}`);
				return;
			}
			const action = await changeEntry(place, options.remove ? undefined : entry);
			if (options.json) return printJson({ client: client.name, file, name: options.name, action });
			print(tellAction(action, client, place));
			if (options.databaseUrl !== undefined && !options.remove)
				talk("the address of the database is in that file, with its password");
		});
}
