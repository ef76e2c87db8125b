import type { Command } from "commander";
import { InvalidInputError, SkeinError } from "../../../graph/model/errors.ts";
import type { QueryAnswer } from "../../../graph/query/execute-query.ts";
import type { QueryRow } from "../../../graph/query/query-rows.ts";
import type { SavedQuery } from "../../../graph/store/people/saved-queries.ts";
import type { ApiClient } from "../client/api-client.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

interface Options extends CommonOptions {
	readonly this?: string;
	readonly save?: string;
	readonly saved?: string;
}

const listSaved = async (client: ApiClient): Promise<readonly SavedQuery[]> =>
	(await client.get<{ readonly queries: readonly SavedQuery[] }>("/api/queries")).queries;

/** Returns the query saved under a name. */
async function findSaved(client: ApiClient, name: string): Promise<string> {
	const queries = await listSaved(client);
	const found = queries.find((query) => query.name === name);
	if (found) return found.wql;
	const known =
		queries.length === 0 ? "You keep none." : `You keep: ${queries.map((query) => query.name).join(", ")}.`;
	throw new SkeinError("not_found", `There is no query called "${name}". ${known}`);
}

const describe = ({ kind, title, ref, state_key: state }: QueryRow): string =>
	`${colors.cyan(kind.padEnd(11))} ${colors.bold(title)} ${colors.dim(state === null ? ref : `${ref} · ${state}`)}`;

function printSaved(queries: readonly SavedQuery[], { json }: Options): void {
	if (json) {
		printJson({ queries });
		return;
	}
	for (const { name, wql } of queries) print(`${colors.bold(name)}\n  ${wql}`);
	talk(
		queries.length === 0
			? 'You keep no queries. Keep one with: skein query "SELECT …" --save NAME'
			: `${queries.length} kept`,
	);
}

export function addQueryCommand(program: Command): void {
	addCommand(program, "query", {
		about: "Ask in the query language (docs/query-language.md)",
		examples: [
			'skein query "SELECT t FROM task WHERE t.due_at < today AND t.state != done ORDER BY t.due_at"',
			'skein query "SELECT p FROM Person WHERE p.team = {this}" --this Hardware',
			'skein query "SELECT t FROM task WHERE t.mine = yes AND t.open = yes" --save "My open tasks"',
			'skein query --saved "My open tasks"',
		],
	})
		.argument(
			"[wql]",
			"the query, such as: SELECT t FROM task WHERE t.state = blocked; without one, those you keep are listed",
		)
		.option("--this <name>", "what {this} stands for: an id, a ref or an exact title")
		.option("--save <name>", "keep the query under this name, for you alone")
		.option("--saved <name>", "run the query that you keep under this name")
		.action((typed: string | undefined, options: Options) =>
			withClient(options, { whenEmpty: "demo" }, async (client) => {
				if (typed !== undefined && options.saved !== undefined)
					throw new InvalidInputError("Give a query, or --saved with the name of one, not both.");
				const wql = options.saved === undefined ? typed : await findSaved(client, options.saved);
				if (wql === undefined) return printSaved(await listSaved(client), options);
				if (options.save !== undefined) await client.post("/api/queries", { name: options.save, wql });
				const answer = await client.post<QueryAnswer>("/api/query", { wql, this: options.this });
				if (options.json) return printJson(answer);
				for (const row of answer.rows) print(describe(row));
				talk(`${answer.rows.length} of ${answer.total}`);
			}),
		);
}
