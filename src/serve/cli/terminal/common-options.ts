import { resolve } from "node:path";
import { type Command, Option } from "commander";

/** The options of every command. */
export interface CommonOptions {
	readonly data: string;
	readonly databaseUrl?: string;
	readonly workspace?: string;
	readonly as?: string;
	readonly json?: boolean;
}

export function addCommonOptions(command: Command): Command {
	return command
		.addOption(
			new Option("--data <folder>", "where the embedded database lives").default(".skein").env("SKEIN_DATA"),
		)
		.addOption(new Option("--database-url <url>", "use this PostgreSQL instead").env("DATABASE_URL"))
		.option("--workspace <name>", "which workspace; the first one otherwise")
		.option("--as <person>", "act as this person (e-mail or name); only with direct access to the store")
		.option("--json", "print JSON");
}

export const dataFolderOf = (options: CommonOptions): string => resolve(options.data);
