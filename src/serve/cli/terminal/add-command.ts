import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";

/** The options of every command. */
export interface CommonOptions {
	readonly data: string;
	readonly databaseUrl?: string;
	readonly workspace?: string;
	readonly as?: string;
	readonly json?: boolean;
}

interface HelpText {
	readonly examples: readonly string[];
	/** Shown before the examples, and after them. */
	readonly before?: string;
	readonly after?: string;
}

/** Returns the end of the help of a command: examples, with remarks around them. */
export function printHelp({ examples, before, after }: HelpText): string {
	const list = [examples.length === 1 ? "Example:" : "Examples:", ...examples.map((line) => `  ${line}`)];
	const parts = [before, list.join("\n"), after].filter((part) => part !== undefined);
	return `\n${parts.join("\n\n")}`;
}

/** Adds a command with the options that all of them have. */
export function addCommand(
	parent: Command,
	name: string,
	{ about, isDefault = false, ...help }: HelpText & { readonly about: string; readonly isDefault?: boolean },
): Command {
	return parent
		.command(name, { isDefault })
		.addOption(
			new Option("--data <folder>", "where the embedded database lives").default(".skein").env("SKEIN_DATA"),
		)
		.addOption(new Option("--database-url <url>", "use this PostgreSQL instead").env("DATABASE_URL"))
		.option("--workspace <name>", "which workspace; the first one otherwise")
		.option("--as <person>", "act as this person (e-mail or name); only with direct access to the store")
		.option("--json", "print JSON")
		.description(about)
		.addHelpText("after", printHelp(help));
}

export const dataFolderOf = (options: CommonOptions): string => resolve(options.data);

/** An option that may be given several times. */
export const gather = (value: string, previous: readonly string[] = []): readonly string[] => [
	...previous,
	value,
];

/** A whole number within bounds, or a refusal that names them. */
export const parseNumber =
	(low: number, high: number) =>
	(text: string): number => {
		const value = Number(text);
		if (text.trim() !== "" && Number.isInteger(value) && value >= low && value <= high) return value;
		throw new InvalidArgumentError(`It takes a whole number from ${low} to ${high}.`);
	};
