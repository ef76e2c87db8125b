import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MCP_CLIENTS } from "../../src/serve/cli/client/mcp-clients.ts";
import { runSkein } from "../support/run-skein.ts";

let home: string;
beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), "skein-home-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const machine = (platform: NodeJS.Platform) => ({
	platform,
	home,
	environment: { APPDATA: join(home, "Roaming") },
});
const environment = () => ({ HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: "", CLAUDE_CONFIG_DIR: "" });
const fileOf = (name: string): string =>
	MCP_CLIENTS.find((client) => client.name === name)?.locate(machine(process.platform)) ?? "";

const install = (...args: readonly string[]) => runSkein(["mcp", "install", ...args], { env: environment() });

async function write(file: string, text: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
}

/** Every file below the home folder. */
const listFiles = async (): Promise<readonly string[]> =>
	(await readdir(home, { recursive: true, withFileTypes: true }))
		.filter((entry) => !entry.isDirectory())
		.map((entry) => join(entry.parentPath, entry.name));

test("[D9] each client has a file of its own on every platform", () => {
	for (const platform of ["linux", "darwin", "win32"] as const) {
		const files = MCP_CLIENTS.map(({ locate }) => locate(machine(platform)));
		expect(new Set(files).size).toBe(6);
		for (const file of files) expect(file.startsWith(home)).toBe(true);
	}
});

describe.each(MCP_CLIENTS)("[D9] $name", ({ name, section }) => {
	test("gets the entry, keeps all else, and loses it again", async () => {
		const file = fileOf(name);
		const before = `{\n  // mine\n  "theme": "dark",\n  "${section}": {\n    "other": { "command": "x" }\n  }\n}\n`;
		await write(file, before);
		await chmod(file, 0o640);
		const data = join(home, "data");
		const added = await install(name, "--data", data, "--write");
		expect({ code: added.code, stderr: added.stderr }).toEqual({ code: 0, stderr: "" });
		expect(added.stdout).toContain(file);
		const text = await readFile(file, "utf8");
		expect(text).toContain("  // mine\n");
		const entry = JSON.parse(text.replace("// mine", ""))[section].skein;
		expect(entry.command).toBe(process.execPath);
		expect(entry.args.slice(1)).toEqual(["mcp", "--data", data, "--write"]);
		expect((await stat(file)).mode & 0o777).toBe(0o640);
		expect((await install(name, "--data", data, "--write")).stdout).toContain("nothing was changed");
		expect((await install(name, "--remove")).code).toBe(0);
		expect(await readFile(file, "utf8")).toBe(before);
		expect(await listFiles()).toEqual([file]);
	});
});

test("[D9] --print writes nothing, a new file holds the entry alone, and a link stays a link", async () => {
	const printed = await install("vscode", "--print", "--data", join(home, "data"));
	const shown = JSON.parse(printed.stdout) as { servers: { skein: object } };
	expect(shown.servers.skein).toMatchObject({ type: "stdio", command: process.execPath });
	expect(printed.stderr).toContain(fileOf("vscode"));
	expect(await listFiles()).toEqual([]);
	await install("vscode", "--data", join(home, "data"));
	expect(JSON.parse(await readFile(fileOf("vscode"), "utf8"))).toEqual(shown);

	const real = join(home, "dotfiles.json");
	await write(real, "{}");
	await mkdir(dirname(fileOf("cursor")), { recursive: true });
	await symlink(real, fileOf("cursor"));
	await install("cursor", "--name", "memory");
	expect(JSON.parse(await readFile(real, "utf8")).mcpServers.memory).toBeDefined();
});

test("[D9] a broken file is refused and stays as it is; an unknown client is refused with those there are", async () => {
	const file = fileOf("claude-desktop");
	await write(file, '{"mcpServers": {"a": 1 "token": "secret"}}');
	const refused = await install("claude-desktop");
	expect(refused.code).toBe(1);
	expect(refused.stderr).toContain(`${file} is not valid JSON, from line 1 on. Nothing was changed.`);
	expect(refused.stderr).not.toContain("secret");
	expect(await readFile(file, "utf8")).toContain('1 "token"');
	const unknown = await install("emacs");
	expect(unknown.code).toBe(2);
	expect(unknown.stderr).toContain("claude-code, claude-desktop, cursor, vscode, zed, windsurf");
});

test("[D9] what was installed starts from an empty folder, and is a memory", {
	timeout: 120_000,
}, async () => {
	await install("claude-code", "--data", join(home, "memory"), "--write");
	const { mcpServers } = JSON.parse(await readFile(fileOf("claude-code"), "utf8"));
	const { command, args } = mcpServers.skein as { command: string; args: string[] };
	const connect = async (): Promise<Client> => {
		const client = new Client({ name: "test", version: "0" });
		const env = { ...environment(), PATH: process.env.PATH ?? "", SKEIN_EMBEDDINGS: "off" };
		await client.connect(new StdioClientTransport({ command, args, env, cwd: home, stderr: "ignore" }));
		return client;
	};
	const first = await connect();
	const empty = await first.callTool({ name: "describe_workspace", arguments: {} });
	expect(JSON.stringify(empty.content)).toContain("0 entities of 0 kinds");
	const note = { kind: "note", title: "Preferences", body: "Answers in metric units." };
	expect((await first.callTool({ name: "upsert_entity", arguments: note })).isError ?? false).toBe(false);
	await first.close();
	const second = await connect();
	const remembered = await second.callTool({ name: "get_context", arguments: { query: "Which units?" } });
	expect(JSON.stringify(remembered.content)).toContain("metric units");
	await second.close();
});
