import { beforeAll, describe, expect, test } from "vitest";
import { HOSTILE_TEXTS, type HostileText, writeUnread } from "../../bench/hostile-texts.ts";
import { TEXT_READERS } from "../../bench/text-readers.ts";
import { measureCpu } from "../support/measure-cpu.ts";

type Reader = (text: string) => unknown;

const FACTOR = Number(process.env.SKEIN_TEST_FACTOR ?? 1);
/** Each reader takes every sixth text, each another sixth; `SKEIN_TEST_FACTOR=6` lets each read all. */
const SHARE = Math.max(1, Math.round(6 / FACTOR));
/** Every reader takes these: a reader that was linear for all others once needed seconds for one of them. */
const READ_BY_ALL = new Set(["漢 ", "- a\n", "\u034f "].map((unit) => JSON.stringify(unit)));
const SHORT = 5_000;
const TIMES_LONGER = 12;
/** Milliseconds of processor time. In linear time the slowest takes some hundreds; the square of 60,000 takes seconds. */
const LONGEST = 1_000;
/** Below this, collecting garbage takes longer than reading. */
const TOO_SHORT_TO_COMPARE = 100;
/** How much longer one long text may take than as many characters in short ones: linear 1, quadratic 12. */
const MOST_GROWTH = 5;

function measure(read: Reader, texts: readonly string[]): { milliseconds: number; fault?: string } {
	let fault: string | undefined;
	const milliseconds = measureCpu(() => {
		for (const text of texts) {
			try {
				read(text);
			} catch (error) {
				// A refusal is an answer, too; running out of stack or arguments is none.
				if (error instanceof RangeError) fault = error.message;
			}
		}
	});
	return { milliseconds, ...(fault !== undefined && { fault }) };
}

/** Returns the fault of one reader on one text, if any. */
function findFault(read: Reader, text: HostileText): object | undefined {
	const long = measure(read, [writeUnread(text, SHORT * TIMES_LONGER)]);
	if (long.fault === undefined && long.milliseconds < TOO_SHORT_TO_COMPARE) return undefined;
	const short = measure(
		read,
		Array.from({ length: TIMES_LONGER }, () => writeUnread(text, SHORT)),
	);
	const isSlow = long.milliseconds >= LONGEST || long.milliseconds >= short.milliseconds * MOST_GROWTH;
	return long.fault !== undefined || isSlow ? { text: text.name, short, long } : undefined;
}

const textsFor = (place: number): readonly HostileText[] =>
	HOSTILE_TEXTS.filter(({ name }, index) => READ_BY_ALL.has(name) || (index + place) % SHARE === 0);

// Readers that remember words are asked when their memory is full: a cache can be what takes longer and longer.
beforeAll(() => {
	const words = HOSTILE_TEXTS.find(({ name }) => name === "foreign words") as HostileText;
	for (const name of ["count tokens", "analyseText en"])
		measure(TEXT_READERS[name] as Reader, [words.write(600_000)]);
});

describe(`[P23] every function that reads user text takes time with its length, not with its square (1 of ${SHARE} texts each)`, () => {
	test.each(Object.entries(TEXT_READERS).map(([name, read], place) => ({ name, read, place })))(
		"$name",
		{ timeout: 120_000 },
		({ read, place }) => {
			const faults = textsFor(place).flatMap((text) => {
				// Once more before it counts: garbage of others may have been collected just then.
				const fault = findFault(read, text) && findFault(read, text);
				return fault === undefined ? [] : [fault];
			});
			expect(faults).toEqual([]);
		},
	);

	test("a reader that takes the square of a text's length is found", () => {
		const text = HOSTILE_TEXTS[0] as HostileText;
		const lookBack = (source: string): number => {
			let found = 0;
			for (let end = 0; end < source.length; end += 1) if (source.lastIndexOf("\u0007", end) >= 0) found += 1;
			return found;
		};
		expect(findFault(lookBack, text)).toMatchObject({ text: text.name });
	});
});
