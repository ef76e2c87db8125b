import { type Command, Option } from "commander";
import type { WorkspaceRole } from "../../../graph/model/access.ts";
import type { Member } from "../../../graph/store/people/members.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { readSecret } from "../terminal/read-secret.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

interface AddOptions extends CommonOptions {
	readonly name?: string;
	readonly role: WorkspaceRole;
}

const ROLES: readonly WorkspaceRole[] = ["owner", "admin", "member", "guest"];

const describe = ({ id, email, display_name: name, role }: Member): string =>
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
				print(describe(member));
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
			for (const member of answer.members) print(describe(member));
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
				print(describe(removed));
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
