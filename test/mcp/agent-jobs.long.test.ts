import { expect, test } from "vitest";
import { runSkein } from "../support/run-skein.ts";

/** The jobs took 34 calls and 23,925 tokens before tools wrote in batches, edited by quotation and listed titles alone. */
const MOST_CALLS = 26;
const MOST_TOKENS = 14_000;

test("[D17] twelve jobs of an agent are done over MCP, in few calls and few tokens", {
	timeout: 180_000,
}, async () => {
	const { code, stdout, stderr } = await runSkein(["bench", "jobs", "--json"]);
	expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
	const { jobs } = JSON.parse(stdout) as { jobs: Record<string, number> };
	expect(Object.keys(jobs).filter((key) => key.endsWith(": calls"))).toHaveLength(12);
	expect(jobs.calls).toBeLessThanOrEqual(MOST_CALLS);
	expect(jobs.tokens).toBeLessThanOrEqual(MOST_TOKENS);
});
