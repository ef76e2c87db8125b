import { type Command, Option } from "commander";
import type { Answer } from "../../../contract/frozen.ts";
import type { repairSchema } from "../../../contract/operation.ts";
import type { Finding } from "../client/find-troubles.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

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

const FAILED = 1;
const COLOR = { ok: colors.green, warn: colors.yellow, fail: colors.red } as const;

const describe = ({ state, name, told, remedy }: Finding): string =>
	`${COLOR[state](state.padEnd(4))} ${colors.bold(name.padEnd(12))} ${told}${remedy === undefined ? "" : `\n     ${" ".repeat(12)} ${colors.dim(`→ ${remedy}`)}`}`;

export function addDoctorCommand(program: Command): void {
	addCommand(program, "doctor", {
		about: "Check everything the product needs, and name the remedy for each fault",
		examples: ["skein doctor", "skein doctor --database-url postgres://localhost/skein --json"],
		after: "Ends with 1 when something fails; a warning alone is no failure.",
	}).action(async (options: CommonOptions) => {
		const { findTroubles } = await import("../client/find-troubles.ts");
		const findings: Finding[] = [];
		for await (const finding of findTroubles(options)) {
			findings.push(finding);
			if (!options.json) print(describe(finding));
		}
		if (options.json) printJson({ findings });
		if (findings.some(({ state }) => state === "fail")) process.exitCode = FAILED;
	});
}

/** Works on the store itself: a server on PostgreSQL keeps running, an embedded one has to be stopped first. */
async function switchSqlSearch(state: "on" | "off" | undefined, options: CommonOptions): Promise<void> {
	const { openStore } = await import("../client/open-store.ts");
	const skein = await openStore(options);
	try {
		const { sqlSearch } = skein.graph.store;
		if (state === "on") {
			talk("adding onto_search_entities with its column and indexes");
			await sqlSearch.enable();
		} else if (state === "off") await sqlSearch.disable();
		const isEnabled = await sqlSearch.isEnabled();
		if (options.json) printJson({ enabled: isEnabled });
		else print(isEnabled ? "on" : "off");
	} finally {
		await skein.close();
	}
}

export function addSqlSearchCommand(program: Command): void {
	const command = addCommand(program, "sql-search", {
		about: "Search inside the database: add or remove the SQL function onto_search_entities",
		before:
			"It is for those who query the database directly, and makes every write dearer; Skein's own search does not need it.",
		examples: [
			"skein sql-search            say whether it is there",
			"skein sql-search --on       add it, or bring it up to date",
			"skein sql-search --off      remove it with its column and indexes",
		],
	})
		.addOption(new Option("--on", "add it").conflicts("off"))
		.addOption(new Option("--off", "remove it"));
	command.action((options: CommonOptions & { readonly on?: boolean; readonly off?: boolean }) =>
		switchSqlSearch(options.on ? "on" : options.off ? "off" : undefined, options),
	);
}
