import type { Bench, BenchFigures } from "../../bench/bench.ts";
import { HOSTILE_TEXTS, type HostileText, writeUnread } from "../../bench/hostile-texts.ts";
import { TEXT_READERS } from "./text-readers.ts";

type Reader = (text: string) => unknown;

const SHORT = 10_000;
const MIDDLE = 100_000;
const LONG = 1_000_000;
/** Of so many texts that took longest when they were short, the longer ones are read. */
const SUSPECTS = 8;

/** Milliseconds of processor time: what other programs do on the machine does not count. */
function measure(read: Reader, text: string): number {
	const before = process.cpuUsage();
	try {
		read(text);
	} catch {
		// A refusal is an answer, too.
	}
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

/** The text that takes longest, in all three lengths. */
function findWorst(read: Reader) {
	const suspects = HOSTILE_TEXTS.map((text) => ({ text, short: measure(read, writeUnread(text, SHORT)) }))
		.sort((a, b) => b.short - a.short)
		.slice(0, SUSPECTS)
		.map(({ text }) => ({ text, middle: measure(read, writeUnread(text, MIDDLE)) }))
		.sort((a, b) => b.middle - a.middle);
	const { text } = suspects[0] as { readonly text: HostileText };
	const [short = 0, middle = 0, long = 0] = [SHORT, MIDDLE, LONG].map((length) =>
		measure(read, writeUnread(text, length)),
	);
	return { text, short, middle, long };
}

const print = (milliseconds: number): string => milliseconds.toFixed(1).padStart(8);

/** How long each function that reads what people write takes for what attackers write. */
export const benchText: Bench = {
	name: "text",
	about:
		"every function that reads user text, on the worst of many hostile texts; milliseconds of processor time",
	async run({ onProgress }): Promise<BenchFigures> {
		const rows = Object.entries(TEXT_READERS).map(([name, read]) => {
			onProgress(name);
			// Read once before: what is compiled on the way is not what is measured.
			for (const text of HOSTILE_TEXTS) measure(read, writeUnread(text, SHORT / 10));
			const { text, short, middle, long } = findWorst(read);
			return [name, `${print(short)} ${print(middle)} ${print(long)}  ${text.name}`];
		});
		return { "": "   10 KB   100 KB     1 MB  worst text", ...Object.fromEntries(rows) };
	},
};
