import type { LanguageModel } from "../../src/chat/models/model.ts";
import { chainModels } from "../../src/chat/models/model-catalog.ts";
import { openModel, type Patience } from "../../src/chat/models/open-model.ts";
import { type Environment, readEnvironment } from "../../src/chat/models/read-environment.ts";

/** The model that the environment asks for; null for none: without a model Skein still answers, from quoted passages. */
export function chooseModel(options: {
	readonly environment: Environment;
	readonly patience?: Partial<Patience>;
}): LanguageModel | null {
	const [first, ...others] = readEnvironment(options.environment).models.map((settings) =>
		openModel(settings, options),
	);
	return first === undefined ? null : chainModels([first, ...others]);
}
