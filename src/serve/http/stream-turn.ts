import type { TurnEvent } from "../../chat/answer-turn.ts";
import type { Run } from "../../chat/run.ts";

const TEXT_ID = "answer";

/** The events of a turn in the shape of the AI SDK's UI message stream. */
async function* toParts(run: Run<TurnEvent>): AsyncGenerator<object> {
	let hasText = false;
	yield { type: "start" };
	for await (const event of run.follow()) {
		switch (event.type) {
			case "context":
				yield { type: "data-context", data: { contextId: event.payload.id, payload: event.payload } };
				break;
			case "citation":
				yield { type: "data-citation", id: String(event.citation.n), data: event.citation };
				break;
			case "text":
				if (!hasText) yield { type: "text-start", id: TEXT_ID };
				hasText = true;
				yield { type: "text-delta", id: TEXT_ID, delta: event.text };
				break;
			case "end": {
				const { type: _, ...data } = event;
				if (hasText) yield { type: "text-end", id: TEXT_ID };
				yield { type: "data-answer", data };
			}
		}
	}
	yield { type: "finish" };
}

/** Server-sent events. When the reader goes away the run goes on; only this way of watching it ends. */
export function streamTurn(run: Run<TurnEvent>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	const parts = toParts(run);
	return new ReadableStream({
		async pull(controller) {
			const { value, done } = await parts.next();
			if (done) {
				controller.enqueue(encoder.encode("data: [DONE]\n\n"));
				controller.close();
			} else {
				controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
			}
		},
		async cancel() {
			await parts.return(undefined);
		},
	});
}
