import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { GeneratedWorkspace } from "./generate-workspace.ts";

const PACKAGE = "@modelcontextprotocol/server-memory";
const PROTOCOL = "2025-06-18";

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

/** The reference memory server with a workspace in its file, spoken to over its own protocol. */
export class ReferenceMemory {
	readonly #child: ChildProcessByStdio<Writable, Readable, null>;
	readonly #lines: Interface;
	#sent = 0;

	private constructor(server: string, file: string) {
		this.#child = spawn(process.execPath, [server], {
			env: { ...process.env, MEMORY_FILE_PATH: file },
			stdio: ["pipe", "pipe", "ignore"],
		});
		this.#lines = createInterface({ input: this.#child.stdout });
	}

	/** Undefined where the package is not installed. */
	static async start(workspace: GeneratedWorkspace, folder: string): Promise<ReferenceMemory | undefined> {
		const server = locateServer();
		if (server === undefined) return undefined;
		const file = join(folder, "memory.jsonl");
		await writeFile(file, printMemory(workspace));
		const memory = new ReferenceMemory(server, file);
		await memory.#ask("initialize", {
			...{ protocolVersion: PROTOCOL, capabilities: {} },
			clientInfo: { name: "bench", version: "1" },
		});
		memory.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
		return memory;
	}

	async search(query: string): Promise<void> {
		await this.#ask("tools/call", { name: "search_nodes", arguments: { query } });
	}

	async close(): Promise<void> {
		const ended = once(this.#child, "exit");
		this.#child.kill();
		await ended;
	}

	async #ask(method: string, params: object): Promise<void> {
		this.#sent += 1;
		const id = this.#sent;
		this.#send({ jsonrpc: "2.0", id, method, params });
		for (;;) {
			const [line] = (await once(this.#lines, "line")) as [string];
			const answer = JSON.parse(line) as { id?: number; error?: { message: string } };
			if (answer.id !== id) continue;
			if (answer.error) throw new Error(`The reference server refused ${method}: ${answer.error.message}`);
			return;
		}
	}

	#send(message: object): void {
		this.#child.stdin.write(`${JSON.stringify(message)}\n`);
	}
}
