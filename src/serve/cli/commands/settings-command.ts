import type { Command } from "commander";
import { addCommonOptions, type CommonOptions } from "../common-options.ts";
import { withClient } from "../open-client.ts";
import { print, printJson } from "../talk.ts";

interface Settings {
	readonly language: string;
	readonly languages: readonly { readonly code: string; readonly name: string }[];
}

export function addSettingsCommand(program: Command): void {
	addCommonOptions(program.command("settings"))
		.description("Show or change how the workspace is set up")
		.option("--language <code>", "in which language words are read: en, de, fr …, or none")
		.addHelpText("after", "\nExamples:\n  skein settings\n  skein settings --language de")
		.action(({ language, ...options }: CommonOptions & { readonly language?: string }) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const settings =
					language === undefined
						? await client.get<Settings>("/api/settings")
						: await client.patch<Settings>("/api/settings", { language });
				if (options.json) return printJson(settings);
				const known = settings.languages.map(({ code }) => code).join(", ");
				print(`language  ${settings.language}  (${known})`);
			}),
		);
}
