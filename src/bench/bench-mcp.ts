import { join } from "node:path";
import { openDatabase } from "../graph/store/open-database.ts";
import { Store } from "../graph/store/store.ts";
import { type Bench, type BenchFigures, percentile, round, time } from "./bench.ts";
import { generateWorkspace } from "./generate-workspace.ts";
import { loadWorkspace } from "./load-workspace.ts";
import { Random } from "./random.ts";
import { ReferenceMemory } from "./reference-memory.ts";
import { StdioTools } from "./stdio-tools.ts";

const EDGES_PER_ENTITY = 2;
const ROUNDS = 60;
const WARM_UP = 5;
/** As many as a context of the default size tells of. */
const OPENED = 10;

interface Measured {
	readonly own: readonly number[];
	readonly reference: readonly number[];
}

/** The same question to both, one after the other: what else the machine does meets both alike. */
async function askBoth(
	queries: readonly string[],
	own: StdioTools,
	reference: ReferenceMemory | undefined,
): Promise<Measured> {
	const times: { own: number; reference: number }[] = [];
	for (const query of queries) {
		const { ms } = await time(() => own.call("get_context", { query }));
		const other = await time(async () => reference?.searchAndOpen(query, OPENED));
		times.push({ own: ms, reference: other.ms });
	}
	const measured = times.slice(WARM_UP);
	return { own: measured.map((each) => each.own), reference: measured.map((each) => each.reference) };
}

const describeTimes = (name: string, times: readonly number[]): BenchFigures => ({
	[`${name}_p50_ms`]: round(percentile(times, 0.5)),
	[`${name}_p95_ms`]: round(percentile(times, 0.95)),
});

/** The program that runs us serves the tools as well. */
const serveArguments = (dataFolder: string): readonly string[] => [
	process.argv[1] ?? "",
	"mcp",
	"--data",
	dataFolder,
];

/** How long a client waits for a context over the pipe, beside a search and an opening in the reference memory server. */
export const benchMcp: Bench = {
	name: "mcp",
	about: "get_context over a pipe, beside search and open in the reference memory server, on the same data",
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
		onProgress("asking both");
		const reference = await ReferenceMemory.start(workspace, folder);
		try {
			const own = await StdioTools.start(serveArguments(dataFolder), { SKEIN_EMBEDDINGS: "off" });
			const off = await askBoth(queries, own, reference).finally(() => own.close());
			onProgress("asking again, with the local model");
			const withModel = await StdioTools.start(serveArguments(dataFolder));
			const on = await askBoth(queries, withModel, undefined).finally(() => withModel.close());
			const ratio = percentile(off.reference, 0.5) / percentile(off.own, 0.5);
			return {
				entities,
				...describeTimes("context", off.own),
				...describeTimes("context_with_model", on.own),
				...(reference && {
					...describeTimes("reference", off.reference),
					reference_to_context_p50: round(ratio),
				}),
			};
		} finally {
			await reference?.close();
		}
	},
};
