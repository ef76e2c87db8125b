import type { Command } from "commander";
import { serveStdio } from "../../mcp/serve-stdio.ts";
import { openBackend } from "../backend.ts";
import { addCommonOptions, type CommonOptions } from "../common-options.ts";
import { VERSION } from "../version.ts";

export function addMcpCommand(program: Command): void {
	addCommonOptions(program.command("mcp"))
		.description("Serve the tools over the Model Context Protocol, on standard input and output")
		.action(async (options: CommonOptions) => {
			const backend = await openBackend(options);
			try {
				await serveStdio({ callTool: (name, input) => backend.callTool(name, input), version: VERSION });
			} finally {
				await backend.close();
			}
		});
}
