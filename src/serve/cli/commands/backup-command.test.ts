import { expect, test } from "vitest";
import { splitArchives } from "./backup-command.ts";

async function* toLines(text: string): AsyncGenerator<string> {
	for (const line of text.split("\n")) yield line;
}

async function split(text: string): Promise<string[][]> {
	const archives: string[][] = [];
	for await (const lines of splitArchives(toLines(text))) {
		const archive: string[] = [];
		for await (const line of lines) archive.push(line);
		archives.push(archive);
	}
	return archives;
}

test("each archive is handed out by itself, to its last line", async () => {
	const end = '{"type":"end","rows":1}';
	expect(await split(`a\nb\n${end}\n\nc\n${end}\n`)).toEqual([
		["a", "b", end],
		["c", end],
	]);
});

test("one that was cut off is handed out as far as it goes, for a caller that checks that it is whole", async () => {
	expect(await split("a\nb")).toEqual([["a", "b"]]);
	expect(await split("\n\n")).toEqual([]);
});
