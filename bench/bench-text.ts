import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Bench, BenchFigures } from "./bench.ts";
import { HOSTILE_TEXTS, writeUnread } from "./hostile-texts.ts";
import { type Growth, measureCpu, readAll, type TextReader, TOO_SHORT_TO_COMPARE } from "./measure-growth.ts";
import { TEXT_READERS } from "./text-readers.ts";

/** Megabytes for the garbage of readings. */
const ROOM = 256;
const WITHOUT_COLLECTION = ["--expose-gc", `--min-semi-space-size=${ROOM}`, `--max-semi-space-size=${ROOM}`];
const LONG = 1_000_000;
const TIMES_SERVED = 3;

/** Milliseconds for a megabyte as a server takes them: with its share of garbage collection. */
function measureServed(read: TextReader, name: string): number {
	const text = HOSTILE_TEXTS.find((each) => each.name === name);
	if (text === undefined) return Number.NaN;
	const served = Array.from({ length: TIMES_SERVED }, () => {
		const written = writeUnread(text, LONG);
		return measureCpu(() => readAll(read, [written]));
	});
	return served.reduce((fewest, ms) => Math.min(fewest, ms));
}

const print = (milliseconds: number): string =>
	(Number.isFinite(milliseconds) ? milliseconds.toFixed(2) : "-").padStart(8);

const printRow = (read: TextReader, { text, short, middle, long, factor, isTooFast }: Growth): string => {
	const served = Number.isFinite(long) ? measureServed(read, text) : long;
	const figures = [short, middle, long, served].map(print).join(" ");
	return `${figures} ${factor.toFixed(1).padStart(7)}  ${text}${isTooFast ? "  FASTER THAN ITS TEXT" : ""}`;
};

/** How the time of one reader grows, measured by the process without garbage collection. */
async function measureApart(child: ChildProcess, name: string): Promise<readonly Growth[]> {
	const settled = new AbortController();
	const ended = once(child, "exit", { signal: settled.signal }).then(() => {
		throw new Error(`The process that measures ended while it read with ${name}.`);
	});
	const answer = once(child, "message", { signal: settled.signal }) as Promise<[readonly Growth[]]>;
	try {
		child.send(name);
		const [growth] = await Promise.race([answer, ended]);
		return growth;
	} finally {
		// One listener for each reader would stay: Node warns of a leak in the middle of the table.
		settled.abort();
	}
}

/** The slowest text of a function and, where it is another, the one whose time grows most among those that take any. */
function chooseRows(growth: readonly Growth[]): readonly Growth[] {
	const [slowest] = growth.toSorted((a, b) => b.long - a.long);
	const [growing] = growth
		.filter(({ long }) => long >= TOO_SHORT_TO_COMPARE)
		.toSorted((a, b) => Number(b.isTooFast) - Number(a.isTooFast) || b.factor - a.factor);
	return [...new Set([slowest, growing].filter((row) => row !== undefined))];
}

/** How long each function that reads people's text takes for attackers' text. */
export const benchText: Bench = {
	name: "text",
	about:
		"every function that reads user text, on the slowest of many hostile texts: milliseconds of processor time without garbage collection, for a megabyte also with it, and the larger factor for ten times the text",
	async run({ onProgress }): Promise<BenchFigures> {
		const figures: Record<string, string> = { "": "   10 KB   100 KB     1 MB   served  growth  text" };
		const tooFast: string[] = [];
		const child = fork(fileURLToPath(new URL("./text-growth-worker.js", import.meta.url)), {
			execArgv: WITHOUT_COLLECTION,
		});
		try {
			for (const [name, read] of Object.entries(TEXT_READERS)) {
				onProgress(name);
				const growth = await measureApart(child, name);
				for (const [place, row] of chooseRows(growth).entries())
					figures[place === 0 ? name : `${name}, growth`] = printRow(read, row);
				if (growth.some(({ isTooFast }) => isTooFast)) tooFast.push(name);
			}
		} finally {
			child.kill();
		}
		return { ...figures, "faster than their text": tooFast.length === 0 ? "none" : tooFast.join(", ") };
	},
};
