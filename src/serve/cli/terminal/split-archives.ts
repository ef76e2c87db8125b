const isEnd = (line: string): boolean => line.startsWith('{"type":"end"');

/** A backup is one archive after the other; yields the lines of each, which must be read to its end first. */
export async function* splitArchives(lines: AsyncIterable<string>): AsyncGenerator<AsyncIterable<string>> {
	const source = lines[Symbol.asyncIterator]();
	let next = await source.next();
	while (!next.done) {
		if (next.value.trim() === "") {
			next = await source.next();
			continue;
		}
		yield (async function* () {
			while (!next.done) {
				const line = next.value;
				next = await source.next();
				yield line;
				if (isEnd(line)) return;
			}
		})();
	}
}
