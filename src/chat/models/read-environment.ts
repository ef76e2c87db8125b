import { SMALLEST_WINDOW } from "../../contract/limits.ts";
import { idOf, type ModelChoices, type ModelSettings, NO_MODELS } from "./model-choice.ts";
import { ModelSettingsError } from "./model-error.ts";
import { findFamily, openaiCompatible, PROVIDER_FAMILIES, PROVIDER_NAMES } from "./provider-families.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the models that SKEIN_MODEL names, else the default model of the first provider that has a key, else none.
 * Several, separated by commas, replace one another in this order. Messages never repeat a value: a key pasted into the
 * wrong variable would end up in the logs.
 */
export function readEnvironment(environment: Environment): ModelChoices {
	const models = readChoices(environment).map(
		(choice): ModelSettings => ({
			...choice,
			...readWindow(environment),
			...readSight(environment),
		}),
	);
	return models.length === 0 ? NO_MODELS : { models, chain: models.map(idOf) };
}

function readChoices(environment: Environment): readonly ModelSettings[] {
	const wanted = readVariable(environment, "SKEIN_MODEL");
	if (wanted !== undefined) return wanted.split(",").map((part) => readChoice(part.trim()));
	if (readVariable(environment, openaiCompatible.urlVariable) !== undefined) {
		throw new ModelSettingsError(
			`${openaiCompatible.urlVariable} is set without a model. Set SKEIN_MODEL=${openaiCompatible.name}:model as well.`,
			{ variable: "SKEIN_MODEL", known: PROVIDER_NAMES },
		);
	}
	for (const { name, defaultModel, keyVariable } of PROVIDER_FAMILIES) {
		if (defaultModel !== undefined && readVariable(environment, keyVariable) !== undefined)
			return [{ provider: name, model: defaultModel }];
	}
	return [];
}

function readChoice(wanted: string): ModelSettings {
	const colon = wanted.indexOf(":");
	const provider = wanted.slice(0, Math.max(0, colon));
	const model = wanted.slice(colon + 1).trim();
	if (findFamily(provider) !== undefined && model !== "") return { provider, model };
	throw new ModelSettingsError(
		`SKEIN_MODEL names no known provider. Write provider:model, where provider is one of ${PROVIDER_NAMES.join(", ")}.`,
		{ variable: "SKEIN_MODEL", known: PROVIDER_NAMES },
	);
}

function readWindow(environment: Environment): { contextWindow?: number } {
	const written = readVariable(environment, "SKEIN_MODEL_CONTEXT_WINDOW");
	if (written === undefined) return {};
	const contextWindow = Number(written);
	if (Number.isSafeInteger(contextWindow) && contextWindow >= SMALLEST_WINDOW) return { contextWindow };
	throw new ModelSettingsError(
		`SKEIN_MODEL_CONTEXT_WINDOW must be a whole number of tokens, at least ${SMALLEST_WINDOW}.`,
		{ variable: "SKEIN_MODEL_CONTEXT_WINDOW", known: PROVIDER_NAMES },
	);
}

/** Nobody else knows the abilities of a model on the user's own machine. */
function readSight(environment: Environment): { seesImages?: boolean } {
	const written = readVariable(environment, "SKEIN_MODEL_IMAGES");
	return written === undefined ? {} : { seesImages: written === "on" };
}

/** An empty variable counts as unset: that is how shells and compose files switch one off. */
export function readVariable(environment: Environment, variable: string): string | undefined {
	return environment[variable]?.trim() || undefined;
}
