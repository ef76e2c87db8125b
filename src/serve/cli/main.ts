import { CommanderError } from "commander";
import { SkeinError } from "../../graph/model/errors.ts";
import { createProgram } from "./create-program.ts";
import { complain, talk } from "./terminal/talk.ts";

/** The exit codes; `skein --help` and the guide list them. */
const EXIT = { failed: 1, misused: 2 } as const;

/** The next step after a failure, in commands; the parts that raise it know nothing of commands. */
const HINTS: Readonly<Record<string, string>> = {
	invalid_query: 'Try: skein query "SELECT t FROM task WHERE t.state = blocked" (docs/query-language.md)',
	workspace_exists: "Try: skein restore FILE --as-copy NAME, or --data with another folder",
};

/** A reader that needs no more lines, such as `head`, closes the pipe; that is no failure of ours. */
function endWithReader(error: NodeJS.ErrnoException): void {
	if (error.code !== "EPIPE") throw error;
	process.exit(0);
}

/** An error of the operating system, such as a folder that may not be written, is shown in its own words. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
	error instanceof Error && "syscall" in error;

/** Runs one command. Reports a failure on standard error, and by the exit code. */
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
