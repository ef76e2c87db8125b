import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const PROTOCOL = "2025-06-18";

interface Answer {
	readonly id?: number;
	readonly error?: { readonly message: string };
	readonly result?: {
		readonly isError?: boolean;
		readonly content?: readonly { readonly text?: string }[];
		readonly structuredContent?: object;
	};
}

export interface ToolReply {
	readonly isError: boolean;
	readonly text: string;
	readonly structured: object | undefined;
}

/** Starts a server of tools in a process of its own, called over its own protocol, a line at a time. */
export async function startStdioTools(
	args: readonly string[],
	environment: Readonly<Record<string, string>> = {},
) {
	const child = spawn(process.execPath, args, {
		env: { ...process.env, ...environment },
		stdio: ["pipe", "pipe", "ignore"],
	});
	const lines = createInterface({ input: child.stdout });
	let sent = 0;

	const write = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);

	async function ask(method: string, params: object): Promise<NonNullable<Answer["result"]>> {
		sent += 1;
		const id = sent;
		write({ jsonrpc: "2.0", id, method, params });
		for (;;) {
			const [line] = (await once(lines, "line")) as [string];
			const answer = JSON.parse(line) as Answer;
			if (answer.id !== id) continue;
			if (answer.error) throw new Error(`The server refused ${method}: ${answer.error.message}`);
			return answer.result ?? {};
		}
	}

	await ask("initialize", {
		...{ protocolVersion: PROTOCOL, capabilities: {} },
		clientInfo: { name: "bench", version: "1" },
	});
	write({ jsonrpc: "2.0", method: "notifications/initialized" });

	async function callTool(name: string, input: object): Promise<ToolReply> {
		const {
			isError = false,
			content = [],
			structuredContent,
		} = await ask("tools/call", { name, arguments: input });
		return { isError, text: content[0]?.text ?? "", structured: structuredContent };
	}

	return {
		/** Returns the answer, a refusal included. */
		send: callTool,
		async call(name: string, input: object): Promise<string> {
			const { isError, text } = await callTool(name, input);
			if (isError) throw new Error(`${name} failed: ${text}`);
			return text;
		},
		list: (): Promise<object> => ask("tools/list", {}),
		async close(): Promise<void> {
			const ended = once(child, "exit");
			child.kill();
			await ended;
		},
	};
}
