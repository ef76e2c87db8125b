import { setTimeout as sleep } from "node:timers/promises";
import { classifyFailure, secondsBeforeRetry } from "./classify-failure.ts";
import type { ModelConnection } from "./create-language-model.ts";
import { createWatchedFetch } from "./create-watched-fetch.ts";
import type { ModelEvent, ModelRequest } from "./model.ts";
import type { ProviderModel } from "./provider-families.ts";
import { readAnswer } from "./read-answer.ts";
import { translateRequest } from "./translate-request.ts";

/** Asks until an answer begins, then hands it on; once a single event is out, a failure is final. */
export async function* streamAnswer(
	connection: ModelConnection,
	request: ModelRequest,
): AsyncGenerator<ModelEvent> {
	for (let attempt = 0; ; attempt += 1) {
		let begun = false;
		try {
			for await (const event of askOnce(connection, request)) {
				begun = true;
				yield event;
			}
			return;
		} catch (error) {
			request.signal.throwIfAborted();
			const failure = classifyFailure(error, connection);
			const pause = begun ? undefined : secondsBeforeRetry(failure, attempt, connection.patience);
			if (pause === undefined) throw failure;
			await sleep(pause * 1_000, undefined, { signal: request.signal }).catch(() => {});
			request.signal.throwIfAborted();
		}
	}
}

const connected = new WeakMap<ModelConnection, ProviderModel>();

/** Connections are kept: a client library builds its schemas for each new one, while the prompt waits. */
async function connect(connection: ModelConnection): Promise<ProviderModel> {
	const known = connected.get(connection);
	if (known !== undefined) return known;
	const { family, model, url, apiKey } = connection;
	const provider = await family.connect({ model, url, apiKey, fetch: createWatchedFetch(connection) });
	connected.set(connection, provider);
	return provider;
}

async function* askOnce(connection: ModelConnection, request: ModelRequest): AsyncGenerator<ModelEvent> {
	const { family } = connection;
	const left = new AbortController();
	try {
		const provider = await connect(connection);
		const call = translateRequest(request, { keepParts: family.carriesCacheMarks });
		const abortSignal = AbortSignal.any([request.signal, left.signal]);
		yield* readAnswer(provider, { ...call, abortSignal });
	} finally {
		// Without this, a reader that stops half way leaves the provider generating, and billing, to the end.
		left.abort();
	}
}
