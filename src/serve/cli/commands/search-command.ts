import { type Command, InvalidArgumentError } from "commander";
import type { SearchResult } from "../../../graph/search/search-entities.ts";
import { colors } from "../colors.ts";
import { addCommonOptions, type CommonOptions } from "../common-options.ts";
import { openBackend } from "../open-backend.ts";
import { print, printJson, talk } from "../talk.ts";

interface Options extends CommonOptions {
	readonly project?: string;
	readonly types?: readonly string[];
	readonly limit?: number;
}

function parseLimit(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1 || value > 50)
		throw new InvalidArgumentError("It takes a number from 1 to 50.");
	return value;
}

/** The snippet with what matched set in bold, working from the end so that earlier offsets stay true. */
function highlight({ snippet, highlights }: SearchResult): string {
	return [...highlights]
		.reverse()
		.reduce(
			(text, [start, end]) => text.slice(0, start) + colors.bold(text.slice(start, end)) + text.slice(end),
			snippet,
		);
}

function describe(result: SearchResult): string {
	const legs = result.legs.map(({ leg, rank }) => `${leg} #${rank}`).join(", ");
	const project = result.project_name === undefined ? "" : ` · ${result.project_name}`;
	return `${colors.cyan(result.type.padEnd(11))} ${colors.bold(result.title)} ${colors.dim(`${result.ref}${project} · ${result.score.toFixed(2)} by ${legs}`)}\n            ${highlight(result)}`;
}

export function addSearchCommand(program: Command): void {
	addCommonOptions(program.command("search"))
		.description("Find entities of every kind by words")
		.argument("<query>", "what to look for")
		.option("--project <name>", "look only in this project")
		.option("--types <kinds>", "only these kinds, with commas between", (text: string) => text.split(","))
		.option("--limit <number>", "how many at most", parseLimit)
		.addHelpText("after", "\nExample:\n  skein search hinge --types task,decision")
		.action(async (query: string, options: Options) => {
			const backend = await openBackend(options, "demo");
			try {
				const { project, types, limit } = options;
				const answer = await backend.search({
					query,
					...(project !== undefined && { project }),
					...(types !== undefined && { types }),
					...(limit !== undefined && { limit }),
				});
				if (options.json) printJson(answer);
				else {
					for (const result of answer.results) print(describe(result));
					talk(answer.message);
				}
			} finally {
				await backend.close();
			}
		});
}
