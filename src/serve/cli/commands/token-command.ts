import type { Command } from "commander";
import { LONGEST_TOKEN_LIFE_DAYS } from "../../../contract/limits.ts";
import type { Token } from "../../../graph/store/people/credentials.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions, gather, parseNumber } from "../terminal/add-command.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

interface CreateOptions extends CommonOptions {
	readonly name: string;
	readonly write?: boolean;
	readonly project?: readonly string[];
	readonly days?: number;
}

function describe({ id, name, mode, project_ids: projects, expires_at: end }: Token): string {
	const bound = projects === null ? "" : `, ${projects.length} projects`;
	const until = end === null ? "" : `, until ${end.slice(0, "2026-01-31".length)}`;
	return `${id}  ${colors.bold(name || "(no name)")} ${colors.dim(`${mode}${bound}${until}`)}`;
}

export function addTokenCommand(program: Command): void {
	const token = program.command("token").description("Keys for scripts and agents");

	addCommand(token, "create", {
		about: "Make a token; it is shown once",
		examples: [
			"skein token create --name agent --days 90",
			'skein token create --name backup-script --write --project "Heron 2 bridge gauge"',
		],
	})
		.option("--name <text>", "what it is for", "command line")
		.option("--write", "let it write; it may only read otherwise")
		.option("--project <name>", "bind it to this project; may be given several times", gather)
		.option(
			"--days <number>",
			"how long it lasts; until it is revoked otherwise",
			parseNumber(1, LONGEST_TOKEN_LIFE_DAYS),
		)
		.action(({ name, write, project = [], days, ...options }: CreateOptions) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const created = await client.post<{ id: string; token: string }>("/api/tokens", {
					...{ name, days, mode: write ? "write" : "read", project_ids: project },
				});
				if (options.json) printJson(created);
				else print(created.token);
				talk(`It may ${write ? "read and write" : "only read"}. Keep it safe: it is not shown again.`);
			}),
		);

	addCommand(token, "list", {
		about: "Your tokens, without their secrets",
		examples: ["skein token list"],
	}).action((options: CommonOptions) =>
		withClient(options, { whenEmpty: "refuse" }, async (client) => {
			const answer = await client.get<{ tokens: readonly Token[] }>("/api/tokens");
			if (options.json) return printJson(answer);
			for (const each of answer.tokens) print(describe(each));
			if (answer.tokens.length === 0) talk("you have no tokens; make one with: skein token create");
		}),
	);

	addCommand(token, "revoke", {
		about: "End a token; requests with it are refused from now on",
		examples: ["skein token revoke 01a1e1cc-4bb6-73b2-8db3-01ce970bd679"],
	})
		.argument("<id>", "as listed by skein token list")
		.action((id: string, options: CommonOptions) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const answer = await client.delete(`/api/tokens/${encodeURIComponent(id)}`);
				if (options.json) return printJson(answer);
				print("revoked");
			}),
		);
}
