import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { GeneratedWorkspace } from "./generate-workspace.ts";
import { startStdioTools } from "./stdio-tools.ts";

const PACKAGE = "@modelcontextprotocol/server-memory";

function locateServer(): string | undefined {
	try {
		return createRequire(import.meta.url).resolve(`${PACKAGE}/dist/index.js`);
	} catch {
		return undefined;
	}
}

/** The file the reference server keeps its memory in: a line of JSON for each entity and each relation. */
function printMemory({ projects, entities, edges }: GeneratedWorkspace): string {
	const all = [...projects, ...entities];
	// It knows entities by name alone.
	const nameOf = new Map(all.map(({ id = "", title }) => [id, `${title} ${id.slice(-6)}`]));
	const lines = all.map(({ id = "", kind, description = "", body = "" }) => ({
		...{ type: "entity", name: nameOf.get(id), entityType: kind },
		observations: [description, body].filter((text) => text !== ""),
	}));
	const relations = edges.map(({ src_id, rel, dst_id }) => ({
		...{ type: "relation", from: nameOf.get(src_id), to: nameOf.get(dst_id), relationType: rel },
	}));
	return [...lines, ...relations].map((line) => JSON.stringify(line)).join("\n");
}

/**
 * The reference memory server with a workspace in its file, called over its own protocol. Undefined where the package is
 * not installed.
 */
export async function startReferenceMemory(workspace: GeneratedWorkspace, folder: string) {
	const server = locateServer();
	if (server === undefined) return undefined;
	const file = join(folder, "memory.jsonl");
	await writeFile(file, printMemory(workspace));
	const tools = await startStdioTools([server], { MEMORY_FILE_PATH: file });
	const search = (query: string): Promise<string> => tools.call("search_nodes", { query });
	return {
		search,
		/** Does as a client that looks something up: it searches, and opens the best results. */
		async searchAndOpen(query: string, most: number): Promise<void> {
			const found = JSON.parse(await search(query)) as {
				readonly entities: readonly { readonly name: string }[];
			};
			const names = found.entities.slice(0, most).map(({ name }) => name);
			await tools.call("open_nodes", { names });
		},
		close: () => tools.close(),
	};
}
