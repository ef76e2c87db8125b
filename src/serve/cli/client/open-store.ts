import { resolve } from "node:path";
import { chooseEmbedder } from "../../../chat/models/choose-embedder.ts";
import type { ModelChoice } from "../../../chat/models/model-choice.ts";
import { InvalidInputError } from "../../../graph/model/errors.ts";
import { type OpenOptions, openSkein, type Skein } from "../../../open-skein.ts";
import { type CommonOptions, dataFolderOf } from "../terminal/add-command.ts";
import { talk } from "../terminal/talk.ts";
import { readConfigFile } from "./read-config-file.ts";

/** Opens the store that the options name, with the embedding model that the environment names. */
export async function openStore(options: CommonOptions, models?: ModelChoice): Promise<Skein> {
	const { databaseUrl } = options;
	const { context } = await readConfigFile(process.cwd());
	return openSkein({
		dataFolder: dataFolderOf(options),
		...(databaseUrl !== undefined && { databaseUrl }),
		...chooseEmbedder({ environment: process.env }),
		...readGraphSettings(process.env),
		...(context !== undefined && { context }),
		...(models !== undefined && { models }),
		onProgress: talk,
	});
}

const MEGABYTE = 1_000_000;

/** Reads from the environment where graphs are kept between runs and how much memory they may take. */
function readGraphSettings(
	environment: Readonly<Record<string, string | undefined>>,
): Pick<OpenOptions, "graphFolder" | "graphBytes"> {
	const { SKEIN_GRAPH_FOLDER: folder, SKEIN_GRAPH_MB: megabytes } = environment;
	return {
		...(folder && { graphFolder: resolve(folder) }),
		...(megabytes && { graphBytes: Math.ceil(readMegabytes(megabytes) * MEGABYTE) }),
	};
}

function readMegabytes(text: string): number {
	const value = Number(text);
	if (Number.isFinite(value) && value > 0) return value;
	throw new InvalidInputError(
		`SKEIN_GRAPH_MB is "${text.slice(0, 20)}". Give it a number of megabytes, such as 2000.`,
		{ field: "SKEIN_GRAPH_MB" },
		"invalid_config",
	);
}
