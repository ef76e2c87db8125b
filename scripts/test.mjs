import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join, relative } from "node:path";
import { findChromium, findPostgresPrograms } from "./find-programs.mjs";
import { prepare } from "./prepare.mjs";
import { readJson, root, say } from "./project.mjs";
import { startPostgres } from "./start-postgres.mjs";

/**
 * @typedef {object} Resource something that some suites need and not every machine has
 * @property {Record<string, string>} env how the suites learn of it
 * @property {string} notice printed after the run: what was found, or what is missing and how to install it
 * @property {() => Promise<void>} release
 */

/** @returns {Promise<Resource>} */
async function offerPostgres() {
	const given = process.env.SKEIN_TEST_DATABASE_URL;
	if (given)
		return { env: {}, notice: "PostgreSQL: the one in SKEIN_TEST_DATABASE_URL", release: async () => {} };
	const remedy = "Install one (apt-get install postgresql) or set SKEIN_TEST_DATABASE_URL.";
	const programs = findPostgresPrograms();
	if (!programs) {
		return {
			env: {},
			notice: `PostgreSQL: none found, its suites are skipped. ${remedy}`,
			release: async () => {},
		};
	}
	try {
		const server = await startPostgres(programs);
		return {
			env: { SKEIN_TEST_DATABASE_URL: server.url },
			notice: `PostgreSQL: ${server.version}, started for this run`,
			release: server.stop,
		};
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return {
			env: {},
			notice: `PostgreSQL: ${reason}\nIts suites are skipped. ${remedy}`,
			release: async () => {},
		};
	}
}

/** @returns {Resource} */
function offerBrowser() {
	const chromium = findChromium();
	const remedy = "Install one (apt-get install chromium) or set CHROMIUM_PATH.";
	return {
		env: chromium ? { CHROMIUM_PATH: chromium } : {},
		notice: `Browser: ${chromium ?? `no Chromium found, its suites are skipped. ${remedy}`}`,
		release: async () => {},
	};
}

const MEMORY = "/dev/shm";
/** Bytes. The quick suites have two databases open at a time, of 40 MB each. */
const ROOM = 2_000_000_000;

/**
 * A temporary folder in memory, where the system has one: most suites throw a database away, and writing each to a disk
 * takes a tenth of the whole run.
 * @returns {Resource}
 */
function offerMemoryFolder() {
	const nothing = { env: {}, notice: "", release: async () => {} };
	try {
		const { bavail, bsize } = statfsSync(MEMORY);
		if (process.platform !== "linux" || bavail * bsize < ROOM) return nothing;
		const folder = mkdtempSync(join(MEMORY, "skein-tests-"));
		const release = async () => rmSync(folder, { recursive: true, force: true });
		return { ...nothing, env: { TMPDIR: folder }, release };
	} catch {
		return nothing;
	}
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function runSuites(args, env) {
	const report = `.cache/test-report-${process.pid}.json`;
	const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
	const command = ["node_modules/vitest/vitest.mjs", "run", ...reporters, ...args];
	const child = spawn(process.execPath, command, { cwd: root, env, stdio: "inherit" });
	// Ctrl-C reaches vitest by itself; we stay alive to stop the database.
	process.on("SIGINT", () => {});
	process.on("SIGTERM", () => child.kill("SIGTERM"));
	const [code] = await once(child, "exit");
	const result = readJson(report);
	rmSync(report, { force: true });
	return { succeeded: code === 0, files: result?.testResults ?? [] };
}

/** @param {Awaited<ReturnType<typeof runSuites>>} run */
function count({ succeeded, files }) {
	const total = { passed: 0, failed: 0, skipped: /** @type {Map<string, number>} */ (new Map()) };
	for (const { name, status, assertionResults } of files) {
		for (const test of assertionResults) {
			if (test.status === "passed") total.passed++;
			else if (test.status === "failed") total.failed++;
			else total.skipped.set(name, (total.skipped.get(name) ?? 0) + 1);
		}
		// A file that breaks while loading has no tests to fail.
		if (
			status === "failed" &&
			!assertionResults.some((/** @type {any} */ test) => test.status === "failed")
		) {
			total.failed++;
		}
	}
	// An error outside every test, or a filter that matched nothing, must not read as success.
	if (!succeeded && total.failed === 0) total.failed = 1;
	return total;
}

/** Suites that take longer than a newcomer waits: processes that are killed, thousands of random cases, whole programs. */
const LONG = "**/*.long.test.ts";

/**
 * @param {readonly string[]} args
 * @param {{ readonly isQuick: boolean }} options quick: what runs on any machine in a few minutes
 */
async function test(args, { isQuick }) {
	// The suites' own set-up builds the browser app, so that one broken page does not hide every other result.
	await prepare(["server"]);
	const resources = isQuick ? [offerMemoryFolder()] : [await offerPostgres(), offerBrowser()];
	const env = Object.assign({ ...process.env }, ...resources.map((resource) => resource.env));
	const filter = isQuick ? ["--exclude", LONG, "--exclude", "test/browser/**", ...args] : args;
	const run = await runSuites(filter, env).finally(() =>
		Promise.all(resources.map(({ release }) => release())),
	);
	const { passed, failed, skipped } = count(run);
	for (const { notice } of resources) if (notice !== "") say(notice);
	if (isQuick) {
		say("Not run: suites that take long (*.long.test.ts), need PostgreSQL or need a browser.");
		say("Run everything: npm run test:all");
		return { passed, failed, skips: 0 };
	}
	for (const [file, tests] of skipped) say(`skipped: ${tests} in ${relative(root, file)}`);
	const skips = [...skipped.values()].reduce((sum, tests) => sum + tests, 0);
	// In CI everything the suites need is installed, and a skipped test would prove nothing.
	if (process.env.CI !== "true") return { passed, failed, skips };
	if (skips > 0) say("with CI=true a skipped test counts as failed");
	return { passed, failed: failed + skips, skips: 0 };
}

const [mode, ...rest] = process.argv.slice(2);
const args = mode === "--all" ? rest : process.argv.slice(2);
// Suites that are named as arguments run even when they take long.
const isQuick = mode !== "--all" && args.length === 0;
const { passed, failed, skips } = await test(args, { isQuick }).catch((error) => {
	console.error(error);
	return { passed: 0, failed: 1, skips: 0 };
});
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed${skips > 0 ? `, ${skips} skipped` : ""}`);
