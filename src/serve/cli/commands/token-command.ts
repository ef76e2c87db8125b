import type { Command } from "commander";
import { addCommonOptions, type CommonOptions } from "../common-options.ts";
import { openBackend } from "../open-backend.ts";
import { print, printJson, talk } from "../talk.ts";

interface Options extends CommonOptions {
	readonly name: string;
	readonly write?: boolean;
	readonly project: readonly string[];
}

const gather = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

export function addTokenCommand(program: Command): void {
	const token = program.command("token").description("Keys for scripts and agents");
	addCommonOptions(token.command("create"))
		.description("Make a token; it is shown once")
		.option("--name <text>", "what it is for", "command line")
		.option("--write", "let it write; it may only read otherwise")
		.option("--project <name>", "bind it to this project; may be given several times", gather, [])
		.addHelpText(
			"after",
			'\nExample:\n  skein token create --name backup-script --project "Heron 2 bridge gauge"',
		)
		.action(async ({ name, write, project, ...options }: Options) => {
			const backend = await openBackend(options, "refuse");
			try {
				const created = await backend.createToken({
					name,
					mode: write ? "write" : "read",
					projects: project,
				});
				if (options.json) printJson(created);
				else print(created.token);
				talk(`It may ${write ? "read and write" : "only read"}. Keep it safe: it is not shown again.`);
			} finally {
				await backend.close();
			}
		});
}
