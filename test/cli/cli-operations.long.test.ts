import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { prepareTestFolder } from "../support/open-test-database.ts";
import { type RunningSkein, runSkein, startSkein } from "../support/run-skein.ts";

// Opening a store costs seconds of CPU, and other suites share the cores.
vi.setConfig({ testTimeout: 120_000 });

const run = promisify(execFile);
const HERON = "Heron 2 bridge gauge";
const folders: string[] = [];
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const freshFolder = async (): Promise<string> => {
	const folder = await prepareTestFolder();
	folders.push(folder);
	return folder;
};

const scratch = (): string => {
	const folder = mkdtempSync(join(tmpdir(), "skein-cli-"));
	folders.push(folder);
	return folder;
};

const finding = (stdout: string, name: string): { state: string; told: string; remedy?: string } =>
	(JSON.parse(stdout) as { findings: { name: string; state: string; told: string }[] }).findings.find(
		(each) => each.name === name,
	) ?? { state: "missing", told: "" };

describe("every command", () => {
	test("that is misspelt ends with 2 and leaves standard output to data", async () => {
		for (const args of [["frobnicate"], ["ask", "Why?", "--frobnicate"]]) {
			const { code, stdout, stderr } = await runSkein(args);
			expect([code, stdout, stderr.includes("frobnicate")]).toEqual([2, "", true]);
		}
	});

	test.each(["bash", "zsh", "fish"])("is offered by the completion for %s", async (shell) => {
		const { code, stdout } = await runSkein(["completion", shell]);
		expect(code).toBe(0);
		for (const word of ["context", "--explain", "token", "revoke", "obsidian"]) {
			expect(stdout).toContain(shell === "fish" ? word.replace(/^--/, "") : word);
		}
	});

	test("is completed by a real bash, also two words deep", async () => {
		const { stdout: script } = await runSkein(["completion", "bash"]);
		const file = join(scratch(), "skein.bash");
		writeFileSync(file, script);
		const complete = async (...words: string[]): Promise<string[]> => {
			const line = words.map((word) => `'${word}'`).join(" ");
			const { stdout } = await run("bash", [
				"-c",
				`source ${file}; COMP_WORDS=(skein ${line}); COMP_CWORD=${words.length}; _skein; printf '%s\\n' "\${COMPREPLY[@]}"`,
			]);
			return stdout.trim().split("\n");
		};
		expect(await complete("con")).toEqual(["context"]);
		expect(await complete("token", "re")).toEqual(["revoke"]);
		expect(await complete("context", "--exp")).toEqual(["--explain"]);
		expect(await complete("token", "create", "--wr")).toEqual(["--write"]);
		expect(await complete("import", "not")).toEqual(["notion"]);
	});
});

