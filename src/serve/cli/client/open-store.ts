import { chooseEmbedder } from "../../../chat/models/choose-embedder.ts";
import type { ModelChoice } from "../../../chat/models/model-choice.ts";
import { openSkein, type Skein } from "../../../open-skein.ts";
import { type CommonOptions, dataFolderOf } from "../terminal/common-options.ts";
import { talk } from "../terminal/talk.ts";
import { readConfigFile } from "./read-config-file.ts";
import { readGraphSettings } from "./read-graph-settings.ts";

/** The store that the options name, with the embedding model that the environment names. */
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
