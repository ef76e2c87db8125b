import type { Command } from "commander";
import type { Answer } from "../../../contract/frozen.ts";
import type { repairSchema } from "../../../contract/operation.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { print, printJson, talk } from "../terminal/talk.ts";

interface Options extends CommonOptions {
	readonly trash?: boolean;
}

const STILL_BROKEN = 1;

export function addRepairCommand(program: Command): void {
	addCommand(program, "repair", {
		about: "Build the graph of the workspace again, and name what cannot be read",
		examples: ["skein repair", "skein repair --trash"],
		after: "Ends with 1 when something cannot be read and was not moved.",
	})
		.option("--trash", "move what cannot be read to the trash, from where it can be restored")
		.action((options: Options) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const body = { trash: options.trash === true };
				const repaired = await client.post<Answer<typeof repairSchema>>("/api/repair", body);
				if (options.json) printJson(repaired);
				else
					for (const { ref, kind, title } of repaired.set_aside)
						print(`${ref}  ${kind}  ${JSON.stringify(title)}`);
				const { length } = repaired.set_aside;
				if (length === 0) return talk("Everything can be read.");
				if (repaired.trashed > 0) return talk(`${repaired.trashed} moved to the trash.`);
				talk(`${length} cannot be read. skein repair --trash moves them to the trash.`);
				process.exitCode = STILL_BROKEN;
			}),
		);
}