describe("without a server", () => {
	let dataFolder: string;
	const skein = (...args: string[]) => runSkein([...args, "--data", dataFolder]);

	beforeAll(async () => {
		dataFolder = await freshFolder();
	});

	test("the doctor looks at everything, and warns of what could be better", async () => {
		const { code, stdout } = await skein("doctor", "--json");
		expect(code).toBe(0);
		for (const name of ["node", "data folder", "server", "database", "workspace", "embeddings"]) {
			expect([name, finding(stdout, name).state]).toEqual([name, "ok"]);
		}
		expect(finding(stdout, "database").told).toMatch(/^pglite 18\.\S+, schema \d+/);
		expect(finding(stdout, "model")).toMatchObject({
			state: "warn",
			remedy: expect.stringMatching(/API_KEY/),
		});
		const plain = await skein("doctor");
		expect(plain.stdout).toMatch(/ok {3}node[\s\S]*warn model[\s\S]*→ Set ANTHROPIC_API_KEY/);
	});

	test("models are set up, listed and taken away; a key is piped and never shown", async () => {
		const url = "http://127.0.0.1:9/v1";
		const added = await runSkein(
			["models", "add", "openai-compatible:llama", "--url", url, "--key", "--json", "--data", dataFolder],
			{ input: "sk-very-secret\n" },
		);
		expect(added.code).toBe(0);
		expect(JSON.parse(added.stdout)).toMatchObject({
			models: [{ id: "openai-compatible:llama", url, hasKey: true, ready: true, source: "workspace" }],
			chain: ["openai-compatible:llama"],
		});
		expect(added.stdout).not.toContain("sk-very-secret");
		expect((await skein("models")).stdout).toMatch(
			/^default +openai-compatible:llama +16384 tokens, estimate/,
		);
		const removed = await skein("models", "remove", "openai-compatible:llama", "--json");
		expect(JSON.parse(removed.stdout)).toEqual({ models: [], chain: [] });
	});

	test("the doctor names a workspace whose graph is larger than graphs may be, and a bound that is no number", async () => {
		const folder = scratch();
		writeFileSync(
			join(folder, "Hinge.md"),
			"The hinge of the second gauge came from another supplier. ".repeat(40),
		);
		expect((await skein("import", "markdown", folder)).code).toBe(0);
		expect(finding((await skein("doctor", "--json")).stdout, "graph").state).toBe("ok");
		const settings = (megabytes: string) => ({ env: { SKEIN_GRAPH_MB: megabytes } });
		const small = await runSkein(["doctor", "--data", dataFolder, "--json"], settings("0.001"));
		expect([small.code, finding(small.stdout, "graph")]).toMatchObject([
			0,
			{ state: "warn", remedy: expect.stringMatching(/SKEIN_GRAPH_MB/) },
		]);
		const wrong = await runSkein(["doctor", "--data", dataFolder, "--json"], settings("plenty"));
		expect(finding(wrong.stdout, "database")).toMatchObject({
			state: "fail",
			remedy: expect.stringMatching(/number of megabytes/),
		});
	});

	test("the doctor makes no store where there is none", async () => {
		const folder = join(scratch(), "not-yet");
		const { code, stdout } = await runSkein(["doctor", "--data", folder, "--json"]);
		expect(code).toBe(0);
		expect(finding(stdout, "database")).toMatchObject({
			state: "ok",
			remedy: expect.stringMatching(/skein start/),
		});
		expect(existsSync(folder)).toBe(false);
	});

	test("the doctor fails on what cannot work", async () => {
		const wrong = await runSkein(["doctor", "--data", dataFolder, "--json"], {
			env: { SKEIN_MODEL: "nonsense" },
		});
		expect([wrong.code, finding(wrong.stdout, "model").state]).toEqual([1, "fail"]);
		const file = join(scratch(), "file");
		writeFileSync(file, "");
		const noFolder = await runSkein(["doctor", "--data", file, "--json"]);
		expect([noFolder.code, finding(noFolder.stdout, "data folder").state]).toEqual([1, "fail"]);
		const noServer = ["doctor", "--json", "--database-url", "postgres://127.0.0.1:1/none"];
		const unreachable = await runSkein(noServer);
		expect([unreachable.code, finding(unreachable.stdout, "database").state]).toEqual([1, "fail"]);
	});

	test("people are added, listed and removed", async () => {
		const added = await skein(
			"user",
			"add",
			"ib@example.org",
			"--name",
			"Ib Holm",
			"--role",
			"guest",
			"--json",
		);
		expect(JSON.parse(added.stdout)).toMatchObject({ email: "ib@example.org", role: "guest" });
		const again = await skein("user", "add", "ib@example.org");
		expect([again.code, again.stdout]).toEqual([1, ""]);
		expect(again.stderr).toMatch(/is a member already/);
		expect((await skein("user", "list")).stdout).toMatch(/guest {3}Ib Holm/);
		expect((await skein("user", "remove", "ib@example.org")).stdout).toMatch(/Ib Holm/);
		expect((await skein("user", "list")).stdout).not.toMatch(/Ib Holm/);
	});
});

describe("[P19] it stops cleanly", () => {
	test("asked to stop under load it ends in time, and what it acknowledged is there again", async () => {
		const dataFolder = await freshFolder();
		const first = await startSkein(["--data", dataFolder, "--no-demo"]);
		const { url, token } = JSON.parse(readFileSync(join(dataFolder, "server.json"), "utf8"));
		const acknowledged: string[] = [];
		let isOver = false;
		const write = async (writer: number): Promise<void> => {
			for (let number = 0; !isOver; number += 1) {
				const title = `Note ${number} of writer ${writer}`;
				const answer = await fetch(`${url}/api/entities`, {
					method: "POST",
					headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
					body: JSON.stringify({ kind: "note", title }),
				}).catch(() => null);
				if (answer?.status === 201) acknowledged.push(((await answer.json()) as { id: string }).id);
				if (answer === null) return;
			}
		};
		const writers = Array.from({ length: 16 }, (_, writer) => write(writer));
		while (acknowledged.length < 60) await new Promise((resolve) => setTimeout(resolve, 20));
		const { code, milliseconds } = await first.stop("SIGTERM");
		isOver = true;
		await Promise.all(writers);
		expect(code).toBe(0);
		expect(milliseconds).toBeLessThan(10_000);
		const second = await startSkein(["--data", dataFolder, "--no-demo"]);
		try {
			const again = JSON.parse(readFileSync(join(dataFolder, "server.json"), "utf8"));
			const headers = { authorization: `Bearer ${again.token}` };
			const missing: string[] = [];
			for (const id of acknowledged) {
				const { status } = await fetch(`${again.url}/api/entities/${id}?form=light`, { headers });
				if (status !== 200) missing.push(id);
			}
			expect(missing).toEqual([]);
			expect(acknowledged.length).toBeGreaterThanOrEqual(60);
		} finally {
			await second.stop("SIGTERM");
		}
	});
});

