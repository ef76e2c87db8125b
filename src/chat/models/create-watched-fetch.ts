import { ModelError } from "./model-error.ts";
import type { ModelConnection } from "./open-model.ts";

/** More bytes than the longest answer takes, with all that a provider wraps around each word of it. */
const MOST_BYTES = 64_000_000;

/**
 * A fetch that gives up on silence, and on an answer that has no end. Bytes are watched, not events: keep-alives and hidden reasoning count as
 * life. The clock runs only while somebody waits for the provider, so a slow reader is no stall.
 */
export function createWatchedFetch({ family, model, patience }: ModelConnection): typeof fetch {
	return async (input, init) => {
		const silence = new AbortController();
		const whileWaiting = async <Result>(wait: Promise<Result>): Promise<Result> => {
			const stalled = () => silence.abort(new ModelError("model_stalled", { provider: family.name, model }));
			const timer = setTimeout(stalled, patience.stallSeconds * 1_000);
			try {
				return await wait;
			} finally {
				clearTimeout(timer);
			}
		};

		const signals = init?.signal ? [init.signal, silence.signal] : [silence.signal];
		const response = await whileWaiting(
			// A redirect would carry the key and the prompt to a host that nobody configured.
			fetch(input, { ...init, redirect: "manual", signal: AbortSignal.any(signals) }),
		);
		const reader = response.body?.getReader();
		if (reader === undefined) return response;
		let received = 0;
		const body = new ReadableStream({
			async pull(controller) {
				const { done, value } = await whileWaiting(reader.read());
				received += value?.byteLength ?? 0;
				if (received > MOST_BYTES) {
					silence.abort(new ModelError("model_bad_answer", { provider: family.name, model }));
					controller.error(silence.signal.reason);
				} else if (done) controller.close();
				else controller.enqueue(value);
			},
			cancel: (reason) => reader.cancel(reason),
		});
		return new Response(body, response);
	};
}
