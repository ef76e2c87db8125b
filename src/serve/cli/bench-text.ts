import type { Bench, BenchFigures } from "../../bench/bench.ts";
import { HOSTILE_TEXTS, type HostileText, writeUnread } from "../../bench/hostile-texts.ts";
import { TEXT_READERS } from "./text-readers.ts";

type Reader = (text: string) => unknown;

const SHORT = 10_000;
const MIDDLE = 100_000;
const LONG = 1_000_000;
/** Every text is read in these lengths, to find those that are worth measuring. */
const SCREENED_SHORT = 4_000;
const SCREENED_LONG = 40_000;
const SCREENED_TIMES = 3;
/** So many texts that take longest, and as many whose time grows most, are measured in all lengths. */
const SUSPECTS = 2;
/** The fewest milliseconds of several readings count: the others include garbage of earlier ones. */
const FEWEST_REPETITIONS = 3;
const MOST_REPETITIONS = 8;
/** Readings of one length end after so many milliseconds. */
const LONG_ENOUGH = 500;
/** Whoever reads a megabyte within this many milliseconds is not judged by growth: clocks and caches decide there. */
const TOO_SHORT_TO_COMPARE = 20;

/** Milliseconds of processor time: work of other programs on the machine does not count. */
function measure(read: Reader, texts: readonly string[]): number {
	const before = process.cpuUsage();
	for (const text of texts) {
		try {
			read(text);
		} catch {
			// A refusal is an answer, too.
		}
	}
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

const writeTexts = (text: HostileText, length: number, number: number): readonly string[] =>
	Array.from({ length: number }, () => writeUnread(text, length));

/**
 * Milliseconds for one text of a length. Every length is measured on a megabyte of text, so that each includes its
 * share of garbage collection: one short text alone is read before any garbage is collected.
 */
function measureLength(read: Reader, text: HostileText, length: number): number {
	const number = LONG / length;
	let [fewest, all] = [Number.POSITIVE_INFINITY, 0];
	for (let done = 0; done < FEWEST_REPETITIONS || (done < MOST_REPETITIONS && all < LONG_ENOUGH); done += 1) {
		const milliseconds = measure(read, writeTexts(text, length, number));
		fewest = Math.min(fewest, milliseconds);
		all += milliseconds;
	}
	return fewest / number;
}

interface Row {
	readonly text: HostileText;
	readonly short: number;
	readonly middle: number;
	readonly long: number;
	/** The larger of the two factors between one length and one ten times longer. */
	readonly growth: number;
}

function measureText(read: Reader, text: HostileText): Row {
	const short = measureLength(read, text, SHORT);
	const middle = measureLength(read, text, MIDDLE);
	const long = measureLength(read, text, LONG);
	return { text, short, middle, long, growth: Math.max(middle / short, long / middle) };
}

const measureBest = (read: Reader, text: HostileText, length: number): number =>
	writeTexts(text, length, SCREENED_TIMES).reduce(
		(best, each) => Math.min(best, measure(read, [each])),
		Number.POSITIVE_INFINITY,
	);

/** The texts among all hostile ones that take longest, and those whose time grows most. */
function measureSuspects(read: Reader): readonly Row[] {
	const screened = HOSTILE_TEXTS.map((text) => {
		const short = measureBest(read, text, SCREENED_SHORT);
		const long = measureBest(read, text, SCREENED_LONG);
		return { text, long, growth: long < 1 ? 0 : long / short };
	});
	const slowest = screened.toSorted((a, b) => b.long - a.long).slice(0, SUSPECTS);
	const growing = screened.toSorted((a, b) => b.growth - a.growth).slice(0, SUSPECTS);
	return [...new Set([...slowest, ...growing])].map(({ text }) => measureText(read, text));
}

const print = (milliseconds: number): string => milliseconds.toFixed(2).padStart(8);

const printRow = ({ text, short, middle, long, growth }: Row): string =>
	`${[short, middle, long].map(print).join(" ")} ${growth.toFixed(1).padStart(7)}  ${text.name}`;

/** The slowest text of a function and, where it is another, the one whose time grows most. */
function measureReader(name: string, read: Reader): readonly (readonly [string, string])[] {
	// Read once before: what is compiled on the way is not what is measured.
	for (const text of HOSTILE_TEXTS) measure(read, writeTexts(text, SCREENED_SHORT, 1));
	const rows = measureSuspects(read);
	const [slowest] = rows.toSorted((a, b) => b.long - a.long);
	const [growing] = rows
		.filter(({ long }) => long >= TOO_SHORT_TO_COMPARE)
		.toSorted((a, b) => b.growth - a.growth);
	const shown = new Set([slowest, growing].filter((row) => row !== undefined));
	return [...shown].map((row, place) => [place === 0 ? name : `${name}, growth`, printRow(row)]);
}

/** How long each function that reads what people write takes for what attackers write. */
export const benchText: Bench = {
	name: "text",
	about:
		"every function that reads user text, on the slowest of many hostile texts; milliseconds of processor time, and the factor for ten times the text",
	async run({ onProgress }): Promise<BenchFigures> {
		const rows = Object.entries(TEXT_READERS).flatMap(([name, read]) => {
			onProgress(name);
			return measureReader(name, read);
		});
		return { "": "   10 KB   100 KB     1 MB  growth  text", ...Object.fromEntries(rows) };
	},
};
