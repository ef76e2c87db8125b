import { describe, expect, test } from "vitest";
import { HOSTILE_TEXTS } from "../src/bench/hostile-texts.ts";
import { TEXT_READERS } from "../src/serve/cli/text-readers.ts";
import { measureCpu } from "./support/measure-cpu.ts";

const FACTOR = Number(process.env.SKEIN_TEST_FACTOR ?? 1);
/** Each reader takes every sixth text, each another sixth; `SKEIN_TEST_FACTOR=6` lets each read all. */
const SHARE = Math.max(1, Math.round(6 / FACTOR));
const LENGTHS = [5_000, 60_000];
/** Milliseconds of processor time. In linear time the slowest takes some hundreds; the square of 60,000 takes seconds. */
const LONGEST = 1_000;

describe(`[P23] every function that reads user text takes time with its length, not with its square (1 of ${SHARE} texts each)`, () => {
	test.each(Object.entries(TEXT_READERS).map(([name, read], place) => ({ name, read, place })))(
		"$name",
		{ timeout: 120_000 },
		({ read, place }) => {
			const slow: object[] = [];
			for (const [index, { name: text, write }] of HOSTILE_TEXTS.entries()) {
				if ((index + place) % SHARE !== 0) continue;
				for (const length of LENGTHS) {
					const source = write(length);
					let fault: unknown;
					const milliseconds = measureCpu(() => {
						try {
							read(source);
						} catch (error) {
							fault = error;
						}
					});
					if (fault instanceof RangeError) slow.push({ text, length, fault: fault.message });
					if (milliseconds < LONGEST) continue;
					// Garbage of others may have been collected just then.
					const again = measureCpu(() => {
						try {
							read(source);
						} catch {}
					});
					if (again >= LONGEST) slow.push({ text, length, milliseconds: again });
					if (again >= LONGEST) break;
				}
			}
			expect(slow).toEqual([]);
		},
	);
});
