import { anthropic } from "./anthropic.ts";
import { openai } from "./openai.ts";
import { openaiCompatible } from "./openai-compatible.ts";
import type { ProviderFamily } from "./provider-family.ts";

/** Every provider there is a client for, in the order in which a key alone chooses one. */
export const PROVIDER_FAMILIES: readonly ProviderFamily[] = [anthropic, openai, openaiCompatible];

export const PROVIDER_NAMES: readonly string[] = PROVIDER_FAMILIES.map(({ name }) => name);

export const findFamily = (provider: string): ProviderFamily | undefined =>
	PROVIDER_FAMILIES.find(({ name }) => name === provider);
