import { lookUpModelFacts } from "./look-up-model-facts.ts";
import type { LanguageModel, ModelFacts } from "./model.ts";
import type { ModelSettings } from "./model-choice.ts";
import { ModelSettingsError } from "./model-error.ts";
import { findFamily, PROVIDER_NAMES, type ProviderFamily } from "./provider-families.ts";
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
	const connection: ModelConnection = {
		...{ family, model: settings.model, patience: { ...DEFAULT_PATIENCE, ...patience } },
		url: readUrl(settings, family, environment),
		apiKey: readKey(settings, family, environment),
	};
	return {
		...{ id: settings.model, provider: family.name, ...describeModel(settings) },
		async *stream(request) {
			const { streamAnswer } = await import("./stream-answer.ts");
			yield* streamAnswer(connection, request);
		},
	};
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
	const details = { variable, known: PROVIDER_NAMES };
	throw new ModelSettingsError(`Models of ${family.name} need a key. Set ${variable}.`, details);
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

export interface Patience {
	/** Seconds without a single byte before the answer counts as stalled. */
	readonly stallSeconds: number;
	/** Further attempts after a failure, as long as nothing of the answer has been handed out. */
	readonly retries: number;
	/** The pause before the first retry, doubled for each one after; a provider's retry-after goes before it. */
	readonly retrySeconds: number;
	readonly longestRetrySeconds: number;
}

export const DEFAULT_PATIENCE: Patience = {
	stallSeconds: 120,
	retries: 2,
	retrySeconds: 1,
	longestRetrySeconds: 30,
};

/** One model at one address, with everything an answer needs to know about it. */
export interface ModelConnection {
	readonly family: ProviderFamily;
	readonly model: string;
	readonly url: string;
	readonly apiKey: string | undefined;
	readonly patience: Patience;
}
