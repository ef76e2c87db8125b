import { join } from "node:path";
import { percentile, round } from "../src/evaluate/figures.ts";
import { type Bench, type BenchFigures, nameLatency, timeRounds } from "./bench.ts";
import { generateWorkspace } from "./generate-workspace.ts";
import { EDGES_PER_ENTITY, withGraph } from "./load-workspace.ts";
import { Random } from "./random.ts";
import { startReferenceMemory } from "./reference-memory.ts";
import { startStdioTools } from "./stdio-tools.ts";

const ROUNDS = 60;
/** Calls before the measurement: they compile the code and load the words of the workspace. */
const WARM_UP = 100;
/** As many as a context of the default size includes. */
const OPENED = 10;

/**
 * How long a client waits for a context over the pipe, compared with a search and an opening in the reference memory
 * server.
 */
export const benchMcp: Bench = {
	name: "mcp",
	about:
		"get_context over a pipe, compared with search and open in the reference memory server, on the same data",
	async run(options): Promise<BenchFigures> {
		const { entities, seed, folder, onProgress } = options;
		await withGraph(options, async () => undefined);
		const workspace = generateWorkspace({ seed, entities, edges: entities * EDGES_PER_ENTITY });
		const random = new Random(seed);
		const queries = Array.from({ length: WARM_UP + ROUNDS }, () => random.pick(workspace.entities).title);
		onProgress("asking");
		// The program that runs us serves the tools as well.
		const server = [process.argv[1] ?? "", "mcp", "--data", join(folder, "data")];
		const tools = await startStdioTools(server, { SKEIN_EMBEDDINGS: "off" });
		const measure = (ask: (query: string) => Promise<unknown>): Promise<readonly number[]> =>
			timeRounds(ROUNDS, (round) => ask(queries[round] ?? ""), WARM_UP);
		const own = await measure((query) => tools.call("get_context", { query })).finally(() => tools.close());
		const reference = await startReferenceMemory(workspace, folder);
		const other =
			reference &&
			(await measure((query) => reference.searchAndOpen(query, OPENED)).finally(() => reference.close()));
		return {
			entities,
			...nameLatency("context", own),
			...(other && {
				...nameLatency("reference", other),
				reference_to_context_p50: round(percentile(other, 0.5) / percentile(own, 0.5)),
			}),
		};
	},
};
