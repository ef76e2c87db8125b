import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";

const PROTOCOL = "2025-06-18";

interface Answer {
	readonly id?: number;
	readonly error?: { readonly message: string };
	readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text?: string }[] };
}

/** A server of tools in a process of its own, called over its own protocol, a line at a time. */
export class StdioTools {
	readonly #child: ChildProcessByStdio<Writable, Readable, null>;
	readonly #lines: Interface;
	#sent = 0;

	private constructor(args: readonly string[], environment: Readonly<Record<string, string>>) {
		this.#child = spawn(process.execPath, args, {
			env: { ...process.env, ...environment },
			stdio: ["pipe", "pipe", "ignore"],
		});
		this.#lines = createInterface({ input: this.#child.stdout });
	}

	static async start(
		args: readonly string[],
		environment: Readonly<Record<string, string>> = {},
	): Promise<StdioTools> {
		const tools = new StdioTools(args, environment);
		await tools.#ask("initialize", {
			...{ protocolVersion: PROTOCOL, capabilities: {} },
			clientInfo: { name: "bench", version: "1" },
		});
		tools.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
		return tools;
	}

	async call(name: string, input: object): Promise<string> {
		const { isError = false, content = [] } = await this.#ask("tools/call", { name, arguments: input });
		const text = content[0]?.text ?? "";
		if (isError) throw new Error(`${name} failed: ${text}`);
		return text;
	}

	async close(): Promise<void> {
		const ended = once(this.#child, "exit");
		this.#child.kill();
		await ended;
	}

	async #ask(method: string, params: object): Promise<NonNullable<Answer["result"]>> {
		this.#sent += 1;
		const id = this.#sent;
		this.#send({ jsonrpc: "2.0", id, method, params });
		for (;;) {
			const [line] = (await once(this.#lines, "line")) as [string];
			const answer = JSON.parse(line) as Answer;
			if (answer.id !== id) continue;
			if (answer.error) throw new Error(`The server refused ${method}: ${answer.error.message}`);
			return answer.result ?? {};
		}
	}

	#send(message: object): void {
		this.#child.stdin.write(`${JSON.stringify(message)}\n`);
	}
}
