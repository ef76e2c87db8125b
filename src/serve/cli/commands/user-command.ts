import { type Command, Option } from "commander";
import { LONGEST_TOKEN_LIFE_DAYS } from "../../../contract/limits.ts";
import type { WorkspaceRole } from "../../../graph/model/access.ts";
import type { Token } from "../../../graph/store/people/credentials.ts";
import type { Member } from "../../../graph/store/people/members.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions, gather, parseNumber } from "../terminal/add-command.ts";
import { readSecret } from "../terminal/read-secret.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

interface AddOptions extends CommonOptions {
	readonly name?: string;
	readonly role: WorkspaceRole;
}

const ROLES: readonly WorkspaceRole[] = ["owner", "admin", "member", "guest"];

const describeMember = ({ id, email, display_name: name, role }: Member): string =>
	`${role.padEnd(7)} ${colors.bold(name)} ${colors.dim(`${email ?? ""} ${id}`)}`;

export function addUserCommand(program: Command): void {
	const user = program.command("user").description("The people of the workspace");

	addCommand(user, "add", {
		about: "Add a person to the workspace",
		examples: [
			'skein user add ib@example.org --name "Ib Holm"',
			"skein user add auditor@example.org --role guest",
		],
	})
		.argument("<email>", "their address, by which they sign in")
		.option("--name <text>", "what they are called")
		.addOption(new Option("--role <role>", "what they may do").choices(ROLES).default("member"))
		.action((email: string, { name, role, ...options }: AddOptions) =>
			withClient(options, { whenEmpty: "own" }, async (client) => {
				const member = await client.post<Member>("/api/members", { email, display_name: name, role });
				if (options.json) return printJson(member);
				print(describeMember(member));
				talk(`They sign in by password; set one with: skein user password --as ${member.email}`);
			}),
		);

	addCommand(user, "list", {
		about: "Who is in the workspace",
		examples: ["skein user list --json"],
	}).action((options: CommonOptions) =>
		withClient(options, { whenEmpty: "refuse" }, async (client) => {
			const answer = await client.get<{ members: readonly Member[] }>("/api/members");
			if (options.json) return printJson(answer);
			for (const member of answer.members) print(describeMember(member));
		}),
	);

	addCommand(user, "remove", {
		about: "Take a person out of the workspace, with their chats and tokens; what they made stays",
		examples: ["skein user remove ib@example.org"],
	})
		.argument("<email>", "their address or id")
		.action((person: string, options: CommonOptions) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const { members } = await client.get<{ members: readonly Member[] }>("/api/members");
				const found = members.find(({ id, email }) => id === person || email === person.toLowerCase());
				const removed = await client.delete<Member>(
					`/api/members/${encodeURIComponent(found?.id ?? person)}`,
				);
				if (options.json) return printJson(removed);
				print(describeMember(removed));
			}),
		);

	addCommand(user, "password", {
		about: "Set a password, read from the terminal or from standard input; of another person with --as",
		examples: ["skein user password", "pwgen -s 20 1 | skein user password --as ib@example.org"],
	}).action((options: CommonOptions) =>
		withClient(options, { whenEmpty: "refuse" }, async (client) => {
			const password = await readSecret("new password: ");
			const me = await client.patch<{ readonly email: string }>("/api/me", { password });
			if (options.json) return printJson({ email: me.email });
			talk(`${me.email} can now sign in by password`);
		}),
	);
}

interface CreateOptions extends CommonOptions {
	readonly name: string;
	readonly write?: boolean;
	readonly project?: readonly string[];
	readonly days?: number;
}

function describeToken({ id, name, mode, project_ids: projects, expires_at: end }: Token): string {
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
			for (const each of answer.tokens) print(describeToken(each));
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
