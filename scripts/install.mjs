import { readJson, say, secondsSince } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

/**
 * Compared by version and not by file time: a checkout that merely touches the lock file would
 * otherwise wipe node_modules under a running server.
 * @param {{ readonly dev: boolean }} options
 */
export function isInstalled({ dev }) {
	const wanted = readJson("package-lock.json")?.packages ?? {};
	const present = readJson("node_modules/.package-lock.json")?.packages;
	if (present === undefined) return false;
	return Object.entries(wanted).every(
		([path, { version, optional, devOptional, dev: onlyDev }]) =>
			path === "" || optional || devOptional || (onlyDev && !dev) || present[path]?.version === version,
	);
}

export async function install() {
	const started = performance.now();
	say("installing dependencies (once, about a minute)");
	// --include=dev: with NODE_ENV=production npm would leave out the compiler that the build needs.
	await runCommand(["npm", "ci", "--include=dev", "--loglevel=error"], {
		shell: process.platform === "win32",
	});
	say(`installed in ${secondsSince(started)}`);
}
