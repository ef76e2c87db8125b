import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio as serveTransport } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpOptions } from "./create-mcp-server.ts";

export interface StdioOptions extends Pick<McpOptions, "backend" | "version" | "toolset" | "structure"> {
	readonly input?: Readable | undefined;
	readonly output?: Writable | undefined;
	/** Ends the connection, as SIGTERM and SIGINT do. */
	readonly signal?: AbortSignal | undefined;
}

const STOP_SIGNALS = ["SIGTERM", "SIGINT"] as const;

const report = (error: unknown): void => {
	process.stderr.write(`skein mcp: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
};

/**
 * Serves MCP until the client leaves or a signal asks the process to stop. Nothing but the protocol may be written to
 * the output: one stray line and a client takes the server for broken.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
	const { input, output, signal, ...served } = options;
	const transport = new StdioServerTransport(input, output);
	const createServer = () => createMcpServer({ ...served, onUnexpected: report });
	const connection = serveTransport(createServer, { transport, onerror: report });
	const closed = new Promise<void>((resolve) => {
		const tearDown = transport.onclose;
		transport.onclose = () => {
			tearDown?.();
			resolve();
		};
	});
	const stop = (): void => {
		connection.close().catch(report);
	};
	if (signal?.aborted) stop();
	signal?.addEventListener("abort", stop);
	for (const name of STOP_SIGNALS) process.once(name, stop);
	await closed;
	signal?.removeEventListener("abort", stop);
	for (const name of STOP_SIGNALS) process.off(name, stop);
}
