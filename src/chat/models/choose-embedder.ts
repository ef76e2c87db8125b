import type { EmbeddingModel as AnyEmbeddingModel } from "ai";
import type { Embedder } from "../../graph/model/embedder.ts";
import { findLocalEmbedder, LocalEmbedder } from "../../graph/search/embed/local-embedder.ts";
import { ModelSettingsError } from "./model-error.ts";
import { type Patience, readAddress } from "./open-model.ts";
import { openai, openaiCompatible, type ProviderFamily } from "./provider-families.ts";
import { type Environment, readVariable } from "./read-environment.ts";
import { RemoteEmbedder } from "./remote-embedder.ts";

/** Providers of embeddings. A family answers for itself, as with language models. */
export interface EmbeddingFamily {
	readonly family: ProviderFamily;
	readonly defaultModel?: string;
	readonly batchSize: number;
	connect(
		options: Parameters<ProviderFamily["connect"]>[0],
	): Promise<Extract<AnyEmbeddingModel, { specificationVersion: "v3" }>>;
}

const EMBEDDING_FAMILIES: readonly EmbeddingFamily[] = [
	{
		family: openai,
		defaultModel: "text-embedding-3-small",
		batchSize: 64,
		async connect({ model, url, apiKey = "", fetch }) {
			const { createOpenAI } = await import("@ai-sdk/openai");
			return createOpenAI({ baseURL: url, apiKey, fetch }).embedding(model);
		},
	},
	{
		family: openaiCompatible,
		// A model on the user's machine computes one text after the other; a failure in a large batch would lose all of it.
		batchSize: 16,
		async connect({ model, url, apiKey, fetch }) {
			const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
			return createOpenAICompatible({
				name: openaiCompatible.name,
				baseURL: url,
				fetch,
				...(apiKey === undefined ? {} : { apiKey }),
			}).embeddingModel(model);
		},
	},
];

/** The embedding model that the environment names, and how to reach one that was used before. */
export interface EmbedderChoice {
	/** Null when search is to go by words and connections alone. */
	readonly embedder: Embedder | null;
	readonly findEmbedder: (model: string) => Embedder | undefined;
}

const URL_VARIABLE = "SKEIN_EMBEDDINGS_URL";
const KEY_VARIABLE = "SKEIN_EMBEDDINGS_API_KEY";
const known = ["local", "off", ...EMBEDDING_FAMILIES.map(({ family }) => family.name)];

interface ChoiceOptions {
	readonly environment: Environment;
	readonly patience?: Partial<Patience>;
}

/**
 * The embedding model that SKEIN_EMBEDDINGS names: `local` (the default, on this machine), `off`, or provider:model. A
 * key for a language model alone changes nothing: texts must not start to leave the machine because of it.
 */
export function chooseEmbedder(options: ChoiceOptions): EmbedderChoice {
	const wanted = readVariable(options.environment, "SKEIN_EMBEDDINGS") ?? "local";
	const findEmbedder = (model: string): Embedder | undefined => findFormer(model, options);
	if (wanted === "off") return { embedder: null, findEmbedder };
	if (wanted === "local") return { embedder: new LocalEmbedder(), findEmbedder };
	const choice = readChoice(wanted);
	if (choice === undefined) {
		throw new ModelSettingsError(
			`SKEIN_EMBEDDINGS names no known model. Write local, off or provider:model, where provider is one of ${EMBEDDING_FAMILIES.map(({ family }) => family.name).join(", ")}.`,
			{ variable: "SKEIN_EMBEDDINGS", known },
		);
	}
	return { embedder: openRemote(choice, options), findEmbedder };
}

interface Choice {
	readonly embeddings: EmbeddingFamily;
	readonly model: string;
}

/** A former model is reached as the present one is: through the same address and with the same key. */
function findFormer(id: string, options: ChoiceOptions): Embedder | undefined {
	const local = findLocalEmbedder(id);
	if (local) return local;
	const choice = readChoice(id);
	try {
		return choice && openRemote(choice, options);
	} catch (error) {
		// Without an address or a key for it any more, the former model cannot answer; the new one is on its way.
		if (error instanceof ModelSettingsError) return undefined;
		throw error;
	}
}

function readChoice(wanted: string): Choice | undefined {
	const [, name, named] = /^([^:]+)(?::(.*))?$/.exec(wanted) ?? [];
	const embeddings = EMBEDDING_FAMILIES.find(({ family }) => family.name === name);
	const model = named?.trim() || embeddings?.defaultModel;
	return embeddings && model ? { embeddings, model } : undefined;
}

function openRemote({ embeddings, model }: Choice, { environment, patience }: ChoiceOptions): Embedder {
	const { family } = embeddings;
	const apiKey = readVariable(environment, KEY_VARIABLE) ?? readVariable(environment, family.keyVariable);
	if (apiKey === undefined && family.keyRequired) {
		throw new ModelSettingsError(
			`Embeddings of ${family.name} need a key. Set ${KEY_VARIABLE} or ${family.keyVariable}.`,
			{ variable: KEY_VARIABLE, known },
		);
	}
	const url = readAddress(
		readVariable(environment, URL_VARIABLE) ??
			readVariable(environment, family.urlVariable) ??
			family.defaultUrl,
	);
	if (url === undefined) {
		throw new ModelSettingsError(
			`Embeddings of ${family.name} need an address. Set ${URL_VARIABLE} to an http or https URL without a user or password in it.`,
			{ variable: URL_VARIABLE, known },
		);
	}
	return new RemoteEmbedder({ embeddings, model, url, apiKey, ...(patience && { patience }) });
}
