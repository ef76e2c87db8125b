import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { root } from "../../scripts/project.mjs";

interface Chunk {
	readonly file: string;
	readonly imports?: readonly string[];
	readonly dynamicImports?: readonly string[];
}

const built = join(root, "dist/web");
const manifest = JSON.parse(readFileSync(join(built, "manifest.json"), "utf8")) as Record<string, Chunk>;

/** Lists the scripts that a page loads before anything lazy: those it names, and all that they import by name. */
function listScripts(...entries: readonly string[]): ReadonlySet<string> {
	const found = new Set<string>();
	const waiting = [...entries];
	for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
		const chunk = manifest[name];
		if (chunk === undefined) throw new Error(`The build has no ${name}.`);
		if (found.has(chunk.file)) continue;
		found.add(chunk.file);
		waiting.push(...(chunk.imports ?? []));
	}
	return found;
}

const weigh = (files: ReadonlySet<string>): number =>
	[...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0);

const home = ["index.html", "src/chat/chat-page.tsx"] as const;

test("[U2] home, with the chat ready to be typed in, loads less than 250 KB of script", () => {
	expect(weigh(listScripts(...home))).toBeLessThan(250_000);
});

test.each([
	"src/conversation/chat-connection.ts",
	"src/chat/answer-markdown.tsx",
	"src/entities/body-editor.tsx",
])("[U2] %s comes later, when it is needed", (late) => {
	expect(listScripts(...home)).not.toContain(manifest[late]?.file);
	expect(listScripts(late).size).toBeGreaterThan(0);
});
