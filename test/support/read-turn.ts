import { parseJsonEventStream, readUIMessageStream, type UIMessage, uiMessageChunkSchema } from "ai";

/** One part of the stream, as it went over the wire. */
export interface StreamPart {
	readonly type: string;
	readonly delta?: string;
	readonly data?: Readonly<Record<string, unknown>>;
}

/** Parts as they arrive. Leaving the loop cuts the connection, as closing a browser tab does. */
export async function* followTurn(response: Response): AsyncGenerator<StreamPart> {
	let text = "";
	for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
		text += chunk;
		const events = text.split("\n\n");
		text = events.pop() ?? "";
		for (const event of events) {
			if (event !== "data: [DONE]") yield JSON.parse(event.slice("data: ".length));
		}
	}
}

export async function collectTurn(response: Response): Promise<readonly StreamPart[]> {
	const parts: StreamPart[] = [];
	for await (const part of followTurn(response)) parts.push(part);
	return parts;
}

export const textOf = (parts: readonly StreamPart[]): string =>
	parts.map(({ delta }) => delta ?? "").join("");

export const dataOf = (parts: readonly StreamPart[], type: string): Readonly<Record<string, unknown>> =>
	parts.find((part) => part.type === type)?.data ?? {};

/** The finished message as a client built on the AI SDK reads it; a chunk that it does not accept is an error. */
export async function readAsClient(response: Response): Promise<UIMessage> {
	if (response.body === null) throw new Error("There is no stream to read.");
	const chunks = parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema }).pipeThrough(
		new TransformStream({
			transform(result, controller) {
				if (!result.success) throw result.error;
				controller.enqueue(result.value);
			},
		}),
	);
	let last: UIMessage | undefined;
	for await (const message of readUIMessageStream({ stream: chunks, terminateOnError: true })) last = message;
	if (last === undefined) throw new Error("The stream held no message.");
	return last;
}
