import type { Command } from "commander";
import type { Decided } from "../../../chat/decide-approval.ts";
import type { ShownApproval } from "../../../chat/show-approval.ts";
import { SkeinError } from "../../../graph/model/errors.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

function describe({ id, proposals, expires_at }: ShownApproval): string {
	const lines = proposals.flatMap(({ summary, diff }) => [
		`  ${summary}`,
		...diff.map(({ subject, field, before, after }) =>
			colors.dim(`    ${subject}: ${field}: ${before ?? "–"} → ${after ?? "–"}`),
		),
	]);
	return [`${colors.bold(id)}  until ${expires_at}`, ...lines].join("\n");
}

/** When the entity has changed since the proposal, the new difference waits under another id. */
function showRenewed(error: unknown): never {
	const renewed = error instanceof SkeinError && error.code === "proposal_stale" && error.details.approval;
	if (renewed) print(describe(renewed as ShownApproval));
	throw error;
}

/** Lets a person accept or refuse the changes an agent proposed, which no agent can. */
export function addApprovalsCommand(program: Command): void {
	const approvals = program.command("approvals").description("Writes that wait for your decision");

	addCommand(approvals, "list", {
		about: "What waits, and what it would change",
		examples: ["skein approvals list"],
	}).action((options: CommonOptions) =>
		withClient(options, { whenEmpty: "refuse" }, async (client) => {
			const answer = await client.get<{ approvals: readonly ShownApproval[] }>("/api/approvals");
			if (options.json) return printJson(answer);
			for (const each of answer.approvals) print(describe(each));
			if (answer.approvals.length === 0) talk("nothing waits for your decision");
		}),
	);

	for (const [name, decision, description] of [
		["confirm", "once", "Let it be done, as it was proposed"],
		["deny", "deny", "Let it not be done"],
	] as const) {
		addCommand(approvals, name, {
			about: description,
			examples: [`skein approvals ${name} 01a1e1cc-4bb6-73b2-8db3-01ce970bd679`],
		})
			.argument("<id>", "as listed by skein approvals list")
			.action((id: string, options: CommonOptions) =>
				withClient(options, { whenEmpty: "refuse" }, async (client) => {
					const answer = await client
						.post<Decided>(`/api/approvals/${encodeURIComponent(id)}`, { decision })
						.catch(showRenewed);
					if (options.json) return printJson(answer);
					print(answer.state);
				}),
			);
	}
}
