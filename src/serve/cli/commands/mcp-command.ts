import type { Command } from "commander";
import { addCommonOptions, type CommonOptions } from "../common-options.ts";
import { openBackend } from "../open-backend.ts";
import { VERSION } from "../version.ts";

export function addMcpCommand(program: Command): void {
	addCommonOptions(program.command("mcp"))
		.description("Serve the tools over the Model Context Protocol, on standard input and output")
		.action(async (options: CommonOptions) => {
			const backend = await openBackend(options, "refuse");
			try {
				const { serveStdio } = await import("../../mcp/serve-stdio.ts");
				await serveStdio({ callTool: (name, input) => backend.callTool(name, input), version: VERSION });
			} finally {
				await backend.close();
			}
		});
}
