import { Argument, type Command } from "commander";
import { printHelp } from "../terminal/add-command.ts";
import { print } from "../terminal/talk.ts";
import { SHELLS, type Shell, writeCompletion } from "../terminal/write-completion.ts";

export function addCompletionCommand(program: Command): void {
	program
		.command("completion")
		.description("Print a script that lets your shell complete commands and options")
		.addArgument(new Argument("<shell>", "your shell").choices(SHELLS))
		.addHelpText(
			"after",
			printHelp({
				examples: [
					"skein completion bash > ~/.local/share/bash-completion/completions/skein",
					`skein completion zsh > "\${fpath[1]}/_skein"`,
					"skein completion fish > ~/.config/fish/completions/skein.fish",
				],
			}),
		)
		.action((shell: Shell) => print(writeCompletion(shell, program)));
}
