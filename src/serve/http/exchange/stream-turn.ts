import type { Run } from "../../../chat/run.ts";
import type { TurnEvent } from "../../../chat/turn-event.ts";
import type { ContextPayload } from "../../../context/model/payload.ts";
import type { StreamPart } from "../../../contract/event.ts";

/** The events of a turn in the shape of the AI SDK's UI message stream. */
async function* toParts(run: Run<TurnEvent>): AsyncGenerator<StreamPart> {
	let texts = 0;
	let isOpen = false;
	let content = "";
	let contextId: string | null = null;
	function* closeText(): Generator<StreamPart> {
		if (isOpen) yield { type: "text-end", id: `answer-${texts}` };
		isOpen = false;
	}
	for await (const event of run.follow()) {
		switch (event.type) {
			case "start": {
				const { type: _, ...ids } = event;
				yield { type: "start", messageId: ids.answerId, messageMetadata: ids };
				break;
			}
			case "context":
				contextId = event.payload.id;
				yield { type: "data-context", data: { contextId: event.payload.id, payload: event.payload } };
				break;
			case "citation":
				yield { type: "data-citation", id: String(event.citation.n), data: event.citation };
				break;
			case "text":
				if (!isOpen) {
					texts += 1;
					isOpen = true;
					yield { type: "text-start", id: `answer-${texts}` };
				}
				content += event.text;
				yield { type: "text-delta", id: `answer-${texts}`, delta: event.text };
				break;
			case "compaction":
				yield { type: "data-compaction", data: { leftOut: event.leftOut } };
				break;
			case "tool-call": {
				const { id: toolCallId, name: toolName, input } = event.call;
				yield* closeText();
				yield { type: "tool-input-available", toolCallId, toolName, input };
				break;
			}
			case "tool-outcome": {
				const { call, state, text, structured } = event;
				yield state === "failed"
					? { type: "tool-output-error", toolCallId: call.id, errorText: text }
					: { type: "tool-output-available", toolCallId: call.id, output: { state, text, structured } };
				break;
			}
			case "approval":
				yield* closeText();
				yield { type: "data-approval", id: event.approval.id, data: event.approval };
				break;
			case "end": {
				const { type: _, ...data } = event;
				yield* closeText();
				yield { type: "data-answer", data: { content, contextId, ...data } };
			}
		}
	}
	yield { type: "finish" };
}

async function* previewParts(payload: ContextPayload): AsyncGenerator<StreamPart> {
	yield { type: "start" };
	yield { type: "data-context", data: { contextId: payload.id, payload } };
	yield { type: "finish" };
}

/** Streams a turn. When the reader leaves, the run goes on; only this stream ends. */
export const streamTurn = (run: Run<TurnEvent>, onClose?: () => void): ReadableStream<Uint8Array> =>
	sendEvents(toParts(run), onClose);

/** Streams the context that a message would be answered from, and nothing else. */
export const streamContext = (payload: ContextPayload): ReadableStream<Uint8Array> =>
	sendEvents(previewParts(payload));

function sendEvents(
	parts: AsyncGenerator<StreamPart>,
	onClose: () => void = () => undefined,
): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream({
		async pull(controller) {
			const next = await parts.next().catch((error: unknown) => {
				onClose();
				throw error;
			});
			if (next.done) {
				onClose();
				controller.enqueue(encoder.encode("data: [DONE]\n\n"));
				controller.close();
			} else {
				controller.enqueue(encoder.encode(`data: ${JSON.stringify(next.value)}\n\n`));
			}
		},
		async cancel() {
			onClose();
			await parts.return(undefined);
		},
	});
}
