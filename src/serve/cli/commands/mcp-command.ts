import { type Command, Option } from "commander";
import type { Decided } from "../../../chat/decide-approval.ts";
import { LONGEST_TYPED } from "../../../contract/limits.ts";
import { STRUCTURES, type Structure } from "../../mcp/choose-structure.ts";
import {
	type McpBackend,
	type NamedQuery,
	type SuggestedEntity,
	TOOLSETS,
	type Toolset,
} from "../../mcp/mcp-backend.ts";
import type { ApiClient } from "../client/api-client.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { VERSION } from "../terminal/version.ts";
import { addMcpInstallCommand } from "./mcp-install-command.ts";

interface McpCommandOptions extends CommonOptions {
	readonly toolset: Toolset;
	readonly structured: Structure;
	readonly write?: boolean;
}

/** Returns a backend for the person who started the program, through the API of a server or of this process. */
const openApiBackend = (client: ApiClient, mayWrite: boolean): McpBackend => ({
	mayWrite,
	callTool: (name, input) => client.post(`/api/tools/${encodeURIComponent(name)}?door=mcp`, input as object),
	suggest: async (typed) => {
		const q = encodeURIComponent(typed.slice(0, LONGEST_TYPED).replace(/\p{Surrogate}/gu, ""));
		return (await client.get<{ suggestions: readonly SuggestedEntity[] }>(`/api/suggest?q=${q}`)).suggestions;
	},
	listQueries: async () => (await client.get<{ queries: readonly NamedQuery[] }>("/api/queries")).queries,
	decide: (id, decision) => client.post<Decided>(`/api/approvals/${encodeURIComponent(id)}`, { decision }),
	linkTo: (ref) => `skein://entity/${ref}`,
});

export function addMcpCommand(program: Command): void {
	const mcp = addCommand(program, "mcp", {
		about: "Serve the tools over the Model Context Protocol, on standard input and output",
		examples: [
			"skein mcp --data ~/my-skein",
			"skein mcp --write --toolset all",
			"skein mcp install claude-code --write",
		],
	})
		.addOption(new Option("--toolset <name>", "which tools to offer").choices(TOOLSETS).default("default"))
		.addOption(
			new Option("--structured <amount>", "how much of an answer comes as data, besides its text")
				.choices(STRUCTURES)
				.default("refs"),
		)
		.option("--write", "offer the tools that write, too; without it everything is only read")
		.action(({ toolset, structured: structure, write = false, ...options }: McpCommandOptions) =>
			withClient(options, { whenEmpty: "own" }, async (client) => {
				const { serveStdio } = await import("../../mcp/serve-stdio.ts");
				await serveStdio({ backend: openApiBackend(client, write), toolset, structure, version: VERSION });
			}),
		);
	addMcpInstallCommand(mcp);
}
