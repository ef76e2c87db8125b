import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { root } from "../../scripts/project.mjs";
import { contextPayloadSchema } from "../../src/contract/payload.ts";
import { searchAnswerSchema } from "../../src/contract/search.ts";
import { say } from "../support/model-script.ts";
import { prepareTestFolder } from "../support/open-test-database.ts";
import { dataOf, followTurn, type StreamPart } from "../support/read-turn.ts";
import { type RunningSkein, runSkein, startSkein } from "../support/run-skein.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../support/scripted-model-server.ts";

// Opening a store costs seconds of CPU, and other suites share the cores.
vi.setConfig({ testTimeout: 120_000 });

const QUESTION = "Why did the hinge supplier change?";
const FOCUS = "Re-cut the lid tool for the Lindqvist hinge";
const ESCAPE = "\u001b[";
const folders: string[] = [];

function makeNotes(): string {
	const folder = mkdtempSync(join(tmpdir(), "skein-notes-"));
	folders.push(folder);
	mkdirSync(join(folder, "garden"));
	writeFileSync(join(folder, "Shed.md"), "# Shed\n\nThe roof needs felt, see [[Felt]].\n");
	writeFileSync(join(folder, "garden/Felt.md"), "Ordered by the square metre.\n");
	return folder;
}

afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const emptyFolder = async (): Promise<string> => {
	const folder = await prepareTestFolder();
	folders.push(folder);
	return folder;
};

