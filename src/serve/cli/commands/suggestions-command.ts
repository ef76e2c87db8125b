import type { Command } from "commander";
import { LARGEST_PAGE } from "../../../contract/limits.ts";
import type { Suggestion, Suggestions } from "../../../graph/suggestions/find-suggestions.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions, parseNumber } from "../terminal/add-command.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

interface ListOptions extends CommonOptions {
	readonly limit?: number;
}

const EXAMPLE_KEY = "orphan 01a1e1cc-4bb6-73b2-8db3-01ce970bd679";

function describe({ type, key, entities, why, accept }: Suggestion): string {
	const titles = entities.map(({ kind, title }) => `${colors.cyan(kind)} ${title}`).join(" · ");
	return `${colors.bold(type)}  ${titles}\n  ${why}\n  ${colors.dim(`accept: ${accept}`)}\n  ${colors.dim(`key: ${key}`)}`;
}

interface Decided {
	readonly change_id?: string | null;
}

const DECISIONS: readonly (readonly [name: string, about: string, tell: (answer: Decided) => string])[] = [
	[
		"accept",
		"Do what it says, as one change",
		({ change_id: id }) =>
			id ? `done; to take it back: skein suggestions undo ${id}` : "nothing had to be changed",
	],
	["dismiss", "Do not suggest this to you again", () => "dismissed"],
	["restore", "Suggest again what you have dismissed", () => "may be suggested again"],
];

/** Lists suggested corrections, accepts or dismisses them, and undoes either. */
export function addSuggestionsCommand(program: Command): void {
	const suggestions = program
		.command("suggestions")
		.description("Things named but not linked, things that are there twice, things alone");

	addCommand(suggestions, "list", {
		about: "What could be set right, and how",
		examples: ["skein suggestions list --limit 10"],
	})
		.option("--limit <number>", "how many at most", parseNumber(1, LARGEST_PAGE))
		.action((options: ListOptions) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const query = options.limit === undefined ? "" : `?limit=${options.limit}`;
				const answer = await client.get<Suggestions>(`/api/suggestions${query}`);
				if (options.json) return printJson(answer);
				for (const each of answer.suggestions) print(describe(each));
				talk(`${answer.suggestions.length} of ${answer.total}`);
			}),
		);

	// A key is several words, given as they are in the list, without quotes around them.
	for (const [name, about, tell] of DECISIONS) {
		addCommand(suggestions, name, { about, examples: [`skein suggestions ${name} ${EXAMPLE_KEY}`] })
			.argument("<key...>", "as listed by skein suggestions list")
			.action((words: readonly string[], options: CommonOptions) =>
				withClient(options, { whenEmpty: "refuse" }, async (client) => {
					const path = `/api/suggestions/${name}`;
					const answer = await client.post<Decided>(path, { key: words.join(" ") });
					if (options.json) return printJson(answer);
					print(tell(answer));
				}),
			);
	}

	addCommand(suggestions, "undo", {
		about: "Take back what accepting a suggestion has done",
		examples: ["skein suggestions undo 01a1e1cc-4bb6-73b2-8db3-01ce970bd679"],
	})
		.argument("<change>", "as printed by skein suggestions accept")
		.action((change: string, options: CommonOptions) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const answer = await client.post<object>(`/api/changes/${encodeURIComponent(change)}/undo`);
				if (options.json) return printJson(answer);
				print("undone");
			}),
		);
}
