import { estimateWith, makeTokenizer, o200k, type Tokenizer } from "./tokenizer.ts";

/**
 * Only encodings that split at every line end our pieces have: with the older ones a piece may count one token more in
 * the whole text than alone. Each megabytes and some tenths of a second to load, so one is loaded when a model asks for it.
 */
const ENCODINGS = {
	o200k: async () => o200k,
	cl100k: async () => makeTokenizer("cl100k", await import("gpt-tokenizer/encoding/cl100k_base")),
} as const;

type EncodingName = keyof typeof ENCODINGS;

/** By the start of the model's name; the first that fits. */
const FAMILIES: readonly (readonly [start: RegExp, encoding: EncodingName])[] = [
	[/^(gpt-5|gpt-4\.[15]|gpt-4o|chatgpt-4o|gpt-oss|o\d)/, "o200k"],
	[/^(gpt-4|gpt-3\.5|text-embedding-)/, "cl100k"],
];

/**
 * Families whose tokenizer does not ship: which of ours comes nearest, and how many of their tokens one of ours takes at
 * most before a provider has reported any. Each figure is derived in docs/decisions/0028-first-token-factors.md.
 */
const ESTIMATES: readonly (readonly [start: RegExp, encoding: EncodingName, factor: number])[] = [
	// Up to Claude 4.6; a date behind the number is no minor version.
	[/^claude-(?:instant|[23](?!\d)|[a-z]+-[34](?:[-.][0-6])?(?!\d|[-.]\d{1,2}(?!\d)))/, "o200k", 1.35],
	[/^claude-/, "o200k", 1.75],
	[/^(?:meta-)?llama-?3/i, "cl100k", 1.1],
	[/^(?:meta-)?llama-?4/i, "o200k", 1.25],
];
/** Small vocabularies need about this much; a prompt that is refused costs more than room left empty. */
const UNKNOWN = ["o200k", 1.6] as const;

const loaded = new Map<string, Tokenizer>([[o200k.name, o200k]]);

async function load(name: EncodingName): Promise<Tokenizer> {
	const tokenizer = loaded.get(name) ?? (await ENCODINGS[name]());
	loaded.set(name, tokenizer);
	return tokenizer;
}

/** The tokenizer of that name, if it was used before; a rough one otherwise. */
export function recallTokenizer(name: string): Tokenizer {
	const [base = "", factor] = name.split("×");
	const known = loaded.get(base);
	if (known === undefined) return estimateWith(o200k, 1);
	return factor === undefined ? known : estimateWith(known, Number(factor));
}

/** Ratios for models whose tokenizer does not ship: their tokens for each of ours. */
export interface KnownRatios {
	of(model: string): Promise<readonly number[]>;
}

/** Only these: many a name has a colon of its own, such as llama3.3:70b. */
const PROVIDER = /^(?:anthropic|openai|openai-compatible):/;

/** `provider:name` and `vendor/name` are the model of that name. */
export const nameModel = (model: string): string => model.replace(PROVIDER, "").replace(/^.*\//, "");

const findEncoding = (model: string): EncodingName | undefined =>
	FAMILIES.find(([start]) => start.test(nameModel(model)))?.[1];

/** Whether the tokenizer of the model's family ships, so that its counts are its own. */
export const isCounted = (model: string): boolean => findEncoding(model) !== undefined;

function findEstimate(model: string): readonly [encoding: EncodingName, factor: number] {
	const [, encoding, factor] = ESTIMATES.find(([start]) => start.test(nameModel(model))) ?? [];
	return encoding === undefined || factor === undefined ? UNKNOWN : [encoding, factor];
}

/** The tokenizer of the model's family, or an estimate that errs upwards; without a model, o200k. */
export async function chooseTokenizer(model: string | undefined, ratios: KnownRatios): Promise<Tokenizer> {
	if (model === undefined) return o200k;
	const encoding = findEncoding(model);
	if (encoding !== undefined) return load(encoding);
	const [nearest, first] = findEstimate(model);
	const [base, reported] = await Promise.all([load(nearest), ratios.of(nameModel(model))]);
	return estimateWith(base, learnFactor(reported, first));
}

/** Nine prompts of ten needed no more than this. */
const QUANTILE = 0.9;
/** A provider that reports less or more than this share of our count counts something else than the prompt. */
const BELIEVABLE = { least: 0.25, most: 4 };

/**
 * How many tokens a model needed for each of ours, by what its provider reported for a prompt; nothing where the figures
 * cannot be those of one prompt.
 */
export function measureRatio(input: {
	/** Our count without any factor. */
	readonly counted: number;
	readonly reported: number;
}): number | undefined {
	const ratio = input.reported / input.counted;
	return ratio >= BELIEVABLE.least && ratio <= BELIEVABLE.most ? ratio : undefined;
}

/**
 * How many tokens a model is to be granted for each of ours. It starts with what its family is known to need at most and
 * moves to what the provider reports: too high leaves room empty, too low gets a whole prompt refused.
 */
export function learnFactor(reported: readonly number[], first: number): number {
	const ratios = [...reported].sort((a, b) => a - b);
	const seen = ratios[Math.min(ratios.length - 1, Math.floor(QUANTILE * ratios.length))];
	if (seen === undefined) return first;
	const doubt = Math.max(0, first - seen) / (1 + ratios.length) ** 2;
	return seen + doubt;
}
