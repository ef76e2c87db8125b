/** Waits for the first chunk: a refused export must show it in the status, which cannot be changed once sent. */
export async function streamFile(
	chunks: AsyncGenerator<Uint8Array>,
	type: string,
	name: string,
): Promise<Response> {
	let next = await chunks.next();
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			if (next.done) return controller.close();
			controller.enqueue(new Uint8Array(next.value));
			next = await chunks.next();
		},
		async cancel() {
			await chunks.return(undefined);
		},
	});
	const headers = { "content-type": type, "content-disposition": `attachment; filename="${name}"` };
	return new Response(body, { headers });
}
