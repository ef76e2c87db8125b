import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/project.mjs";

interface ProgramRun {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

export type McpProgram = (args: readonly string[]) => Promise<ProgramRun>;

const cache = join(root, ".cache");

/** They need a newer Node than we do; the one that `.ci/run` fetched will do. */
function findNewerNode(): string | undefined {
	if (Number(process.versions.node.split(".")[0]) > 22) return process.execPath;
	const packages = join(cache, "node/node_modules");
	if (!existsSync(packages)) return undefined;
	const [name] = readdirSync(packages).filter((entry) => entry.startsWith("node-"));
	return name === undefined ? undefined : join(packages, name, "bin/node");
}

/** A program by the makers of the protocol that tries out a server, where `.ci/run` put it; it may not be there. */
export function findMcpProgram(folder: string, name: string): McpProgram | undefined {
	const [node, program] = [findNewerNode(), join(cache, folder, "node_modules/.bin", name)];
	if (node === undefined || !existsSync(program)) return undefined;
	return (args) =>
		new Promise((resolve) => {
			execFile(node, [program, ...args], { maxBuffer: 50_000_000 }, (error, stdout, stderr) => {
				resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, stdout, stderr });
			});
		});
}
