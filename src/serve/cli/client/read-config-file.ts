import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { ModelSettings } from "../../../chat/models/model-choice.ts";
import type { ContextOverrides } from "../../../context/model/config.ts";
import { LONGEST_REFERENCE } from "../../../contract/limits.ts";
import { modelSetupSchema } from "../../../contract/model.ts";
import { InvalidInputError } from "../../../graph/model/errors.ts";

const FILE = "skein.config.json";

/** The settings of an installation; each part is checked where it is used. */
export interface ConfigFile {
	readonly context?: ContextOverrides;
	/** Models besides those of the environment, in the order in which they replace one another. */
	readonly models?: readonly ModelSettings[];
}

const text = z.string().trim().min(1).max(LONGEST_REFERENCE);

/** Keys do not belong in a file that is shared and kept: it names the variable that holds one. */
const modelsSchema = z.array(
	modelSetupSchema.omit({ apiKey: true }).extend({ url: text.optional(), keyVariable: text.optional() }),
);

/** Reads the configuration file of a folder; without a file, nothing is set. */
export async function readConfigFile(folder: string): Promise<ConfigFile> {
	const text = await readFile(join(folder, FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return "{}";
		throw error;
	});
	const refuse = (message: string): never => {
		throw new InvalidInputError(`${FILE}: ${message}`, { field: FILE }, "invalid_config");
	};
	try {
		const { context, models, ...rest } = JSON.parse(text) as ConfigFile;
		const [unknown] = Object.keys(rest);
		if (unknown !== undefined) refuse(`There is no such key: ${unknown}. Known: context, models.`);
		const checked = modelsSchema.optional().safeParse(models);
		if (!checked.success) refuse(`models: ${z.prettifyError(checked.error)}`);
		return {
			...(context !== undefined && { context }),
			...(checked.data && { models: checked.data as readonly ModelSettings[] }),
		};
	} catch (error) {
		if (error instanceof SyntaxError) return refuse("It is not JSON.");
		throw error;
	}
}
