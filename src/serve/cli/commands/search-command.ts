import type { Command } from "commander";
import { MOST_HITS } from "../../../contract/limits.ts";
import type { SearchAnswer, SearchResult } from "../../../graph/search/search-entities.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions, parseNumber } from "../terminal/add-command.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

interface Options extends CommonOptions {
	readonly project?: string;
	readonly types?: readonly string[];
	readonly limit?: number;
	readonly exact?: boolean;
}

/** Returns the snippet with its matches in bold, working from the end so that earlier offsets stay valid. */
function highlight({ snippet, highlights }: SearchResult): string {
	return [...highlights]
		.reverse()
		.reduce(
			(text, [start, end]) => text.slice(0, start) + colors.bold(text.slice(start, end)) + text.slice(end),
			snippet,
		);
}

const INDENT = " ".repeat(12);

/** Describes the path in the graph to a hit that its own words did not find. */
function describePath(path: NonNullable<SearchResult["path"]>): string {
	const steps = path.map(({ title, relation, direction, through }, index) => {
		if (index === 0) return title;
		const arrow = direction === "incoming" ? "←" : "→";
		const reason = [relation?.replaceAll("_", " "), through && `“${through}”`].filter(Boolean).join(" ");
		return `${arrow} ${colors.cyan(reason)} ${arrow} ${title}`;
	});
	return `\n${INDENT}${colors.dim("found through")} ${steps.join(" ")}`;
}

function describe(result: SearchResult): string {
	const legs = result.legs.map(({ leg, rank }) => `${leg} #${rank}`).join(", ");
	const where = result.project_name === undefined ? "" : ` · ${result.project_name}`;
	const heading = `${colors.cyan(result.type.padEnd(INDENT.length - 1))} ${colors.bold(result.title)}`;
	const reason = colors.dim(`${result.ref}${where} · ${result.score.toFixed(2)} by ${legs}`);
	const path = result.path === undefined ? "" : describePath(result.path);
	return `${heading} ${reason}\n${INDENT}${highlight(result)}${path}`;
}

export function addSearchCommand(program: Command): void {
	addCommand(program, "search", {
		about: "Find entities of every kind by words, meaning and connection",
		examples: [
			"skein search hinge --types task,decision",
			`skein search '"salt spray" -draft' --limit 5 --json`,
		],
	})
		.argument("<query>", 'words, "phrases" in quotes, -excluded words')
		.option("--project <name>", "look only in this project")
		.option("--types <kinds>", "only these kinds, with commas between", (text: string) => text.split(","))
		.option("--limit <number>", "how many at most", parseNumber(1, MOST_HITS))
		.option("--exact", "look for the words as written; correct no slip")
		.action((query: string, options: Options) =>
			withClient(options, { whenEmpty: "demo" }, async (client) => {
				const { project, types, limit, exact } = options;
				const request = { query, project_id: project, types, limit, exact };
				const answer = await client.post<SearchAnswer>("/api/search", request);
				if (options.json) return printJson(answer);
				for (const result of answer.results) print(describe(result));
				talk(answer.message);
				if (answer.corrected) talk(`To search for “${answer.corrected.original}” instead, add --exact.`);
			}),
		);
}
