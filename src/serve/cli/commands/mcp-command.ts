import type { Command } from "commander";
import type { ToolResult } from "../../../chat/tools/tool.ts";
import { addCommonOptions, type CommonOptions } from "../common-options.ts";
import { withClient } from "../open-client.ts";
import { VERSION } from "../version.ts";

export function addMcpCommand(program: Command): void {
	addCommonOptions(program.command("mcp"))
		.description("Serve the tools over the Model Context Protocol, on standard input and output")
		.addHelpText("after", "\nExample:\n  skein mcp --data ~/my-skein")
		.action((options: CommonOptions) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const { serveStdio } = await import("../../mcp/serve-stdio.ts");
				const callTool = (name: string, input: unknown): Promise<ToolResult> =>
					client.post(`/api/tools/${encodeURIComponent(name)}`, input as object);
				await serveStdio({ callTool, version: VERSION });
			}),
		);
}
