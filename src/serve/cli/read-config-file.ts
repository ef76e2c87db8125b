import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContextOverrides } from "../../context/model/config.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";

const FILE = "skein.config.json";

/** What can be set for an installation; each part is checked where it is used. */
export interface ConfigFile {
	readonly context?: ContextOverrides;
}

/** The configuration file of a folder; without one, nothing is set. */
export async function readConfigFile(folder: string): Promise<ConfigFile> {
	const text = await readFile(join(folder, FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return "{}";
		throw error;
	});
	const refuse = (message: string): never => {
		throw new InvalidInputError(`${FILE}: ${message}`, { field: FILE }, "invalid_config");
	};
	try {
		const { context, ...rest } = JSON.parse(text) as ConfigFile;
		const [unknown] = Object.keys(rest);
		if (unknown !== undefined) refuse(`There is no such key: ${unknown}. Known: context.`);
		return { ...(context !== undefined && { context }) };
	} catch (error) {
		if (error instanceof SyntaxError) return refuse("It is not JSON.");
		throw error;
	}
}
