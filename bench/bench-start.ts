import { join } from "node:path";
import { round, time } from "../src/evaluate/figures.ts";
import { openDatabase } from "../src/graph/store/engine/open-database.ts";
import { type Bench, type BenchFigures, seconds } from "./bench.ts";

/** How long the embedded store takes to open: when it is created, and when it exists. */
export const benchStart: Bench = {
	name: "start",
	about: "open the embedded store for the first time, and again",
	async run({ folder, onProgress }): Promise<BenchFigures> {
		const dataFolder = join(folder, "data");
		const first = await time(() => openDatabase({ dataFolder, onProgress }));
		await first.result.close();
		const second = await time(() => openDatabase({ dataFolder }));
		await second.result.close();
		return {
			first_open_s: seconds(first.ms),
			second_open_s: seconds(second.ms),
			first_to_second: round(first.ms / second.ms),
		};
	},
};
