import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Argument, type Command, InvalidArgumentError } from "commander";
import pc from "picocolors";
import type { Bench } from "../../../bench/bench.ts";
import { benchContext } from "../../../bench/bench-context.ts";
import { benchLoad } from "../../../bench/bench-load.ts";
import { benchStart } from "../../../bench/bench-start.ts";
import { print, printJson, talk } from "../talk.ts";

const BENCHES: readonly Bench[] = [benchStart, benchLoad, benchContext];

interface Options {
	readonly entities: number;
	readonly seed: number;
	readonly databaseUrl?: string;
	readonly json?: boolean;
}

function parseCount(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It takes a whole number.");
	return value;
}

async function runBench(bench: Bench, { entities, seed, databaseUrl }: Options): Promise<object> {
	const folder = await mkdtemp(join(tmpdir(), "skein-bench-"));
	try {
		const figures = await bench.run({
			...{ entities, seed, folder, onProgress: talk },
			...(databaseUrl !== undefined && { databaseUrl }),
		});
		return figures;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

export function addBenchCommand(program: Command): void {
	program
		.command("bench")
		.description("Measure, in throw-away stores; compare figures of one run only")
		.addArgument(
			new Argument("[name]", "what to measure; everything otherwise").choices(
				BENCHES.map(({ name }) => name),
			),
		)
		.option("--entities <number>", "size of the generated workspace", parseCount, 10_000)
		.option("--seed <number>", "what to generate it from", parseCount, 1)
		.option("--database-url <url>", "an empty PostgreSQL database to measure beside the embedded store")
		.option("--json", "print JSON")
		.addHelpText("after", `\n${BENCHES.map(({ name, about }) => `  ${name.padEnd(8)} ${about}`).join("\n")}`)
		.action(async (name: string | undefined, options: Options) => {
			const chosen = BENCHES.filter((bench) => name === undefined || bench.name === name);
			const figures: Record<string, object> = {};
			for (const bench of chosen) figures[bench.name] = await runBench(bench, options);
			if (options.json) return printJson(figures);
			for (const [bench, values] of Object.entries(figures)) {
				print(pc.bold(bench));
				for (const [key, value] of Object.entries(values)) print(`  ${key.padEnd(24)} ${value ?? "-"}`);
			}
		});
}
