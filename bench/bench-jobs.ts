import { join } from "node:path";
import { o200k } from "../src/context/budget/tokenizer.ts";
import { openSkein } from "../src/open-skein.ts";
import { AGENT_JOBS, type CallTool } from "./agent-jobs.ts";
import type { Bench, BenchFigures } from "./bench.ts";
import { startStdioTools } from "./stdio-tools.ts";

/** Twelve jobs of an agent over a pipe, on the demo: how often it calls, and how many tokens go back and forth. */
export const benchJobs: Bench = {
	name: "jobs",
	about:
		"Twelve jobs of an agent over MCP, on the demo: calls, and tokens of what is sent and what comes back",
	async run({ folder, onProgress }): Promise<BenchFigures> {
		const dataFolder = join(folder, "data");
		const skein = await openSkein({ dataFolder, embedder: null });
		await skein.ensureWorkspace({ demo: true, today: new Date().toISOString().slice(0, 10) });
		await skein.close();
		// The program that runs us serves the tools as well.
		const server = [process.argv[1] ?? "", "mcp", "--write", "--toolset", "all", "--data", dataFolder];
		const tools = await startStdioTools(server, { SKEIN_EMBEDDINGS: "off" });
		try {
			const list = await tools.list();
			const figures: Record<string, number> = { tokens_of_the_tool_list: o200k.count(JSON.stringify(list)) };
			const total = { calls: 0, tokens: 0 };
			for (const { name, prepare, run, proof } of AGENT_JOBS) {
				onProgress(name);
				const spent = { calls: 0, tokens: 0 };
				const call: CallTool = async (tool, input) => {
					const reply = await tools.send(tool, input);
					spent.calls += 1;
					spent.tokens += o200k.count(`${tool}${JSON.stringify(input)}`);
					spent.tokens += o200k.count(reply.text) + o200k.count(JSON.stringify(reply.structured ?? ""));
					return reply;
				};
				await prepare?.(tools.send);
				const { text } = await run(call);
				if (!text.includes(proof)) throw new Error(`"${name}" is not done: ${text}`);
				figures[`${name}: calls`] = spent.calls;
				figures[`${name}: tokens`] = spent.tokens;
				total.calls += spent.calls;
				total.tokens += spent.tokens;
			}
			return { ...figures, ...total };
		} finally {
			await tools.close();
		}
	},
};
