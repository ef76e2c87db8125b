import type { Command } from "commander";
import { withClient } from "../client/open-client.ts";
import { addCommonOptions, type CommonOptions } from "../terminal/common-options.ts";
import { print, printJson, talk } from "../terminal/talk.ts";

interface Options extends CommonOptions {
	readonly trash?: boolean;
}

interface Repaired {
	readonly set_aside: readonly { readonly ref: string; readonly kind: string; readonly title: string }[];
	readonly trashed: number;
}

const STILL_BROKEN = 1;

export function addRepairCommand(program: Command): void {
	addCommonOptions(program.command("repair"))
		.description("Build the graph of the workspace again, and name what cannot be read")
		.option("--trash", "move what cannot be read to the trash, from where it can be restored")
		.addHelpText(
			"after",
			"\nExamples:\n  skein repair\n  skein repair --trash\n\nEnds with 1 when something cannot be read and was not moved.",
		)
		.action((options: Options) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const body = { trash: options.trash === true };
				const repaired = await client.post<Repaired>("/api/repair", body);
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
