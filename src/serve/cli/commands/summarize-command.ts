import type { Command } from "commander";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

interface Summary {
	readonly ref: string;
	readonly title: string;
	readonly summary: string;
	readonly made: { readonly model: string } | null;
}

interface Options extends CommonOptions {
	readonly model?: string;
}

/** One after the other: a provider that limits requests would refuse many at once. */
export function addSummarizeCommand(program: Command): void {
	addCommand(program, "summarize", {
		about: "Have long texts summed up by a model; contexts cut by `summarize` then show the summary",
		examples: [
			'skein summarize "The message path"',
			"skein settings --set context.truncation.defaultStrategy=summarize",
		],
	})
		.argument("<text...>", "notes, pages, documents: ids, refs or exact titles")
		.option("--model <id>", "which model writes them; the default of the workspace otherwise")
		.action((texts: readonly string[], { model, ...options }: Options) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const made: Summary[] = [];
				for (const text of texts) {
					const path = `/api/entities/${encodeURIComponent(text)}/summary`;
					const summary = await client.post<Summary>(path, { model });
					made.push(summary);
					if (options.json) continue;
					print(`${colors.bold(summary.title)} ${colors.dim(summary.ref)}\n${summary.summary}\n`);
					talk(summary.made ? `written by ${summary.made.model}` : "was there already");
				}
				if (options.json) printJson(made);
			}),
		);
}
