import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import type { OwnEvaluation } from "../../src/evaluate/evaluate-own.ts";
import { prepareDemoFolder } from "../support/prepare-demo-folder.ts";
import { type RunningSkein, runSkein, startSkein } from "../support/run-skein.ts";

// Opening a store costs seconds of CPU, and other suites share the cores.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const QUESTION = "Why did the hinge supplier change?";

describe("skein eval --own", () => {
	let data: string;
	let set: string;
	let server: RunningSkein | undefined;
	beforeAll(async () => {
		data = (await prepareDemoFolder(() => undefined)).dataFolder;
		set = mkdtempSync(join(tmpdir(), "skein-rated-"));
	});
	afterAll(async () => {
		await server?.stop("SIGTERM");
		for (const folder of [data, set]) rmSync(folder, { recursive: true, force: true });
	});

	const call = async <Answer>(path: string, method = "GET", body?: object): Promise<Answer> => {
		const { url, token } = JSON.parse(readFileSync(join(data, "server.json"), "utf8"));
		const response = await fetch(url + path, {
			method,
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
			...(body && { body: JSON.stringify(body) }),
		});
		const answer = (await response.json()) as Answer;
		expect(response.ok, JSON.stringify(answer)).toBe(true);
		return answer;
	};
	const own = (...args: readonly string[]) => runSkein(["eval", "--own", "--data", data, ...args]);

	test("[A18] says how to rate while nothing is rated, and refuses what makes no sense", async () => {
		const none = await own();
		expect([none.code, none.stdout]).toEqual([0, ""]);
		expect(none.stderr).toMatch(/no ratings of yours yet.*thumb below an answer/);
		for (const args of [["eval"], ["eval", set, "--own"], ["eval", set, "--export", set]]) {
			const { code, stdout, stderr } = await runSkein(args);
			expect([code, stdout, stderr.includes("name a folder, or give --own")]).toEqual([2, "", true]);
		}
	});

	test("[A18] asks the rated questions of the live workspace again, and writes nothing", async () => {
		server = await startSkein(["--data", data]);
		const payload = await call<ContextPayload>("/api/context", "POST", { query: QUESTION, keep: true });
		const shown = payload.sections.flatMap(({ items }) => items);
		const helped = shown.find(({ form }) => form === "full");
		const noise = shown.find(({ id }) => id !== helped?.id);
		const rate = (item = "", verdict: string): Promise<unknown> =>
			call(`/api/contexts/${payload.id}/ratings/${item}`, "PUT", { verdict });
		await rate("answer", "helped");
		await rate(helped?.blockId, "helped");
		await rate(noise?.blockId, "noise");
		const look = async (): Promise<unknown> => {
			const { changes } = await call<{ changes: unknown }>("/api/changes?limit=1");
			return [await call("/api/quality"), await call("/api/ratings"), changes];
		};
		const before = await look();

		const { code, stdout, stderr } = await own("--json");
		expect([code, stderr.replace(/questions \d of \d\n/, "")]).toEqual([0, ""]);
		const evaluation = JSON.parse(stdout) as OwnEvaluation;
		expect(evaluation).toMatchObject({
			...{ questions: 1, not_asked: 0, answers: { helped: 1, not_helped: 0 } },
			when_rated: { precision: 0.5, recall: 1, evidence: 1, mean_tokens: payload.metadata.usedTokens },
			now: { precision: 0.5, recall: 1, evidence: 1 },
			per_question: [{ question: QUESTION, gold: 1, lacking: [], noisy: [noise?.title] }],
		});
		expect(evaluation.search?.recall_at_5).toBeGreaterThan(0);
		expect(await look()).toEqual(before);

		const told = await own();
		expect(told.stdout).toMatch(
			/questions +1\n[\s\S]*when rated +now\nrated items that are no noise +0.5 +0.5\n/,
		);
		expect(told.stdout).toContain(`still noise: ${noise?.title}`);
	});

	test("[A18] writes the ratings as a set that skein eval asks in a workspace of its own", async () => {
		const { code, stdout } = await own("--export", set);
		expect([code, stdout]).toEqual([
			0,
			["queries", "nodes", "edges"].map((file) => `${join(set, file)}.jsonl\n`).join(""),
		]);
		const asked = await runSkein(["eval", set, "--no-meaning", "--json"]);
		expect(asked.code, asked.stderr).toBe(0);
		const figures = JSON.parse(asked.stdout) as Record<string, number>;
		expect(figures).toMatchObject({ queries: 1 });
		expect(figures.nodes).toBeGreaterThan(200);
		expect(figures.recall_at_10).toBe(1);
	});
});
