import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { root } from "../../scripts/project.mjs";
import { prepareDemoFolder } from "../support/prepare-demo-folder.ts";
import { type RunningSkein, runSkein, startSkein } from "../support/run-skein.ts";

// Opening a store costs seconds of CPU, and other suites share the cores.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const RECORDER = pathToFileURL(join(root, "test/support/record-imports.mjs")).href;
const notes = mkdtempSync(join(tmpdir(), "skein-imports-"));
let runs = 0;

afterAll(() => rmSync(notes, { recursive: true, force: true }));

/** Lists the modules that a command loads: which packages, and which folders of our own that cost something. */
async function listLoaded(args: readonly string[]) {
	const file = join(notes, `${++runs}.txt`);
	const { code } = await runSkein(args, {
		env: { NODE_OPTIONS: `--import=${RECORDER}`, RECORD_IMPORTS_IN: file },
	});
	const urls = readFileSync(file, "utf8").split("\n");
	const collect = (pattern: RegExp): readonly string[] =>
		[...new Set(urls.flatMap((url) => pattern.exec(url)?.[1] ?? []))].sort();
	return {
		code,
		packages: collect(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//),
		heavy: collect(/\/dist\/((?:[^/]+\/)*[^/]+)\/[^/]+$/).filter((folder) => HEAVY.test(folder)),
	};
}

/** Enough to read arguments, to write lines, and to ask a server. */
const LIGHT = { packages: ["commander", "picocolors"], heavy: [] };

/** The parts of a store, a context, an answer or a server; pure words and figures cost nothing. */
const HEAVY = /^(?:graph\/(?:store|search|query)|context\/(?!model)|chat|serve\/http|demo|bench)/;

describe("[D7] a command loads what it needs", () => {
	test.each([
		["the version", ["--version"], 0],
		["help", ["--help"], 0],
		["help of a command", ["import", "--help"], 0],
		["completion", ["completion", "bash"], 0],
		["a command that is none", ["frobnicate"], 2],
		["an option that is none", ["search", "hinge", "--colour"], 2],
	])("%s needs neither store nor server", async (_name, args, code) => {
		expect(await listLoaded(args)).toEqual({ code, ...LIGHT });
	});

	describe("with a folder", () => {
		let server: RunningSkein | undefined;
		let data: string;

		beforeAll(async () => {
			({ dataFolder: data } = await prepareDemoFolder(() => null));
		});
		afterAll(async () => {
			await server?.stop("SIGKILL");
			rmSync(data, { recursive: true, force: true });
		});

		test("where no server runs, the store is opened", async () => {
			const { code, packages, heavy } = await listLoaded(["search", "hinge", "--data", data]);
			expect(code).toBe(0);
			expect(packages).toEqual(expect.arrayContaining(["gpt-tokenizer", "hono"]));
			expect(heavy).toEqual(expect.arrayContaining(["graph/store", "serve/http"]));
		});

		test("where one runs, it is asked, and nothing of it is loaded again", async () => {
			server = await startSkein(["--data", data]);
			for (const args of [
				["search", "hinge"],
				["context", "hinge", "--explain"],
			]) {
				expect(await listLoaded([...args, "--data", data]), args[0]).toEqual({ code: 0, ...LIGHT });
			}
			// Its answer is a stream of events.
			const packages = ["commander", "eventsource-parser", "picocolors"];
			expect(await listLoaded(["ask", "What is late?", "--data", data])).toEqual({
				code: 0,
				...LIGHT,
				packages,
			});
		});
	});
});
