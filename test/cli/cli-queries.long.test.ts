import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { prepareDemoFolder } from "../support/prepare-demo-folder.ts";
import { type RunningSkein, runSkein, startSkein } from "../support/run-skein.ts";

// Opening a store costs seconds of CPU, and other suites share the cores.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe("skein query", () => {
	let data: string;
	let server: RunningSkein | undefined;
	beforeAll(async () => {
		data = (await prepareDemoFolder(() => undefined)).dataFolder;
		server = await startSkein(["--data", data]);
	});
	afterAll(async () => {
		await server?.stop("SIGTERM");
		rmSync(data, { recursive: true, force: true });
	});
	const query = (...args: readonly string[]) => runSkein(["query", ...args, "--data", data]);

	test("[A19] keeps a query under a name, lists it and runs it again", async () => {
		const none = await query();
		expect([none.code, none.stdout]).toEqual([0, ""]);
		expect(none.stderr).toContain("You keep no queries.");
		const wql = "SELECT t FROM task WHERE t.blocked = yes";
		const saved = await query(wql, "--save", "Stuck", "--json");
		const again = await query("--saved", "Stuck", "--json");
		expect([saved.code, again.code]).toEqual([0, 0]);
		expect(JSON.parse(again.stdout)).toEqual(JSON.parse(saved.stdout));
		expect(JSON.parse(again.stdout).total).toBeGreaterThan(2);
		expect(JSON.parse((await query("--json")).stdout).queries).toMatchObject([{ name: "Stuck", wql }]);
	});

	test.each([
		["a name that is taken", ["SELECT n FROM note", "--save", "Stuck"], /another query as "Stuck"/],
		["a query that cannot be read", ["SELECT t FROM", "--save", "Broken"], /expected the name of a kind/],
		["a name that is not there", ["--saved", "Gone"], /no query called "Gone"\. You keep: Stuck\./],
		["two queries at once", ["SELECT n FROM note", "--saved", "Stuck"], /not both/],
	])("[A19] refuses %s", async (_, args, said) => {
		const { code, stdout, stderr } = await query(...args);
		expect([code === 0, stdout]).toEqual([false, ""]);
		expect(stderr).toMatch(said);
	});
});
