import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { root } from "../../scripts/project.mjs";
import { callOnce, say } from "../support/model-script.ts";
import { prepareTestFolder } from "../support/open-test-database.ts";
import { type RunningSkein, runSkein, startSkein } from "../support/run-skein.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../support/scripted-model-server.ts";

// Opening a store costs seconds of CPU, and other suites share the cores.
vi.setConfig({ testTimeout: 120_000 });

const run = promisify(execFile);
/** Inside the checkout, so that `skein` means this package as its users get it. */
const compiled = join(root, `.cache/examples-${process.pid}`);
const sources = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".ts"));
const MOST_LINES = 60;

beforeAll(async () => {
	const flags = [
		"--ignoreConfig",
		"--noCheck",
		"--rootDir",
		".",
		"--module",
		"nodenext",
		"--target",
		"es2023",
	];
	const files = sources.map((name) => `examples/${name}`);
	await run(process.execPath, ["node_modules/typescript/bin/tsc", ...flags, "--outDir", compiled, ...files], {
		cwd: root,
	});
}, 120_000);

afterAll(() => rmSync(compiled, { recursive: true, force: true }));

const locate = (name: string): string => join(compiled, "examples", `${name}.js`);

describe("examples of the library print what they promise", () => {
	const PROMISED: Readonly<Record<string, readonly RegExp[]>> = {
		"ask-your-work": [
			/task: Order the roof felt/,
			/## Current Context[\s\S]*belongs_to_plan/,
			/tokens: Order the roof felt, because in focus/,
		],
		"bring-in-and-chat": [
			/^2 entities came in\n/,
			/own:weather[\s\S]*Roof plan, because a storm is due/,
			/answered: [\s\S]*Roof plan/,
			/exported \d+ lines/,
		],
		"change-and-undo": [/^refused: stale_version\nnow: todo\nupdated Paint it: state_key/],
		"own-source": [/^4 created, 0 unchanged\n0 created, 4 unchanged\n$/],
		"share-with-care": [/^owner: 2 found, .*Roof budget/, /joiner@example\.org: 1 found, Roof\n$/],
	};
	const OF_THE_CLIENT = ["agent-with-tools", "answer-in-a-channel", "nightly-import"];

	test("every example is run here, and none is long", () => {
		const names = [...Object.keys(PROMISED), ...OF_THE_CLIENT];
		expect(sources.map((name) => name.replace(/\.ts$/, "")).sort()).toEqual(names.sort());
		const lengths = sources.map(
			(name) => readFileSync(join(root, "examples", name), "utf8").split("\n").length,
		);
		expect(Math.max(...lengths)).toBeLessThan(MOST_LINES);
	});

	test.each(Object.entries(PROMISED))("%s", async (name, promised) => {
		const { stdout, stderr } = await run(process.execPath, [locate(name)]);
		expect(stderr).toBe("");
		for (const words of promised) expect(stdout).toMatch(words);
	});
});

describe("examples of the client, with a running server", () => {
	let folder: string;
	let server: RunningSkein;
	let model: ScriptedModelServer;
	let env: Record<string, string>;

	beforeAll(async () => {
		folder = await prepareTestFolder();
		model = await startScriptedModelServer();
		const given = { SKEIN_MODEL_URL: model.url, SKEIN_MODEL: "openai-compatible:scripted" };
		server = await startSkein(["--data", folder], { env: given });
		const { stdout } = await runSkein(["token", "create", "--write", "--json", "--data", folder]);
		env = {
			SKEIN_URL: server.url,
			SKEIN_TOKEN: (JSON.parse(stdout) as { token: string }).token,
			SKEIN_MODEL_URL: model.url,
			SKEIN_MODEL: "scripted",
		};
	}, 120_000);

	afterAll(async () => {
		await server.stop("SIGTERM");
		await model.close();
		rmSync(folder, { recursive: true, force: true });
	});

	test("agent-with-tools calls our tools and answers", async () => {
		model.answer(callOnce("describe_workspace", {}));
		model.answer(callOnce("get_context", { query: "What blocks the pilot build of Heron 2?" }));
		model.answer(callOnce("get_entity_details", { entity_id: "no such thing" }));
		model.answer(say("The lid tool blocks it."));
		const { stdout, stderr } = await run(process.execPath, [locate("agent-with-tools"), "What blocks it?"], {
			env: { ...process.env, ...env },
		});
		expect(stderr).toBe("");
		expect(stdout).toBe(
			"calls describe_workspace\ncalls get_context\ncalls get_entity_details\nThe lid tool blocks it.\n",
		);
		const results = JSON.stringify(model.requests.at(-1)?.body.messages);
		expect(results).toContain("Hinge change");
		expect(results).toContain("No such entity");
	});

	test("nightly-import brings a file in, again and again, and fails aloud", async () => {
		const exports = mkdtempSync(join(tmpdir(), "skein-nightly-"));
		const path = join(exports, "Customers.csv");
		writeFileSync(path, "Name,City\nAda Byron,London\nGrace Murray,Arlington\n");
		const bringIn = (...args: string[]) =>
			run(process.execPath, [locate("nightly-import"), ...args], { env: { ...process.env, ...env } });
		expect((await bringIn("csv", path)).stdout).toMatch(/^2 new, 0 changed, 0 as they were/);
		writeFileSync(path, "Name,City\nAda Byron,Ockham\nGrace Murray,Arlington\n");
		expect((await bringIn("csv", path)).stdout).toMatch(/^0 new, [12] changed/);
		await expect(bringIn("nothing", path)).rejects.toMatchObject({ code: 1, stderr: /^invalid_input: / });
		rmSync(exports, { recursive: true, force: true });
	});

	test("answer-in-a-channel answers with its sources, and a thread is one chat", async () => {
		model.answer(say("The lid tool blocks it [1]."));
		model.answer(say("Maren decides."));
		const bot = spawn(process.execPath, [locate("answer-in-a-channel")], {
			env: { ...process.env, ...env, PORT: "0" },
		});
		try {
			const port = await readPort(bot);
			const ask = async (text: string) => {
				const body = JSON.stringify({ thread: "t1", text });
				return (await (await fetch(`http://127.0.0.1:${port}`, { method: "POST", body })).json()) as {
					text: string;
				};
			};
			expect((await ask("What blocks the pilot build of Heron 2?")).text).toContain("The lid tool blocks it");
			expect((await ask("And who decides that?")).text).toContain("Maren decides.");
			expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain("The lid tool blocks it");
		} finally {
			bot.kill("SIGTERM");
			await once(bot, "close");
		}
	});
});

async function readPort(bot: ChildProcess): Promise<string> {
	for await (const line of bot.stdout ?? []) {
		const [, port] = /listening on (\d+)/.exec(String(line)) ?? [];
		if (port !== undefined) return port;
	}
	throw new Error("The bot ended before it listened.");
}
