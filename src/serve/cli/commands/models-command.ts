import type { Command } from "commander";
import type { ListedModel, ModelChange, ModelList } from "../../../chat/models/model-choice.ts";
import { LARGEST_WINDOW, SMALLEST_WINDOW } from "../../../contract/limits.ts";
import { InvalidInputError } from "../../../graph/model/errors.ts";
import type { ApiClient } from "../client/api-client.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions, parseNumber } from "../terminal/add-command.ts";
import { readSecret } from "../terminal/read-secret.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

interface AddOptions extends CommonOptions {
	readonly url?: string;
	readonly key?: boolean;
	readonly contextWindow?: number;
	readonly images?: boolean;
	readonly default?: boolean;
}

const PATH = "/api/models";

function describe({ id, contextWindow, tokenizer, seesImages, price, source, ready }: ListedModel): string {
	const cost = price === null ? "price unknown" : `$${price.input} in, $${price.output} out a million`;
	const facts = [
		`${contextWindow} tokens`,
		tokenizer,
		...(seesImages ? ["sees pictures"] : []),
		cost,
		source,
	];
	return `${id}  ${colors.dim(facts.join(", "))}${ready ? "" : "  not ready: it has no key or no address"}`;
}

function printModels({ models, chain }: ModelList, json: boolean | undefined): void {
	if (json) {
		printJson({ models, chain });
		return;
	}
	if (models.length === 0) {
		talk(
			"no model: answers are quoted passages. Set one up with skein models add anthropic:claude-sonnet-5-5",
		);
	}
	for (const model of models) {
		const place = chain.indexOf(model.id);
		const rank = place === 0 ? "default" : place > 0 ? `${place + 1}.` : "";
		print(`${rank.padEnd(8)} ${describe(model)}`);
	}
}

/** Returns the workspace's own models in the form in which they are sent back; keys stay on the server. */
const listOwn = ({ models }: ModelList): ModelChange["models"] =>
	models
		.filter(({ source }) => source === "workspace")
		.map(({ provider, model, url, contextWindow, tokenizer, seesImages, price }) => ({
			...{ provider, model, contextWindow, tokenizer, seesImages, price },
			...(url !== null && { url }),
		}));

function splitId(id: string): { readonly provider: string; readonly model: string } {
	const [, provider, model] = /^([^:]+):(.+)$/.exec(id) ?? [];
	if (provider !== undefined && model !== undefined) return { provider, model };
	throw new InvalidInputError("Name it as provider:model, such as openai:gpt-5-mini.", { field: "id" });
}

/** The models that write answers in a workspace. */
export function addModelsCommand(program: Command): void {
	const models = program.command("models").description("Which models write answers, and in which order");
	const withModels = (
		options: CommonOptions,
		work: (client: ApiClient, list: ModelList) => Promise<ModelList>,
	): Promise<void> =>
		withClient(options, { whenEmpty: "own", withModel: true }, async (client) =>
			printModels(await work(client, await client.get<ModelList>(PATH)), options.json),
		);

	addCommand(models, "list", {
		about: "Those there are, with their windows and prices",
		isDefault: true,
		examples: ["skein models list"],
	}).action((options: CommonOptions) => withModels(options, async (_client, list) => list));

	addCommand(models, "add", {
		about: "Set one up for this workspace; it answers when the others cannot, or first with --default",
		examples: [
			"skein models add anthropic:claude-sonnet-5-5 --key --default",
			"skein models add openai-compatible:llama3.3 --url http://localhost:11434/v1 --context-window 32000",
		],
	})
		.argument("<id>", "provider:model; providers are anthropic, openai and openai-compatible")
		.option("--key", "ask for its key, or read it from a pipe; otherwise the environment's is used")
		.option("--url <address>", "where it is reached, if not at the provider's own address")
		.option(
			"--context-window <tokens>",
			"for prompt and answer",
			parseNumber(SMALLEST_WINDOW, LARGEST_WINDOW),
		)
		.option("--images", "it sees pictures")
		.option("--default", "it is asked first")
		.action((id: string, options: AddOptions) =>
			withModels(options, async (client, list) => {
				const apiKey = options.key ? await readSecret(`Key of ${id}: `) : undefined;
				const { url, contextWindow, images: seesImages } = options;
				const added = { ...splitId(id), url, apiKey, contextWindow, seesImages };
				const others = list.chain.filter((other) => other !== id);
				return client.put<ModelList>(PATH, {
					models: [...listOwn(list).filter(({ provider, model }) => `${provider}:${model}` !== id), added],
					chain: options.default ? [id, ...others] : [...others, id],
				});
			}),
		);

	addCommand(models, "remove", {
		about: "Take one away that this workspace has set up",
		examples: ["skein models remove openai:gpt-5-mini"],
	})
		.argument("<id>", "provider:model")
		.action((id: string, options: CommonOptions) =>
			withModels(options, (client, list) => {
				const own = listOwn(list).filter(({ provider, model }) => `${provider}:${model}` !== id);
				const fixed = list.models.filter(({ source }) => source !== "workspace").map((model) => model.id);
				const left = new Set([...own.map(({ provider, model }) => `${provider}:${model}`), ...fixed]);
				return client.put<ModelList>(PATH, {
					models: own,
					chain: list.chain.filter((each) => left.has(each)),
				});
			}),
		);

	addCommand(models, "use", {
		about: "Say which are asked, in this order: the next when one fails before its first word",
		examples: ["skein models use openai:gpt-5-mini anthropic:claude-sonnet-5-5"],
	})
		.argument("<ids...>", "provider:model")
		.action((chain: string[], options: CommonOptions) =>
			withModels(options, (client, list) => client.put<ModelList>(PATH, { models: listOwn(list), chain })),
		);
}
