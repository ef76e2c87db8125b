import { anthropic } from "./anthropic.ts";
import { chainModels } from "./chain-models.ts";
import { createLanguageModel, type Patience } from "./create-language-model.ts";
import { lookUpModelFacts } from "./look-up-model-facts.ts";
import type { LanguageModel } from "./model.ts";
import { ModelSettingsError } from "./model-error.ts";
import { openai } from "./openai.ts";
import { openaiCompatible } from "./openai-compatible.ts";
import type { ProviderFamily } from "./provider-family.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const families: readonly ProviderFamily[] = [anthropic, openai, openaiCompatible];
const known = families.map((family) => family.name);
const smallestWindow = 1_024;

/**
 * The model that the environment asks for by SKEIN_MODEL, else the default model of the first provider that
 * has a key, else none: without a model Skein still answers, from quoted passages. Several, with commas between them,
 * stand in for one another in this order.
 */
export function chooseModel(options: {
	readonly environment: Environment;
	readonly patience?: Partial<Patience>;
}): LanguageModel | null {
	const { environment, patience } = options;
	const [first, ...others] = readChoices(environment).map(({ family, model }) => {
		const facts = lookUpModelFacts(model);
		return createLanguageModel({
			family,
			model,
			url: readUrl(environment, family),
			apiKey: readKey(environment, family),
			...facts,
			contextWindow: readWindow(environment) ?? facts.contextWindow,
			seesImages: readSight(environment) ?? facts.seesImages,
			...(patience === undefined ? {} : { patience }),
		});
	});
	return first === undefined ? null : chainModels([first, ...others]);
}

interface Choice {
	readonly family: ProviderFamily;
	readonly model: string;
}

/** Values are never repeated in a message: a key pasted into the wrong variable would end up in the logs. */
function readChoices(environment: Environment): readonly Choice[] {
	const wanted = read(environment, "SKEIN_MODEL");
	if (wanted !== undefined) return wanted.split(",").map((part) => readChoice(part.trim()));
	if (read(environment, openaiCompatible.urlVariable) !== undefined) {
		throw new ModelSettingsError(
			`${openaiCompatible.urlVariable} is set without a model. Set SKEIN_MODEL=${openaiCompatible.name}:model as well.`,
			{ variable: "SKEIN_MODEL", known },
		);
	}
	for (const family of families) {
		const model = family.defaultModel;
		if (model !== undefined && read(environment, family.keyVariable) !== undefined)
			return [{ family, model }];
	}
	return [];
}

function readChoice(wanted: string): Choice {
	const colon = wanted.indexOf(":");
	const family = families.find(({ name }) => name === wanted.slice(0, colon));
	const model = wanted.slice(colon + 1).trim();
	if (family !== undefined && model !== "") return { family, model };
	throw new ModelSettingsError(
		`SKEIN_MODEL names no known provider. Write provider:model, where provider is one of ${known.join(", ")}.`,
		{ variable: "SKEIN_MODEL", known },
	);
}

function readKey(environment: Environment, family: ProviderFamily): string | undefined {
	const key = read(environment, family.keyVariable);
	if (key === undefined && family.keyRequired) {
		throw new ModelSettingsError(`Models of ${family.name} need a key. Set ${family.keyVariable}.`, {
			variable: family.keyVariable,
			known,
		});
	}
	return key;
}

/** A bare host gets `/v1`, so that both ways of writing a base URL reach the same place. */
function readUrl(environment: Environment, family: ProviderFamily): string {
	const written = read(environment, family.urlVariable) ?? family.defaultUrl;
	const url = written !== undefined && URL.canParse(written) ? new URL(written) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
		throw new ModelSettingsError(
			`Models of ${family.name} need an address. Set ${family.urlVariable} to an http or https URL without a user or password in it.`,
			{ variable: family.urlVariable, known },
		);
	}
	const path = url.pathname.replace(/\/+$/, "");
	return `${url.origin}${path === "" ? "/v1" : path}`;
}

function readWindow(environment: Environment): number | undefined {
	const written = read(environment, "SKEIN_MODEL_CONTEXT_WINDOW");
	if (written === undefined) return undefined;
	const tokens = Number(written);
	if (Number.isSafeInteger(tokens) && tokens >= smallestWindow) return tokens;
	throw new ModelSettingsError(
		`SKEIN_MODEL_CONTEXT_WINDOW must be a whole number of tokens, at least ${smallestWindow}.`,
		{ variable: "SKEIN_MODEL_CONTEXT_WINDOW", known },
	);
}

/** What a model on one's own machine can do is known to nobody else. */
function readSight(environment: Environment): boolean | undefined {
	const written = read(environment, "SKEIN_MODEL_IMAGES");
	return written === undefined ? undefined : written === "on";
}

/** An empty variable counts as unset: that is how shells and compose files switch one off. */
function read(environment: Environment, variable: string): string | undefined {
	return environment[variable]?.trim() || undefined;
}
