import { type Command, Option } from "commander";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { print, printJson, talk } from "../terminal/talk.ts";

/** Works on the store itself: a server on PostgreSQL keeps running, an embedded one has to be stopped first. */
async function run(state: "on" | "off" | undefined, options: CommonOptions): Promise<void> {
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
		run(options.on ? "on" : options.off ? "off" : undefined, options),
	);
}
