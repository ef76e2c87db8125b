import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { prepareDemoFolder } from "../support/prepare-demo-folder.ts";
import { runSkein } from "../support/run-skein.ts";

// Opening a store costs seconds of CPU, and other suites share the cores.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeAll(async () => {
	({ dataFolder: folder } = await prepareDemoFolder(() => undefined));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = (...options: readonly string[]) => runSkein(["settings", "--data", folder, ...options]);

describe("skein settings", () => {
	test("sets figures of the workspace, which the next context keeps to, and takes them back", async () => {
		const set = await settings(
			...["--set", "context.tokenBudget.total=700"],
			...["--set", "context.truncation.defaultStrategy=summarize"],
		);
		expect(set.code).toBe(0);
		expect(set.stdout).toMatch(/^context\.tokenBudget\.total +700 {2}set here$/m);
		expect(set.stdout).toMatch(/^context\.truncation\.defaultStrategy +summarize {2}set here$/m);
		expect(set.stdout).toMatch(/^context\.tokenBudget\.focus +1500$/m);
		const asked = await runSkein(["context", "Why this supplier?", "--data", folder, "--json"]);
		expect(JSON.parse(asked.stdout).metadata.budget.total).toBe(700);
		const unset = await settings("--unset", "context.tokenBudget", "--json");
		expect(JSON.parse(unset.stdout).context).toEqual({ truncation: { defaultStrategy: "summarize" } });
	});

	test("names the key it does not know", async () => {
		const refused = await settings("--set", "context.tokenBuget.total=700");
		expect(refused.code).toBe(1);
		expect(refused.stderr).toContain("context.tokenBuget");
		expect((await settings("--set", "context.tokenBudget.total")).code).toBe(2);
	});
});
