import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { InvalidInputError } from "../../graph/model/errors.ts";
import { remember } from "../../graph/model/remember.ts";
import type { LanguageModel, ModelEvent, ModelRequest } from "./model.ts";
import {
	idOf,
	type ListedModel,
	type ModelChange,
	type ModelChoice,
	type ModelChoices,
	type ModelList,
	type ModelSettings,
	NO_MODELS,
	unknownModel,
} from "./model-choice.ts";
import { ModelError, ModelSettingsError } from "./model-error.ts";
import { describeModel, findKey, openModel, type Patience, readAddress } from "./open-model.ts";
import { findFamily } from "./provider-families.ts";
import { type Environment, readEnvironment } from "./read-environment.ts";

const OWNER_ONLY = 0o600;

type ByWorkspace = Readonly<Record<string, ModelChoices>>;

type OwnModels = Awaited<ReturnType<typeof openOwnModels>>;

/**
 * The models that each workspace has set up for itself, with their keys, in a file that only the server's operator can
 * read. In the database they would be part of every backup. Without a path they last as long as the process.
 */
async function openOwnModels(path: string | undefined) {
	let all: ByWorkspace = path === undefined ? {} : await readChoices(path);
	return {
		of: (workspaceId: string): ModelChoices =>
			Object.hasOwn(all, workspaceId) ? (all[workspaceId] ?? NO_MODELS) : NO_MODELS,
		/** In one step: a crash leaves the old file or the new one. */
		async set(workspaceId: string, choices: ModelChoices): Promise<void> {
			const next = { ...all, [workspaceId]: choices };
			if (path !== undefined) {
				const draft = `${path}.${process.pid}`;
				await rm(draft, { force: true });
				await writeFile(draft, JSON.stringify(next, null, "\t"), { mode: OWNER_ONLY, flag: "wx" });
				await rename(draft, path);
			}
			all = next;
		},
	};
}

async function readChoices(path: string): Promise<ByWorkspace> {
	const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return "{}";
		throw error;
	});
	return JSON.parse(text) as ByWorkspace;
}

interface CatalogOptions {
	readonly environment: Environment;
	/** The models of the configuration file; the environment takes precedence. */
	readonly file?: ModelChoices | undefined;
	/** Where workspaces keep their own; without it, in memory. */
	readonly ownPath?: string | undefined;
	readonly patience?: Partial<Patience>;
}

interface Placed {
	readonly source: ListedModel["source"];
	readonly settings: ModelSettings;
}

/** Models by id; a later place does not replace what an earlier one has set up. */
function uniteModels(...places: readonly (readonly Placed[])[]): ReadonlyMap<string, Placed> {
	const all = new Map<string, Placed>();
	for (const placed of places.flat()) {
		const id = idOf(placed.settings);
		if (!all.has(id)) all.set(id, placed);
	}
	return all;
}

const place = (source: Placed["source"], { models }: ModelChoices): readonly Placed[] =>
	models.map((settings) => ({ source, settings }));

/** The models of an installation: what each workspace has set up, then the environment, then the configuration file. */
export class ModelCatalog implements ModelChoice {
	readonly #options: CatalogOptions;
	readonly #environment: ModelChoices;
	readonly #file: ModelChoices;
	readonly #own: OwnModels;
	/** Each as long as its settings are: what a model has connected is there for the next question. */
	readonly #opened = new WeakMap<ModelSettings, LanguageModel>();

	private constructor(options: CatalogOptions, own: OwnModels) {
		this.#options = options;
		this.#own = own;
		this.#environment = readEnvironment(options.environment);
		this.#file = options.file ?? NO_MODELS;
	}

