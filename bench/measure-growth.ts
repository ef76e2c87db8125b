import { HOSTILE_TEXTS, type HostileText, writeUnread } from "./hostile-texts.ts";

export type TextReader = (text: string) => unknown;
/** Returns the cost of some work: milliseconds, or in a test steps that were counted. */
export type Meter = (work: () => void) => number;
/** Three lengths, each ten times the one before. */
export type Lengths = readonly [short: number, middle: number, long: number];

export interface Growth {
	readonly text: string;
	readonly short: number;
	readonly middle: number;
	/** Infinity when it would have taken too long to measure. */
	readonly long: number;
	/** The larger of the two factors between one length and one ten times longer. */
	readonly factor: number;
	readonly isTooFast: boolean;
}

const LENGTHS: Lengths = [10_000, 100_000, 1_000_000];
/** Every text is read in these lengths, to find those that are worth measuring. */
const SCREENED_SHORT = 4_000;
const SCREENED_LONG = 40_000;
const SCREENED_TIMES = 3;
/** So many texts that take longest, and as many whose time grows most, are measured in all lengths. */
const SUSPECTS = 2;
/** The fewest milliseconds of several readings count: the others include what else the engine did. */
const FEWEST_REPETITIONS = 3;
const MOST_REPETITIONS = 8;
/** Readings of one length end after so many milliseconds. */
const LONG_ENOUGH = 500;
/** A reader that takes fewer milliseconds for the longest text is not judged by growth: clocks and caches decide there. */
export const TOO_SHORT_TO_COMPARE = 20;
/**
 * For ten times the text, linear work takes ten times as long. Twice that is allowed, once over both steps: V8
 * keeps lists of more than 128 KB apart, and a cache that holds a short text does not hold a long one.
 */
const MOST_FACTOR = 20;
const MOST_FACTOR_OF_BOTH = 200;
/** A text that grows too fast already is not read in full length if that would take longer than this. */
const NOT_WAITED_FOR = 60_000;

export const measureCpu: Meter = (work) => {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
};

/** Reads every text; a refusal is an answer, too. */
export function readAll(read: TextReader, texts: readonly string[]): void {
	for (const text of texts) {
		try {
			read(text);
		} catch {
			// Refused.
		}
	}
}

const writeTexts = (text: HostileText, length: number, number: number): readonly string[] =>
	Array.from({ length: number }, () => writeUnread(text, length));

/**
 * Returns the cost of one text of a length. Every length is measured on the same amount of text, so that each does as
 * much work.
 */
function measureLength(
	read: TextReader,
	text: HostileText,
	{ length, amount, meter }: { readonly length: number; readonly amount: number; readonly meter: Meter },
): number {
	const number = amount / length;
	let [fewest, all] = [Number.POSITIVE_INFINITY, 0];
	for (let done = 0; done < FEWEST_REPETITIONS || (done < MOST_REPETITIONS && all < LONG_ENOUGH); done += 1) {
		const texts = writeTexts(text, length, number);
		const cost = meter(() => readAll(read, texts));
		fewest = Math.min(fewest, cost);
		all += cost;
	}
	return fewest / number;
}

/** How the cost of a text grows with its length, and whether it grows faster than the text. */
export function measureGrowth(
	read: TextReader,
	text: HostileText,
	{ meter = measureCpu, lengths = LENGTHS }: { readonly meter?: Meter; readonly lengths?: Lengths } = {},
): Growth {
	const amount = lengths[2];
	const [short, middle] = [lengths[0], lengths[1]].map((length) =>
		measureLength(read, text, { length, amount, meter }),
	) as [number, number];
	const isHopeless = middle > MOST_FACTOR * short && (middle * middle) / short > NOT_WAITED_FOR;
	const long = isHopeless
		? Number.POSITIVE_INFINITY
		: measureLength(read, text, { length: lengths[2], amount, meter });
	const factor = Math.max(middle / short, isHopeless ? 0 : long / middle);
	const isTooFast =
		long >= TOO_SHORT_TO_COMPARE && (factor > MOST_FACTOR || long / short > MOST_FACTOR_OF_BOTH);
	return { text: text.name, short, middle, long, factor, isTooFast };
}

const screen = (read: TextReader, text: HostileText, length: number): number =>
	writeTexts(text, length, SCREENED_TIMES)
		.map((each) => measureCpu(() => readAll(read, [each])))
		.reduce((fewest, cost) => Math.min(fewest, cost));

/** Of all hostile texts, the growth of those that take longest and of those whose time grows most. */
export function measureSuspects(read: TextReader, meter: Meter): readonly Growth[] {
	// Read once before, so that compiling the reader is not measured.
	for (const text of HOSTILE_TEXTS) readAll(read, writeTexts(text, SCREENED_SHORT, 1));
	const screened = HOSTILE_TEXTS.map((text) => {
		const short = screen(read, text, SCREENED_SHORT);
		const long = screen(read, text, SCREENED_LONG);
		return { text, long, growth: long < 1 ? 0 : long / short };
	});
	const slowest = screened.toSorted((a, b) => b.long - a.long).slice(0, SUSPECTS);
	const growing = screened.toSorted((a, b) => b.growth - a.growth).slice(0, SUSPECTS);
	return [...new Set([...slowest, ...growing])].map(({ text }) => measureGrowth(read, text, { meter }));
}
