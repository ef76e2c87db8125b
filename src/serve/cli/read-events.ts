const DONE = "[DONE]";

/** The events of a stream, as they come. */
export async function* readEvents<Part>(response: Response): AsyncGenerator<Part> {
	const decoder = new TextDecoder();
	let waiting = "";
	for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
		waiting += decoder.decode(chunk, { stream: true });
		const events = waiting.split("\n\n");
		// The last piece may go on in the next chunk.
		waiting = events.pop() ?? "";
		for (const event of events) {
			const data = event.replace(/^data: /, "");
			if (event.startsWith("data: ") && data !== DONE) yield JSON.parse(data) as Part;
		}
	}
}
