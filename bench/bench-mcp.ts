import { join } from "node:path";
import { percentile, round, time } from "../src/evaluate/figures.ts";
import { openDatabase } from "../src/graph/store/engine/open-database.ts";
import { Store } from "../src/graph/store/store.ts";
import type { Bench, BenchFigures } from "./bench.ts";
import { generateWorkspace } from "./generate-workspace.ts";
import { loadWorkspace } from "./load-workspace.ts";
import { nameLatency } from "./measured.ts";
import { Random } from "./random.ts";
import { ReferenceMemory } from "./reference-memory.ts";
import { StdioTools } from "./stdio-tools.ts";

const EDGES_PER_ENTITY = 2;
const ROUNDS = 60;
/** Calls before the measurement: they compile the code and load the words of the workspace. */
const WARM_UP = 100;
/** As many as a context of the default size includes. */
const OPENED = 10;

/** Measures the time of each question, without the first few. */
async function measure(
	queries: readonly string[],
	ask: (query: string) => Promise<unknown>,
): Promise<readonly number[]> {
	const times: number[] = [];
	for (const query of queries) times.push((await time(() => ask(query))).ms);
	return times.slice(WARM_UP);
}

/** The program that runs us serves the tools as well. */
const serveArguments = (dataFolder: string): readonly string[] => [
	process.argv[1] ?? "",
	"mcp",
	"--data",
	dataFolder,
];

/**
 * How long a client waits for a context over the pipe, compared with a search and an opening in the reference memory
 * server.
 */
export const benchMcp: Bench = {
	name: "mcp",
	about:
		"get_context over a pipe, compared with search and open in the reference memory server, on the same data",
	async run({ entities, seed, folder, onProgress }): Promise<BenchFigures> {
		const dataFolder = join(folder, "data");
		const shape = { seed, entities, edges: entities * EDGES_PER_ENTITY };
		onProgress("writing the workspace");
		const store = new Store(await openDatabase({ dataFolder }));
		try {
			await loadWorkspace({ store }, shape);
		} finally {
			await store.close();
		}
		const workspace = generateWorkspace(shape);
		const random = new Random(seed);
		const queries = Array.from({ length: WARM_UP + ROUNDS }, () => random.pick(workspace.entities).title);
		onProgress("asking");
		const tools = await StdioTools.start(serveArguments(dataFolder), { SKEIN_EMBEDDINGS: "off" });
		const own = await measure(queries, (query) => tools.call("get_context", { query })).finally(() =>
			tools.close(),
		);
		const reference = await ReferenceMemory.start(workspace, folder);
		const other =
			reference &&
			(await measure(queries, (query) => reference.searchAndOpen(query, OPENED)).finally(() =>
				reference.close(),
			));
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
