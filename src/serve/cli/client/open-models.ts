import { join } from "node:path";
import { ModelCatalog } from "../../../chat/models/model-catalog.ts";
import { idOf, type ModelChoice } from "../../../chat/models/model-choice.ts";
import { type CommonOptions, dataFolderOf } from "../terminal/add-command.ts";
import { readConfigFile } from "./read-config-file.ts";

/** Opens the models that the environment, the configuration file and each workspace name. */
export async function openModels(options: CommonOptions): Promise<ModelChoice> {
	const { models } = await readConfigFile(process.cwd());
	return ModelCatalog.open({
		environment: process.env,
		ownPath: join(dataFolderOf(options), "models.json"),
		...(models && { file: { models, chain: models.map(idOf) } }),
	});
}
