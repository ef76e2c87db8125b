import type { Command } from "commander";
import { MOST_HITS } from "../../../contract/limits.ts";
import { InvalidInputError, SkeinError } from "../../../graph/model/errors.ts";
import type { QueryAnswer } from "../../../graph/query/execute-query.ts";
import type { QueryRow } from "../../../graph/query/query-rows.ts";
import type { SearchAnswer, SearchResult } from "../../../graph/search/search-entities.ts";
import type { SavedQuery } from "../../../graph/store/people/saved-queries.ts";
import type { ApiClient } from "../client/api-client.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions, parseNumber } from "../terminal/add-command.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

interface SearchOptions extends CommonOptions {
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

function describeResult(result: SearchResult): string {
	const legs = result.legs.map(({ leg, rank }) => `${leg} #${rank}`).join(", ");
	const places = [result.folder, result.project_name].filter((place) => place !== undefined);
	const where = places.map((place) => ` · ${place}`).join("");
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
		.action((query: string, options: SearchOptions) =>
			withClient(options, { whenEmpty: "demo" }, async (client) => {
				const { project, types, limit, exact } = options;
				const request = { query, project_id: project, types, limit, exact };
				const answer = await client.post<SearchAnswer>("/api/search", request);
				if (options.json) return printJson(answer);
				for (const result of answer.results) print(describeResult(result));
				talk(answer.message);
				if (answer.corrected) talk(`To search for “${answer.corrected.original}” instead, add --exact.`);
			}),
		);
}

interface QueryOptions extends CommonOptions {
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

const describeRow = ({
	kind,
	title,
	ref,
	state_key,
	folder,
}: QueryRow & { readonly folder?: string }): string => {
	const said = [ref, state_key, folder].filter((word) => word !== null && word !== undefined);
	return `${colors.cyan(kind.padEnd(11))} ${colors.bold(title)} ${colors.dim(said.join(" · "))}`;
};

function printSaved(queries: readonly SavedQuery[], { json }: QueryOptions): void {
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
		.action((typed: string | undefined, options: QueryOptions) =>
			withClient(options, { whenEmpty: "demo" }, async (client) => {
				if (typed !== undefined && options.saved !== undefined)
					throw new InvalidInputError("Give a query, or --saved with the name of one, not both.");
				const wql = options.saved === undefined ? typed : await findSaved(client, options.saved);
				if (wql === undefined) return printSaved(await listSaved(client), options);
				if (options.save !== undefined) await client.post("/api/queries", { name: options.save, wql });
				const answer = await client.post<QueryAnswer>("/api/query", { wql, this: options.this });
				if (options.json) return printJson(answer);
				for (const row of answer.rows) print(describeRow(row));
				talk(`${answer.rows.length} of ${answer.total}`);
			}),
		);
}
