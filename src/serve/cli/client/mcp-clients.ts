import { join } from "node:path";

/** The machine on which a client is configured. */
export interface Machine {
	readonly platform: NodeJS.Platform;
	readonly home: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The program that serves, and its arguments. */
export interface Launch {
	readonly command: string;
	readonly args: readonly string[];
}

/** A program that talks to servers of the protocol, and where it keeps which ones. */
export interface McpClient {
	readonly name: string;
	readonly label: string;
	/** The object of its file that holds the servers by name. */
	readonly section: string;
	readonly locate: (machine: Machine) => string;
	readonly describe: (launch: Launch) => Readonly<Record<string, unknown>>;
	/** What the person does next. */
	readonly next: string;
}

/** Where programs keep settings of one person. */
function settingsFolder({ platform, home, environment }: Machine): string {
	if (platform === "darwin") return join(home, "Library", "Application Support");
	if (platform === "win32") return environment.APPDATA || join(home, "AppData", "Roaming");
	return environment.XDG_CONFIG_HOME || join(home, ".config");
}

const plain = ({ command, args }: Launch) => ({ command, args });
const withType = (launch: Launch) => ({ type: "stdio", ...plain(launch) });

const RESTART = "Quit and start it again.";

export const MCP_CLIENTS: readonly McpClient[] = [
	{
		name: "claude-code",
		label: "Claude Code",
		section: "mcpServers",
		locate: ({ home, environment }) => join(environment.CLAUDE_CONFIG_DIR || home, ".claude.json"),
		describe: withType,
		next: "Start a new session; /mcp shows whether it is connected.",
	},
	{
		name: "claude-desktop",
		label: "Claude Desktop",
		section: "mcpServers",
		locate: (machine) => join(settingsFolder(machine), "Claude", "claude_desktop_config.json"),
		describe: plain,
		next: RESTART,
	},
	{
		name: "cursor",
		label: "Cursor",
		section: "mcpServers",
		locate: ({ home }) => join(home, ".cursor", "mcp.json"),
		describe: plain,
		next: "Switch it on in the settings under MCP.",
	},
	{
		name: "vscode",
		label: "VS Code",
		section: "servers",
		locate: (machine) => join(settingsFolder(machine), "Code", "User", "mcp.json"),
		describe: withType,
		next: 'Run "MCP: List Servers" and start it.',
	},
	{
		name: "zed",
		label: "Zed",
		section: "context_servers",
		locate: (machine) =>
			machine.platform === "win32"
				? join(settingsFolder(machine), "Zed", "settings.json")
				: join(machine.environment.XDG_CONFIG_HOME || join(machine.home, ".config"), "zed", "settings.json"),
		describe: (launch) => ({ source: "custom", ...plain(launch), env: {} }),
		next: "The agent panel lists it under its settings.",
	},
	{
		name: "windsurf",
		label: "Windsurf",
		section: "mcpServers",
		locate: ({ home }) => join(home, ".codeium", "windsurf", "mcp_config.json"),
		describe: plain,
		next: "Refresh the list of servers in Cascade.",
	},
];
