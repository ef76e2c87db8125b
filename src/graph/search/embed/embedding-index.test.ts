import { expect, test } from "vitest";
import { IndexingPace } from "./embedding-index.ts";

test("[S29] the time left follows from how fast the row became shorter, and is not told before there is a pace", () => {
	const pace = new IndexingPace();
	expect(pace.note(1_000, 0)).toBeUndefined();
	expect(pace.note(1_000, 3_000)).toBeUndefined();
	expect(pace.note(900, 10_000)).toBe(90);
	expect(pace.note(0, 20_000)).toBeUndefined();
});

test("[S29] only the last minute counts, and a row that has grown is measured anew", () => {
	const pace = new IndexingPace();
	for (let second = 0; second <= 300; second += 10) pace.note(10_000 - second, second * 1_000);
	for (let second = 310; second <= 400; second += 10) {
		pace.note(9_700 - (second - 300) * 10, second * 1_000);
	}
	expect(pace.note(8_690, 401_000)).toBe(869);
	expect(pace.note(20_000, 410_000)).toBeUndefined();
	expect(pace.note(19_000, 420_000)).toBe(190);
});