	/** Throws when the environment or the file names a model that cannot be asked: better at the start than at the first question. */
	static async open(options: CatalogOptions): Promise<ModelCatalog> {
		const catalog = new ModelCatalog(options, await openOwnModels(options.ownPath));
		for (const settings of [...catalog.#environment.models, ...catalog.#file.models]) {
			catalog.#open(settings);
		}
		return catalog;
	}

	list(workspaceId: string): ModelList {
		const placed = [...this.#placed(workspaceId).values()];
		return { models: placed.map((one) => this.#describe(one)), chain: this.#chain(workspaceId) };
	}

	choose(workspaceId: string, wanted?: string): LanguageModel | null {
		const placed = this.#placed(workspaceId);
		if (wanted !== undefined && !placed.has(wanted)) throw unknownModel();
		const chain = this.#chain(workspaceId);
		const order = wanted === undefined ? chain : [wanted, ...chain.filter((id) => id !== wanted)];
		const [first, ...others] = order.flatMap((id): LanguageModel[] => {
			const settings = placed.get(id)?.settings;
			if (settings === undefined) return [];
			// A caller who names a model gets the reason why it cannot be opened; a substitute that cannot be opened is
			// skipped.
			if (id === wanted) return [this.#open(settings)];
			const model = this.#tryOpen(settings);
			return model ? [model] : [];
		});
		return first === undefined ? null : chainModels([first, ...others]);
	}

	async change(workspaceId: string, { models, chain }: ModelChange): Promise<void> {
		const before = new Map(this.#own.of(workspaceId).models.map((settings) => [idOf(settings), settings]));
		const own = models.map((change) => mergeKey(checkSettings(change), before.get(idOf(change))));
		if (new Set(own.map(idOf)).size < own.length) {
			throw new InvalidInputError("One model is named twice. Name each once.", { field: "models" });
		}
		const known = this.#placed(workspaceId, { models: own, chain: [] });
		if (chain?.some((id) => !known.has(id))) throw unknownModel();
		await this.#own.set(workspaceId, { models: own, chain: chain ?? own.map(idOf) });
	}

	#placed(workspaceId: string, own = this.#own.of(workspaceId)): ReadonlyMap<string, Placed> {
		return uniteModels(
			place("workspace", own),
			place("environment", this.#environment),
			place("file", this.#file),
		);
	}

	#chain(workspaceId: string): readonly string[] {
		const known = this.#placed(workspaceId);
		const chains = [this.#own.of(workspaceId), this.#environment, this.#file].map(({ chain }) =>
			chain.filter((id) => known.has(id)),
		);
		return chains.find((chain) => chain.length > 0) ?? [];
	}

	#describe({ source, settings }: Placed): ListedModel {
		const { provider, model, url } = settings;
		const family = findFamily(provider);
		return {
			...{ id: idOf(settings), provider, model, source, ...describeModel(settings) },
			url: source === "workspace" ? (url ?? null) : null,
			hasKey: family !== undefined && findKey(settings, family, this.#options.environment) !== undefined,
			ready: this.#tryOpen(settings) !== null,
		};
	}

	#open(settings: ModelSettings): LanguageModel {
		return remember(this.#opened, settings, () => openModel(settings, this.#options));
	}

	#tryOpen(settings: ModelSettings): LanguageModel | null {
		try {
			return this.#open(settings);
		} catch (error) {
			if (error instanceof ModelSettingsError) return null;
			throw error;
		}
	}
}

/** Checks everything that needs no key: that the provider exists, and that an address is an address. */
function checkSettings(change: ModelChange["models"][number]): ModelChange["models"][number] {
	const family = findFamily(change.provider);
	if (family === undefined) {
		throw new InvalidInputError("There is no such provider.", { field: "provider" }, "unknown_provider");
	}
	const url = change.url === undefined ? undefined : readAddress(change.url);
	if (change.url !== undefined && url === undefined) {
		const message = "An address is an http or https URL without a user or password in it.";
		throw new InvalidInputError(message, { field: "url" });
	}
	return { ...change, url };
}

/** Keeps a key only with its address: anyone who may change the address must not have the key sent to theirs. */
function mergeKey(
	{ apiKey, ...settings }: ModelChange["models"][number],
	before: ModelSettings | undefined,
): ModelSettings {
	const kept = before?.url === settings.url ? before?.apiKey : undefined;
	const key = apiKey === undefined ? kept : (apiKey ?? undefined);
	return { ...settings, ...(key !== undefined && { apiKey: key }) };
}

/** Several models as one: the next is asked when one fails before its first word. */
export function chainModels(models: readonly [LanguageModel, ...LanguageModel[]]): LanguageModel {
	const [first, ...others] = models;
	if (others.length === 0) return first;
	const tokenizers = new Set(models.map((model) => model.tokenizer));
	return {
		id: first.id,
		provider: first.provider,
		// A prompt must fit whichever of them gets it in the end.
		contextWindow: Math.min(...models.map((model) => model.contextWindow)),
		tokenizer: tokenizers.size === 1 ? first.tokenizer : "estimate",
		seesImages: models.every((model) => model.seesImages),
		price: first.price,
		stream: (request) => streamFirst(models, request),
	};
}

async function* streamFirst(
	models: readonly LanguageModel[],
	request: ModelRequest,
): AsyncGenerator<ModelEvent> {
	for (const [index, model] of models.entries()) {
		let said = false;
		try {
			for await (const event of model.stream(request)) {
				if (!said) yield { type: "model", id: model.id, provider: model.provider, price: model.price };
				said = true;
				yield event;
			}
			return;
		} catch (error) {
			// Once a word is out, another model would begin again in the middle of the answer.
			const mayGoOn = !said && error instanceof ModelError && index < models.length - 1;
			if (!mayGoOn || request.signal.aborted) throw error;
		}
	}
}
