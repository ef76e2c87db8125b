import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { evaluateRated } from "../client/evaluate-rated.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { print, printJson, talk } from "../terminal/talk.ts";

interface Options extends CommonOptions {
	readonly own?: boolean;
	readonly export?: string;
	readonly budget?: number;
	readonly queries?: string;
	readonly vectors?: string;
	readonly meaning: boolean;
	readonly graph: boolean;
}

function parseBudget(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It takes a number of tokens.");
	return value;
}

async function evaluate(folder: string, options: Options): Promise<Record<string, unknown>> {
	// Loaded when it runs: every other command would wait for the embedding model's code.
	const { readEvalSet } = await import("../../../evaluate/load-eval-set.ts");
	const { BUDGETS, evaluateSet } = await import("../../../evaluate/evaluate-set.ts");
	const { LocalEmbedder } = await import("../../../graph/search/embed/local-embedder.ts");
	const { openKeptVectors } = await import("../../../evaluate/kept-vectors.ts");
	const model = options.meaning ? new LocalEmbedder() : undefined;
	const embedder =
		model && options.vectors !== undefined ? await openKeptVectors(model, resolve(options.vectors)) : model;
	const set = await readEvalSet(resolve(folder), options.queries);
	const workspace = await mkdtemp(join(tmpdir(), "skein-eval-"));
	try {
		const { perQuery: _, ...figures } = await evaluateSet({
			set,
			folder: workspace,
			embedder,
			budgets: options.budget === undefined ? BUDGETS : [...new Set([...BUDGETS, options.budget])],
			without: options.graph ? [] : ["graph"],
			onProgress: talk,
		});
		return figures;
	} finally {
		await rm(workspace, { recursive: true, force: true });
	}
}

export function addEvalCommand(program: Command): void {
	addCommand(program, "eval", {
		about:
			"Ask the questions of a set with known answers in a throw-away workspace, or those you rated in your own",
		examples: [
			"skein eval ./sets/questions --json",
			"skein eval --own",
			"skein eval --own --export ./my-questions",
		],
	})
		.argument("[folder]", "a folder with nodes.jsonl, edges.jsonl (or .gz) and queries.jsonl")
		.option("--own", "ask the questions you rated again, in your workspace, which stays as it is")
		.option("--export <folder>", "with --own: write your ratings as such a set instead of asking")
		.option(
			"--budget <tokens>",
			"build contexts of this size too; with --own, of this size only",
			parseBudget,
		)
		.option("--queries <file>", "another file of questions about the same set")
		.option(
			"--vectors <folder>",
			"keep the vectors there, so that a run that is broken off goes on where it stopped",
		)
		.option("--no-meaning", "without the search by meaning")
		.option("--no-graph", "without the search by connections")
		.action(async (folder: string | undefined, options: Options, command: Command) => {
			if (options.own === true && folder === undefined)
				return withClient(options, { whenEmpty: "refuse" }, (client) => evaluateRated(client, options));
			if (options.own === true || options.export !== undefined || folder === undefined)
				return command.error("error: name a folder, or give --own (and --export only with it)");
			const figures = await evaluate(folder, options);
			if (options.json) return printJson(figures);
			for (const [name, value] of Object.entries(figures)) {
				print(`${name.padEnd(14)} ${typeof value === "object" ? JSON.stringify(value) : value}`);
			}
		});
}
