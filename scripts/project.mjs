import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this checkout; every path in the scripts starts from it, not from the caller's directory. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** @param {string} line talk goes to stderr, because stdout belongs to the command that follows */
export const say = (line) => void process.stderr.write(`skein: ${line}\n`);

/** @param {number} since a value of performance.now() */
export const secondsSince = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Sorted, so that two machines that list a folder in another order agree on the result.
 * @param {string} folder relative to the project
 * @returns {string[]} the files below it, relative to the project; none when the folder is missing
 */
export function listFiles(folder) {
	return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(root.length))
		.sort();
}

/**
 * @param {string} path relative to the project
 * @returns {any} the parsed content, or undefined when the file is missing or half-written
 */
export function readJson(path) {
	try {
		return JSON.parse(readFileSync(join(root, path), "utf8"));
	} catch {
		return undefined;
	}
}
