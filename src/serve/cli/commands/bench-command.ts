import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Argument, type Command, InvalidArgumentError } from "commander";
import type { Bench } from "../../../../bench/bench.ts";
import { printHelp } from "../terminal/add-command.ts";
import { colors, print, printJson, talk } from "../terminal/talk.ts";

/** Loaded when they run: every other command would wait for the code they measure. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
	start: async () => (await import("../../../../bench/bench-start.ts")).benchStart,
	load: async () => (await import("../../../../bench/bench-load.ts")).benchLoad,
	import: async () => (await import("../../../../bench/bench-import.ts")).benchImport,
	context: async () => (await import("../../../../bench/bench-context.ts")).benchContext,
	prefix: async () => (await import("../../../../bench/bench-prefix.ts")).benchPrefix,
	search: async () => (await import("../../../../bench/bench-search.ts")).benchSearch,
	embed: async () => (await import("../../../../bench/bench-embed.ts")).benchEmbed,
	mcp: async () => (await import("../../../../bench/bench-mcp.ts")).benchMcp,
	jobs: async () => (await import("../../../../bench/bench-jobs.ts")).benchJobs,
	text: async () => (await import("../../../../bench/bench-text.ts")).benchText,
	serve: async () => (await import("../../../../bench/bench-serve.ts")).benchServe,
	chat: async () => (await import("../../../../bench/bench-chat.ts")).benchChat,
};

interface Options {
	readonly entities: number;
	readonly seed: number;
	readonly databaseUrl?: string;
	readonly set?: string;
	readonly vault?: string;
	readonly json?: boolean;
}

function parseCount(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It takes a whole number.");
	return value;
}

async function runBench(bench: Bench, { entities, seed, databaseUrl, set, vault }: Options): Promise<object> {
	const folder = await mkdtemp(join(tmpdir(), "skein-bench-"));
	try {
		return await bench.run({
			...{ entities, seed, folder, onProgress: talk },
			...(databaseUrl !== undefined && { databaseUrl }),
			...(set !== undefined && { set }),
			...(vault !== undefined && { vault }),
		});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

export function addBenchCommand(program: Command): void {
	program
		.command("bench")
		.description("Measure, in throw-away stores; compare figures of one run only")
		.addArgument(
			new Argument("[name]", "what to measure; everything otherwise").choices(Object.keys(BENCHES)),
		)
		.option("--entities <number>", "size of the generated workspace", parseCount, 10_000)
		.option("--seed <number>", "what to generate it from", parseCount, 1)
		.option("--database-url <url>", "an empty PostgreSQL database to measure next to the embedded store")
		.option("--set <folder>", "what prefix is measured on: a folder with nodes.jsonl and edges.jsonl")
		.option("--vault <folder>", "what import brings in, instead of generated notes")
		.option("--json", "print JSON")
		.addHelpText(
			"after",
			printHelp({ examples: ["skein bench serve --entities 10000 --json", "skein bench context"] }),
		)
		.action(async (name: string | undefined, options: Options) => {
			const figures: Record<string, object> = {};
			for (const [key, load] of Object.entries(BENCHES)) {
				if (name !== undefined ? name !== key : key === "prefix" && options.set === undefined) continue;
				const bench = await load();
				talk(`${key}: ${bench.about}`);
				figures[key] = await runBench(bench, options);
			}
			if (options.json) return printJson(figures);
			for (const [bench, values] of Object.entries(figures)) {
				print(colors.bold(bench));
				for (const [key, value] of Object.entries(values)) print(`  ${key.padEnd(24)} ${value ?? "-"}`);
			}
		});
}
