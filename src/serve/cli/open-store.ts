import { chooseEmbedder } from "../../chat/models/choose-embedder.ts";
import { openSkein, type Skein } from "../../open-skein.ts";
import { type CommonOptions, dataFolderOf } from "./common-options.ts";
import { talk } from "./talk.ts";

/** The store that the options name, with the embedding model that the environment names. */
export function openStore(options: CommonOptions): Promise<Skein> {
	const { databaseUrl } = options;
	return openSkein({
		dataFolder: dataFolderOf(options),
		...(databaseUrl !== undefined && { databaseUrl }),
		...chooseEmbedder({ environment: process.env }),
		onProgress: talk,
	});
}
