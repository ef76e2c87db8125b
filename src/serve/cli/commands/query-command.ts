import type { Command } from "commander";
import type { QueryRow } from "../../../graph/query/query-rows.ts";
import type { QueryAnswer } from "../../../graph/query/run-query.ts";
import { colors } from "../colors.ts";
import { addCommonOptions, type CommonOptions } from "../common-options.ts";
import { withClient } from "../open-client.ts";
import { print, printJson, talk } from "../talk.ts";

interface Options extends CommonOptions {
	readonly this?: string;
}

const describe = ({ kind, title, ref, state_key: state }: QueryRow): string =>
	`${colors.cyan(kind.padEnd(11))} ${colors.bold(title)} ${colors.dim(state === null ? ref : `${ref} · ${state}`)}`;

export function addQueryCommand(program: Command): void {
	addCommonOptions(program.command("query"))
		.description("Ask in the query language (docs/query-language.md)")
		.argument("<wql>", "the query, such as: SELECT t FROM task WHERE t.state = blocked")
		.option("--this <name>", "what {this} stands for: an id, a ref or an exact title")
		.addHelpText(
			"after",
			`
Examples:
  skein query "SELECT t FROM task WHERE t.due_at < today AND t.state != done ORDER BY t.due_at"
  skein query "SELECT p FROM Person WHERE p.team = {this}" --this Hardware`,
		)
		.action((wql: string, options: Options) =>
			withClient(options, { whenEmpty: "demo" }, async (client) => {
				const answer = await client.post<QueryAnswer>("/api/query", { wql, this: options.this });
				if (options.json) return printJson(answer);
				for (const row of answer.rows) print(describe(row));
				talk(`${answer.rows.length} of ${answer.total}`);
			}),
		);
}
