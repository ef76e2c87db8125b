import { spawn } from "node:child_process";
import { root } from "./project.mjs";

/**
 * Runs a program in the project folder. Its output stays quiet unless it fails, then all of it is shown.
 * @param {readonly string[]} command
 * @param {{ readonly env?: NodeJS.ProcessEnv, readonly shell?: boolean }} [options]
 * @returns {Promise<void>}
 */
export function runCommand([program = "", ...args], { env = process.env, shell = false } = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, { cwd: root, env, shell, stdio: ["ignore", "pipe", "pipe"] });
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding("utf8").on("data", (text) => {
				output += text;
			});
		}
		child.on("error", reject);
		child.on("close", (code, signal) => {
			if (code === 0) return resolve();
			process.stderr.write(output);
			reject(new Error(`${[program, ...args].join(" ")} ended with ${signal ?? `exit code ${code}`}`));
		});
	});
}
