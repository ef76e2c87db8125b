import { Command, CommanderError } from "commander";
import { SkeinError } from "../../graph/model/errors.ts";
import { addBenchCommand } from "./commands/bench-command.ts";
import { addContextCommand } from "./commands/context-command.ts";
import { addEvalCommand } from "./commands/eval-command.ts";
import { addImportCommand } from "./commands/import-command.ts";
import { addMcpCommand } from "./commands/mcp-command.ts";
import { addQueryCommand } from "./commands/query-command.ts";
import { addSearchCommand } from "./commands/search-command.ts";
import { addStartCommand } from "./commands/start-command.ts";
import { addTokenCommand } from "./commands/token-command.ts";
import { complain } from "./talk.ts";
import { VERSION } from "./version.ts";

const FAILED = 1;

function createProgram(): Command {
	const program = new Command("skein")
		.description("Your work as one typed graph, woven into the context a language model needs.")
		.version(VERSION)
		.showHelpAfterError()
		.exitOverride();
	addStartCommand(program);
	addContextCommand(program);
	addSearchCommand(program);
	addQueryCommand(program);
	addImportCommand(program);
	addMcpCommand(program);
	addTokenCommand(program);
	addBenchCommand(program);
	addEvalCommand(program);
	return program;
}

/** A reader that has seen enough, such as `head`, closes the pipe; that is no failure of ours. */
function endWithReader(error: NodeJS.ErrnoException): void {
	if (error.code !== "EPIPE") throw error;
	process.exit(0);
}

/** What the operating system refused, such as a folder that may not be written, is told in its own words. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
	error instanceof Error && "syscall" in error;

/** Runs one command. A failure is told in words on standard error, and by the exit code. */
export async function main(args: readonly string[]): Promise<void> {
	process.stdout.on("error", endWithReader);
	try {
		await createProgram().parseAsync(args, { from: "user" });
	} catch (error) {
		if (error instanceof CommanderError) process.exitCode = error.exitCode;
		else if (error instanceof SkeinError || isSystemError(error)) {
			complain(error.message);
			process.exitCode = FAILED;
		} else throw error;
	}
}