describe("the demo, with a server and then without", () => {
	let dataFolder: string;
	let server: RunningSkein;
	const skein = (...args: string[]) => runSkein([...args, "--data", dataFolder]);

	beforeAll(async () => {
		dataFolder = await freshFolder();
		server = await startSkein(["--data", dataFolder]);
	});
	afterAll(() => server?.stop("SIGKILL"));

	test("a question is answered with its sources, and a chat goes on", async () => {
		const asked = await skein("ask", "Why did the hinge supplier change?", "--json");
		const answer = JSON.parse(asked.stdout) as { chat_id: string; text: string; state: string };
		expect(answer).toMatchObject({ state: "answered", text: expect.stringContaining("hinge") });
		const more = await skein(
			"ask",
			"Who supplies the hinge now?",
			"--chat",
			answer.chat_id,
			"--project",
			HERON,
		);
		expect(more.code).toBe(0);
		expect(more.stdout).toMatch(/\n\[1\] .+ \([0-9a-z]{8}\)\n/);
		expect(more.stderr).toContain(answer.chat_id);
	});

	test("tokens are made, listed and revoked", async () => {
		const created = JSON.parse(
			(await skein("token", "create", "--name", "nightly", "--days", "3", "--json")).stdout,
		);
		expect((await skein("token", "list")).stdout).toMatch(/nightly read, until \d{4}-/);
		expect((await skein("token", "revoke", created.id)).code).toBe(0);
		expect((await skein("token", "list")).stdout).not.toMatch(/nightly/);
		expect((await skein("token", "revoke", created.id)).code).toBe(1);
	});

	test("the doctor asks the server", async () => {
		const { code, stdout } = await skein("doctor", "--json");
		expect(code).toBe(0);
		expect(finding(stdout, "server").told).toContain(server.url);
		expect(finding(stdout, "workspace").told).toMatch(/^\d{3} entities/);
	});

	test("a vault is exported as files, and lines of JSON as one", async () => {
		const folder = join(scratch(), "vault");
		expect((await skein("export", folder, "--format", "markdown")).stdout).toBe(`${folder}\n`);
		const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
		expect(files.filter((name) => name.endsWith(".md")).length).toBeGreaterThan(50);
		const again = await skein("export", folder, "--format", "markdown");
		expect([again.code, again.stdout]).toEqual([1, ""]);
		const lines = join(scratch(), "work.jsonl");
		await skein("export", lines, "--include", "rights");
		expect(readFileSync(lines, "utf8")).toMatch(/^\{"type":"skein"[\s\S]*"type":"end","rows":\d+\}\n$/);
	});

	test("a backup of the running server is the same workspace elsewhere, people and rights included", async () => {
		const file = join(scratch(), "all.jsonl.gz");
		const backedUp = await skein("backup", file);
		expect([backedUp.code, backedUp.stderr]).toEqual([0, ""]);
		const refused = await skein("restore", file);
		expect([refused.code, refused.stdout]).toEqual([1, ""]);
		expect(refused.stderr).toContain(String(server.pid));

		const elsewhere = await freshFolder();
		const restored = await runSkein(["restore", file, "--data", elsewhere]);
		expect([restored.code, restored.stdout]).toEqual([0, "restored Rillmark Instruments\n"]);
		const asSylvie = ["search", "Kingfisher", "--json", "--as", "sylvie@marchetti-advisers.example"];
		const { stop } = server;
		await stop("SIGTERM");
		const there = JSON.parse((await runSkein([...asSylvie, "--data", elsewhere])).stdout);
		const here = JSON.parse((await runSkein([...asSylvie, "--data", dataFolder])).stdout);
		expect(there.total).toBe(here.total);
		const titles = (answer: { results: { title: string }[] }) =>
			answer.results.map(({ title }) => title).sort();
		expect(titles(there)).toEqual(titles(here));
		expect(existsSync(join(elsewhere, "server.json"))).toBe(false);
	});
});
