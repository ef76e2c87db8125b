import { CommanderError } from "commander";
import { SkeinError } from "../../graph/model/errors.ts";
import { createProgram } from "./create-program.ts";
import { complain, talk } from "./terminal/talk.ts";

/** How a command can end; told by `skein --help` and in the guide. */
const EXIT = { failed: 1, misused: 2 } as const;

/** What a failure calls for on the command line; the parts that tell of it know nothing of commands. */
const HINTS: Readonly<Record<string, string>> = {
	invalid_query: 'Try: skein query "SELECT t FROM task WHERE t.state = blocked" (docs/query-language.md)',
	workspace_exists: "Try: skein restore FILE --as-copy NAME, or --data with another folder",
};

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
		if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT.misused;
		else if (error instanceof SkeinError || isSystemError(error)) {
			complain(error.message);
			const hint = HINTS[error.code ?? ""];
			if (hint !== undefined) talk(hint);
			process.exitCode = EXIT.failed;
		} else throw error;
	}
}