describe("words and flags", () => {
	test.each([
		["an unknown command", ["frobnicate"], /unknown command 'frobnicate'[\s\S]*Commands:/],
		["an unknown flag", ["context", "x", "--colour"], /unknown option '--colour'[\s\S]*Usage: skein context/],
		["a flag without its value", ["search", "x", "--limit"], /argument missing[\s\S]*Usage: skein search/],
		["a limit out of bounds", ["search", "x", "--limit", "51"], /from 1 to 50/],
		["a budget that is none", ["context", "x", "--budget", "lots"], /whole number/],
		["a type that is none", ["context", "x", "--type", "poem"], /Allowed choices are assist/],
		["a source that is none", ["import", "tape", "."], /Allowed choices are obsidian, logseq, markdown/],
		["no command at all", [], /Usage: skein/],
		["half a command", ["token"], /Usage: skein token/],
	])("%s is refused with help, on standard error alone", async (_name, args, told) => {
		const { code, stdout, stderr } = await runSkein(args);
		expect(code).toBe(2);
		expect(stderr).toMatch(told);
		expect(stdout).toBe("");
	});

	test("help and version are data, and a success", async () => {
		const help = await runSkein(["--help"]);
		expect([help.code, help.stderr]).toEqual([0, ""]);
		expect(help.stdout).toMatch(/start[\s\S]*context[\s\S]*search[\s\S]*import[\s\S]*mcp[\s\S]*token/);
		const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
		expect(await runSkein(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
	});
});

describe("a folder of your own", () => {
	test("an import says what search by meaning still waits for, and how to watch it", async () => {
		const args = ["import", "obsidian", makeNotes(), "--data", await emptyFolder()];
		const { code, stderr } = await runSkein(args, { env: { SKEIN_EMBEDDINGS: "local" } });
		expect(code).toBe(0);
		expect(stderr).toMatch(/not prepared yet for \d+ texts; words and links are searched already/);
		expect(stderr).toMatch(/skein start\. Watch: skein doctor/);
	});

	test("an import makes a workspace, and knows what it has seen", async () => {
		const args = ["import", "obsidian", makeNotes(), "--json", "--data", await emptyFolder()];
		const first = await runSkein(args);
		expect(JSON.parse(first.stdout)).toMatchObject({
			entities: { created: 2, updated: 0, skipped: 0 },
			losses: [],
		});
		const second = await runSkein(args);
		expect(JSON.parse(second.stdout)).toMatchObject({ entities: { created: 0, updated: 0, skipped: 2 } });
	});
});

describe("the demo, first without a server and then with one", () => {
	let dataFolder: string;
	let provider: ScriptedModelServer;
	let server: RunningSkein;
	let token: string;
	const start = (): Promise<RunningSkein> =>
		startSkein(["--data", dataFolder], {
			env: { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: provider.url },
		});
	const skein = (...args: string[]) => runSkein([...args, "--data", dataFolder]);
	const serverFile = () => join(dataFolder, "server.json");

	beforeAll(async () => {
		provider = await startScriptedModelServer();
		dataFolder = await emptyFolder();
	});
	afterAll(async () => {
		await server?.stop("SIGKILL");
		await provider?.close();
	});

	function call(path: string, body?: unknown): Promise<Response> {
		return fetch(server.url + path, {
			method: body === undefined ? "GET" : "POST",
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
	}

	test("a token needs a workspace, and a question shows the demo", async () => {
		const refused = await skein("token", "create");
		expect([refused.code, refused.stdout]).toEqual([1, ""]);
		expect(refused.stderr).toMatch(/no workspace here yet/);

		const asked = await skein("context", QUESTION, "--focus", FOCUS, "--budget", "1500", "--json");
		expect(asked.stderr).toMatch(/loading the demo workspace/);
		const payload = contextPayloadSchema.parse(JSON.parse(asked.stdout));
		expect(payload.metadata.totalTokens).toBeLessThanOrEqual(1500);
		const focused = payload.sections.find(({ type }) => type === "focus");
		expect(focused?.items.map(({ title, form }) => [title, form])).toContainEqual([FOCUS, "full"]);
		expect(payload.serialized).toContain(FOCUS);
	});

	test("direct access to the store can be anyone's", async () => {
		const person = "sylvie@marchetti-advisers.example";
		const { stdout } = await skein("search", "Heron Kingfisher", "--limit", "50", "--json", "--as", person);
		const { results } = searchAnswerSchema.parse(JSON.parse(stdout));
		const projects = new Set(results.map(({ project_name }) => project_name));
		expect([...projects]).toEqual(["Kingfisher: buying Brannock Telemetry"]);
	});

	test("a thing that cannot be found is named in words, and the process ends", async () => {
		const { code, stdout, stderr } = await skein("search", "x", "--workspace", "Nowhere");
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toMatch(/No such workspace/);
		expect(stderr).not.toMatch(/\n\s+at /);
	});

	test("a server says where it listens and how to sign in, and nothing else on standard output", async () => {
		server = await start();
		expect(server.stdout()).toBe(`listening on ${server.url}\nsign in at ${server.signInLink}\n`);
		expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		const signedIn = await fetch(server.signInLink, { redirect: "manual" });
		const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
		const me = await fetch(`${server.url}/api/me`, { headers: { cookie } });
		expect(await me.json()).toMatchObject({
			display_name: "Maren Oyelaran",
			workspace: { name: "Rillmark Instruments" },
			model: { provider: "anthropic" },
		});
		const page = await fetch(server.url);
		expect(await page.text()).toContain('<div id="root">');
	});

	test("leaves its address and key where only its owner can read them", () => {
		expect(statSync(serverFile()).mode & 0o777).toBe(0o600);
		const file = JSON.parse(readFileSync(serverFile(), "utf8"));
		expect(file).toMatchObject({ url: server.url, pid: server.pid });
		expect(readdirSync(dataFolder).filter((name) => name.startsWith("server.json"))).toEqual(["server.json"]);
	});

	test("a second one on the same folder is refused with the name of the holder", async () => {
		const second = await runSkein(["start", "--port", "0", "--data", dataFolder]);
		expect([second.code, second.stdout]).toEqual([1, ""]);
		expect(second.stderr).toContain(String(server.pid));
		expect((await fetch(`${server.url}/api/health`)).ok).toBe(true);
	});

	test("commands work through it", async () => {
		const explained = await skein("context", QUESTION, "--focus", FOCUS, "--explain");
		expect(explained.stdout).toMatch(/tokens \(o200k, exact\)/);
		expect(explained.stdout).toMatch(/Focused Content[\s\S]*because in focus/);
		expect(explained.stdout).toMatch(/Linked Entities[\s\S]*depends_on/);
		expect(explained.stdout).toMatch(/Related Content[\s\S]*because holds /);

		const plain = await skein("context", QUESTION, "--project", "Heron 2 bridge gauge", "--type", "assist");
		expect(plain.stdout).toMatch(/^## Current Context/);
		expect(plain.stdout).toContain("Lindqvist");

		const found = await skein("search", "hinge", "--types", "task,decision", "--limit", "3", "--json");
		const { results } = searchAnswerSchema.parse(JSON.parse(found.stdout));
		expect(new Set(results.map(({ type }) => type))).toEqual(new Set(["task", "decision"]));
		const slipped = await skein("search", "hnige", "--limit", "1");
		expect(slipped.stderr).toMatch(/Showing results for “hinge”[\s\S]*“hnige” instead, add --exact/);
		const exact = await skein("search", "hnige", "--exact", "--json");
		expect(searchAnswerSchema.parse(JSON.parse(exact.stdout)).corrected).toBeUndefined();

		const created = await skein("token", "create", "--name", "test", "--write", "--json");
		expect(created.stderr).toMatch(/read and write/);
		({ token } = JSON.parse(created.stdout));
		expect(await (await call("/api/me")).json()).toMatchObject({ role: "owner" });

		const imported = await skein("import", "markdown", makeNotes());
		expect(imported.stdout).toMatch(/^2 created, 0 updated, 0 unchanged, 1 link,/);
		const dry = await skein("import", "markdown", makeNotes(), "--dry-run", "--json");
		expect(JSON.parse(dry.stdout)).toMatchObject({ source: expect.any(String), seconds: expect.any(Number) });
	});

	test("colours come only where they are asked for", async () => {
		const args = ["search", "salt spray", "--limit", "2", "--data", dataFolder];
		const plain = await runSkein(args, { env: { CI: "true" } });
		expect(plain.stdout).toMatch(/salt/i);
		expect(plain.stdout + plain.stderr).not.toContain(ESCAPE);
		const colourful = await runSkein(args, { env: { FORCE_COLOR: "1" } });
		expect(colourful.stdout).toContain(ESCAPE);
		const neither = await runSkein(args, { env: { FORCE_COLOR: "1", NO_COLOR: "1" } });
		expect(neither.stdout).not.toContain(ESCAPE);
	});

	test.each([
		["context", "x", "--focus", "Nobody of that name"],
		["search", "x", "--project", "Nothing"],
		["token", "create", "--project", "Nothing"],
	])("%s %s %s %s leads nowhere", async (...args) => {
		const { code, stdout, stderr } = await skein(...args);
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toMatch(/^No such/);
	});

	test("it speaks for one person and one workspace, and says so", async () => {
		const as = await skein("search", "hinge", "--as", "priya@rillmark.example");
		expect([as.code, as.stdout]).toEqual([1, ""]);
		expect(as.stderr).toMatch(/--as needs direct access to the store/);
		const other = await skein("search", "hinge", "--workspace", "Another");
		expect([other.code, other.stdout]).toEqual([1, ""]);
		expect(other.stderr).toMatch(/No such workspace[\s\S]*knows "Rillmark Instruments"/);
		const same = await skein("search", "hinge", "--workspace", "Rillmark Instruments", "--limit", "1");
		expect(same.code).toBe(0);
	});

	async function askAndWait(): Promise<{ chatId: string; parts: AsyncGenerator<StreamPart> }> {
		provider.answerWith(() => [...say("The samples are "), { do: "stall" }]);
		const { id: chatId } = (await (await call("/api/chats", {})).json()) as { id: string };
		const parts = followTurn(await call(`/api/chats/${chatId}/messages`, { text: QUESTION }));
		for (;;) {
			const { value, done } = await parts.next();
			if (done) throw new Error("The answer ended before it began.");
			if (value.type === "text-delta") return { chatId, parts };
		}
	}
	const readAnswer = async (chatId: string) => {
		const chat = (await (await call(`/api/chats/${chatId}`)).json()) as { messages: object[] };
		return chat.messages.at(-1);
	};

	test("asked to stop it ends what it says, stores it and goes; killed it is there again at once", async () => {
		const stopped = await askAndWait();
		const [{ code, milliseconds }, rest] = await Promise.all([
			server.stop("SIGTERM"),
			(async () => {
				const parts: StreamPart[] = [];
				for await (const part of stopped.parts) parts.push(part);
				return parts;
			})(),
		]);
		expect(code).toBe(0);
		expect(milliseconds).toBeLessThan(10_000);
		expect(dataOf(rest, "data-answer").state).toBe("stopped");
		expect(existsSync(serverFile())).toBe(false);

		server = await start();
		expect(await readAnswer(stopped.chatId)).toMatchObject({ state: "stopped", text: "The samples are " });
		const killed = await askAndWait();
		await server.stop("SIGKILL");
		expect(existsSync(serverFile())).toBe(true);

		server = await start();
		expect(await readAnswer(killed.chatId)).toMatchObject({
			state: "failed",
			details: { error: { code: "interrupted" } },
		});
		const found = await skein("search", "felt", "--json");
		expect(searchAnswerSchema.parse(JSON.parse(found.stdout)).total).toBeGreaterThan(0);
	});
});
