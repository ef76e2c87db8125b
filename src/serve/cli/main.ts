import { Command, CommanderError } from "commander";
import pc from "picocolors";
import { SkeinError } from "../../graph/model/errors.ts";
import { addBenchCommand } from "./commands/bench-command.ts";
import { addContextCommand } from "./commands/context-command.ts";
import { addImportCommand } from "./commands/import-command.ts";
import { addMcpCommand } from "./commands/mcp-command.ts";
import { addSearchCommand } from "./commands/search-command.ts";
import { addStartCommand } from "./commands/start-command.ts";
import { addTokenCommand } from "./commands/token-command.ts";
import { VERSION } from "./version.ts";

const FAILED = 1;

function createProgram(): Command {
	const program = new Command("skein")
		.description("Your work as one typed graph, woven into the context a language model needs.")
		.version(VERSION)
		.showHelpAfterError("(skein --help lists what there is)")
		.exitOverride();
	addStartCommand(program);
	addContextCommand(program);
	addSearchCommand(program);
	addImportCommand(program);
	addMcpCommand(program);
	addTokenCommand(program);
	addBenchCommand(program);
	return program;
}

/** Runs one command. A failure is told in words on standard error, and by the exit code. */
export async function main(args: readonly string[]): Promise<void> {
	try {
		await createProgram().parseAsync(args, { from: "user" });
	} catch (error) {
		if (error instanceof CommanderError) process.exitCode = error.exitCode;
		else if (error instanceof SkeinError) {
			process.stderr.write(`${pc.red(error.message)}\n`);
			process.exitCode = FAILED;
		} else throw error;
	}
}
