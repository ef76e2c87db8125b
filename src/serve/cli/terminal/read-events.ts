const DONE = "[DONE]";

/** The events of a stream, as they come. */
export async function* readEvents<Part>(response: Response): AsyncGenerator<Part> {
	// Loaded when it is needed: every other command would wait for it.
	const { EventSourceParserStream } = await import("eventsource-parser/stream");
	const events = response.body
		?.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream());
	for await (const { data } of events ?? []) if (data !== DONE) yield JSON.parse(data) as Part;
}
