import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { chooseBest, rankWithin, ScoreRow, ScoreRows } from "./score-row.ts";

function makeRow(scores: readonly number[]): ScoreRow {
	const row = new ScoreRow(scores.length);
	for (const [document, score] of scores.entries()) if (score > 0) row.add(document, score);
	return row;
}

test("the best of a row counts for its share, a row without scores for nothing", () => {
	const sum = makeRow([1, 0, 0]);
	sum.addScaled(makeRow([2, 4, 0]), 0.5);
	sum.addScaled(makeRow([0, 0, 0]), 9);
	expect([0, 1, 2].map((document) => sum.at(document))).toEqual([1.25, 0.5, 0]);
	sum.keep((document) => document !== 0);
	expect([...sum.documents]).toEqual([1]);
	expect(sum.at(0)).toBe(0);
	sum.scale(1);
	expect(sum.at(1)).toBe(1);
});

test("an owner has the best of what it owns, where what many texts hold alike counts less", () => {
	const owners = makeRow([0, 0, 0]);
	const lessened = Uint8Array.from([0, 0, 1, 0]);
	owners.raiseOwners(makeRow([1, 3, 4, 0]), { owners: Int32Array.from([0, 0, 2, 1]), lessened, share: 0.5 });
	expect([0, 1, 2].map((document) => owners.at(document))).toEqual([3, 0, 2]);
	expect([...owners.documents].sort()).toEqual([0, 2]);
	expect(owners.largest).toBe(3);
});

test("the largest score is known after every change", () => {
	const row = makeRow([1, 4, 2]);
	row.addRow(makeRow([5, 0, 1]));
	expect(row.largest).toBe(6);
	row.keep((document) => document !== 0);
	expect(row.largest).toBe(4);
	row.scale(0.3);
	expect(row.largest).toBe(Math.max(row.at(1), row.at(2)));
	row.clear(3);
	expect(row.largest).toBe(0);
});

test("a row that is taken again has forgotten everything, also when it has to grow", () => {
	const rows = new ScoreRows();
	rows.begin();
	rows.take(4).add(3, 1);
	for (const size of [4, 40, 5]) {
		rows.begin();
		const row = rows.take(size);
		expect([...row.documents]).toEqual([]);
		for (let document = 0; document < size; document += 1) expect(row.at(document)).toBe(0);
		row.add(size - 1, 2);
	}
});

test("[S1] the best few and the rank of each are those of sorting everything", () => {
	const scores = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 60 });
	// Numbers of documents say when they were written; ids, and so the order, are something else.
	const compare = (a: number, b: number): number => ((a * 37) % 61) - ((b * 37) % 61);
	fc.assert(
		fc.property(scores, fc.integer({ min: 1, max: 12 }), (values, most) => {
			const row = makeRow(values);
			const sorted = [...values.keys()]
				.filter((document) => (values[document] ?? 0) > 0)
				.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || compare(a, b));
			const best = chooseBest(row, most, compare);
			expect(best).toEqual(sorted.slice(0, most));
			const asked = [...sorted.slice(3, 9)].reverse();
			const ranks = rankWithin(asked, row, compare);
			for (const document of asked) expect(ranks.get(document)).toBe(sorted.indexOf(document) + 1);
		}),
	);
});
