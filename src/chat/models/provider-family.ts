import type { LanguageModel as AnyProviderModel } from "ai";

/** The client library's model interface, named here once. */
export type ProviderModel = Extract<AnyProviderModel, { specificationVersion: "v3" }>;
export type ProviderCall = Parameters<ProviderModel["doStream"]>[0];
export type ProviderPart =
	Awaited<ReturnType<ProviderModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** A family answers for itself: shared code never asks which provider it talks to. */
export interface ProviderFamily {
	readonly name: string;
	readonly keyVariable: string;
	/** A server on the user's machine needs no key. */
	readonly keyRequired: boolean;
	readonly urlVariable: string;
	readonly defaultUrl?: string;
	readonly defaultModel?: string;
	/** Whether the wire carries cache breakpoints; otherwise the parts of a message are sent as one text. */
	readonly carriesCacheMarks: boolean;
	/** Loads the provider's client only now: it takes a tenth of a second that no other command should pay. */
	connect(options: ConnectOptions): Promise<ProviderModel>;
}

interface ConnectOptions {
	readonly model: string;
	readonly url: string;
	readonly apiKey: string | undefined;
	readonly fetch: typeof fetch;
}
