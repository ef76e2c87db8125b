import { createLanguageModel, type Patience } from "./create-language-model.ts";
import { lookUpModelFacts } from "./look-up-model-facts.ts";
import type { LanguageModel, ModelFacts } from "./model.ts";
import { ModelSettingsError } from "./model-error.ts";
import type { ModelSettings } from "./model-settings.ts";
import type { ProviderFamily } from "./provider-families.ts";
import { findFamily, PROVIDER_NAMES } from "./provider-families.ts";
import { type Environment, readVariable } from "./read-environment.ts";

/** Returns the facts about a model: from its settings, and from its name where they are silent. */
export function describeModel(settings: ModelSettings): ModelFacts {
	const known = lookUpModelFacts(settings.model);
	return {
		contextWindow: settings.contextWindow ?? known.contextWindow,
		tokenizer: settings.tokenizer ?? known.tokenizer,
		seesImages: settings.seesImages ?? known.seesImages,
		price: settings.price === undefined ? known.price : settings.price,
	};
}

/** Throws when the provider is unknown, or its address or its key is missing. */
export function openModel(
	settings: ModelSettings,
	{ environment, patience }: { readonly environment: Environment; readonly patience?: Partial<Patience> },
): LanguageModel {
	const family = requireFamily(settings.provider);
	return createLanguageModel({
		...{ family, model: settings.model, ...describeModel(settings) },
		url: readUrl(settings, family, environment),
		apiKey: readKey(settings, family, environment),
		...(patience && { patience }),
	});
}

function requireFamily(provider: string): ProviderFamily {
	const family = findFamily(provider);
	if (family !== undefined) return family;
	throw new ModelSettingsError(`There is no such provider. Choose one of ${PROVIDER_NAMES.join(", ")}.`, {
		field: "provider",
		known: PROVIDER_NAMES,
	});
}

/**
 * A key of the environment goes to the address of the environment alone: anyone who may set another address for a
 * workspace must not have the installation's key sent there.
 */
export function findKey(
	{ apiKey, keyVariable, url }: ModelSettings,
	family: ProviderFamily,
	environment: Environment,
): string | undefined {
	if (apiKey !== undefined) return apiKey;
	if (keyVariable !== undefined) return readVariable(environment, keyVariable);
	return url === undefined ? readVariable(environment, family.keyVariable) : undefined;
}

function readKey(
	settings: ModelSettings,
	family: ProviderFamily,
	environment: Environment,
): string | undefined {
	const key = findKey(settings, family, environment);
	if (key !== undefined || !family.keyRequired) return key;
	const variable = settings.keyVariable ?? family.keyVariable;
	throw new ModelSettingsError(`Models of ${family.name} need a key. Set ${variable}.`, {
		variable,
		known: PROVIDER_NAMES,
	});
}

function readUrl(settings: ModelSettings, family: ProviderFamily, environment: Environment): string {
	const url = readAddress(settings.url ?? readVariable(environment, family.urlVariable) ?? family.defaultUrl);
	if (url !== undefined) return url;
	throw new ModelSettingsError(
		`Models of ${family.name} need an address. Set ${family.urlVariable} to an http or https URL without a user or password in it.`,
		{ variable: family.urlVariable, known: PROVIDER_NAMES },
	);
}

/** A bare host gets `/v1`, so that both ways of writing a base URL reach the same place. Undefined for what is no address. */
export function readAddress(written: string | undefined): string | undefined {
	if (written === undefined || !URL.canParse(written)) return undefined;
	const { protocol, username, password, origin, pathname } = new URL(written);
	if (!/^https?:$/.test(protocol) || username !== "" || password !== "") return undefined;
	const path = pathname.replace(/(?<!\/)\/+$/, "");
	return `${origin}${path === "" ? "/v1" : path}`;
}
