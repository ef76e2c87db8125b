import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { round } from "../src/evaluate/figures.ts";
import { createOwnedWorkspace } from "../src/evaluate/load-eval-set.ts";
import { type OpenDatabaseOptions, openDatabase } from "../src/graph/store/engine/open-database.ts";
import { Store } from "../src/graph/store/store.ts";
import { runImport } from "../src/graph/transfer/run-import.ts";
import type { ImportProgress, ImportReport } from "../src/graph/transfer/source/import-report.ts";
import { type Bench, type BenchFigures, seconds } from "./bench.ts";
import { generateVault, type VaultShape } from "./generate-vault.ts";

async function writeVault(folder: string, shape: VaultShape): Promise<void> {
	for (const { path, text } of generateVault(shape)) {
		const file = join(folder, path);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
	}
}

/** Notes the moment at which each stage of an import begins. */
function clockStages(): { readonly onProgress: ImportProgress; readonly lasted: () => BenchFigures } {
	const begun = new Map<string, number>([["reading", performance.now()]]);
	return {
		onProgress: ({ stage }) => void (begun.has(stage) || begun.set(stage, performance.now())),
		lasted: () => {
			const moments = [...begun, ["end", performance.now()] as const];
			return Object.fromEntries(
				moments.slice(0, -1).map(([stage, start], index) => {
					const [, end = start] = moments[index + 1] ?? [];
					return [`${stage}_s`, seconds(end - start)];
				}),
			);
		},
	};
}

async function importInto(database: OpenDatabaseOptions, path: string) {
	const store = new Store(await openDatabase(database));
	try {
		const owner = await createOwnedWorkspace(store, { name: "imported", owner: "Bench" });
		const run = async (onProgress: ImportProgress): Promise<ImportReport> => {
			const { imports } = store.as(await store.access(owner));
			return runImport({ imports, source: "markdown", path, onProgress });
		};
		const { onProgress, lasted } = clockStages();
		const first = await run(onProgress);
		const stages = lasted();
		return { first, stages, again: await run(() => undefined) };
	} finally {
		await store.close();
	}
}

const perSecond = ({ entities, seconds: took }: ImportReport): number => Math.round(entities.created / took);

/** How fast a folder of notes is imported, with its links. Embeddings are made afterwards and are not counted. */
export const benchImport: Bench = {
	name: "import",
	about: "import a generated vault, or the one of --vault, into the embedded store",
	async run({ entities, seed, folder, vault, databaseUrl, onProgress }): Promise<BenchFigures> {
		const path = vault ?? join(folder, "vault");
		if (vault === undefined) {
			onProgress(`writing ${entities} notes to import`);
			await writeVault(path, { seed, notes: entities });
		}
		const postgres = databaseUrl === undefined ? null : await importInto({ databaseUrl }, path);
		onProgress("importing into the embedded store");
		const { first, again, stages } = await importInto({ dataFolder: join(folder, "data") }, path);
		const { resolved, unresolved, ambiguous, created } = first.edges;
		return {
			notes: first.entities.created,
			links: resolved + unresolved + ambiguous,
			links_resolved: resolved,
			edges: created,
			seconds: first.seconds,
			...stages,
			notes_per_s: perSecond(first),
			again_s: again.seconds,
			postgres_notes_per_s: postgres && perSecond(postgres.first),
			embedded_to_postgres: postgres && round(first.seconds / postgres.first.seconds),
		};
	},
};
