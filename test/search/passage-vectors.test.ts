import { expect, test } from "vitest";
import { SyntheticMeaning } from "../../bench/synthetic-meaning.ts";
import { PassageVectors } from "../../src/graph/search/score/passage-vectors.ts";

const meaning = new SyntheticMeaning(5);
const BEST = 20;

function rank(
	vectors: PassageVectors,
	question: Float32Array,
	counts: (node: number) => boolean,
): readonly (readonly [node: number, cosine: number])[] {
	const found: [number, number][] = [];
	vectors.compare(question, counts, (node, _, cosine) => found.push([node, cosine]));
	return found.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

const put = (vectors: PassageVectors, node: number, stored: readonly Float32Array[]): void =>
	vectors.put(
		node,
		stored.map((vector, ordinal) => ({ ordinal, vector })),
	);

const multiply = (a: Float32Array, b: Float32Array): number =>
	a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

test("among few, every passage is compared exactly; one that was replaced or taken away is not", () => {
	const vectors = new PassageVectors();
	for (let node = 0; node < 300; node += 1) put(vectors, node, [meaning.vectorOf(`text ${node}`)]);
	put(vectors, 7, [meaning.vectorOf("another"), meaning.vectorOf("third")]);
	vectors.put(8, []);
	expect(vectors.size).toBe(299);
	const question = meaning.questionAbout("another", 1);
	const ranking = rank(vectors, question, () => true);
	expect(ranking).toHaveLength(300);
	expect(ranking[0]?.[0]).toBe(7);
	expect(ranking[0]?.[1]).toBeCloseTo(multiply(question, meaning.vectorOf("another")), 5);
	expect(ranking.some(([node]) => node === 8)).toBe(false);
	expect(rank(vectors, new Float32Array(12), () => true)).toEqual([]);
});

test("among many, what signs choose holds the best, and hidden passages push nothing out", () => {
	const count = 9_000;
	const stored = Array.from({ length: count }, (_, node) => meaning.vectorOf(`text ${node}`));
	const vectors = new PassageVectors();
	for (const [node, vector] of stored.entries()) put(vectors, node, [vector]);
	const half = (node: number): boolean => node % 2 === 0;
	let same = 0;
	const questions = 10;
	for (let index = 0; index < questions; index += 1) {
		const question = meaning.questionAbout(`text ${index * 800}`, index);
		const chosen = rank(vectors, question, () => true);
		expect(chosen.length).toBeLessThan(count / 2);
		const exact = stored
			.map((vector, node) => [node, multiply(question, vector)] as const)
			.sort((a, b) => b[1] - a[1])
			.slice(0, BEST)
			.map(([node]) => node);
		const best = new Set(chosen.slice(0, BEST).map(([node]) => node));
		same += exact.filter((node) => best.has(node)).length;
	}
	expect(same / (questions * BEST)).toBeGreaterThanOrEqual(0.98);
	const question = meaning.questionAbout("text 400", 3);
	const alone = new PassageVectors();
	for (const [node, vector] of stored.entries()) if (half(node)) put(alone, node, [vector]);
	expect(rank(vectors, question, half)).toEqual(rank(alone, question, () => true));
}, 60_000);
