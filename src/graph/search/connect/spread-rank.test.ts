import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { type Row, spreadRank } from "./spread-rank.ts";

const SIZE = 8;
const RESTART = 0.5;

const graphs = fc
	.array(fc.tuple(fc.nat(SIZE - 1), fc.nat(SIZE - 1), fc.integer({ min: 1, max: 5 })), { maxLength: 24 })
	.map((edges) =>
		Array.from({ length: SIZE }, (_, node): Row => {
			const own = edges.filter(([from, to]) => from === node && to !== node);
			const total = own.reduce((sum, [, , weight]) => sum + weight, 0);
			return { targets: own.map(([, to]) => to), shares: own.map(([, , weight]) => weight / total) };
		}),
	);

/** The same by repeated multiplication, until nothing moves. */
function iterate(rows: readonly Row[], seed: number): number[] {
	let flowing = Array.from({ length: SIZE }, (_, node): number => (node === seed ? 1 : 0));
	const mass = new Array<number>(SIZE).fill(0);
	for (let round = 0; round < 200; round += 1) {
		const next = new Array<number>(SIZE).fill(0);
		for (const [node, held] of flowing.entries()) {
			const { targets, shares } = rows[node] as Row;
			mass[node] = (mass[node] ?? 0) + (targets.length === 0 ? held : RESTART * held);
			for (const [index, target] of targets.entries()) {
				next[target] = (next[target] ?? 0) + (1 - RESTART) * held * (shares[index] ?? 0);
			}
		}
		flowing = next;
	}
	return mass;
}

const spread = (rows: readonly Row[], seed: number, epsilon: number) =>
	spreadRank({
		...{ seeds: new Map([[seed, 7]]), restart: RESTART, epsilon, mostSteps: 100_000 },
		rowOf: (node) => rows[node] as Row,
	});

test("[S4] pushing gives the PageRank that iterating gives", () => {
	fc.assert(
		fc.property(graphs, fc.nat(SIZE - 1), (rows, seed) => {
			const { mass } = spread(rows, seed, 1e-9);
			for (const [node, expected] of iterate(rows, seed).entries()) {
				expect(mass.get(node) ?? 0).toBeCloseTo(expected, 5);
			}
		}),
	);
});

test("[S4] whatever is reached can be traced back to where it started", () => {
	fc.assert(
		fc.property(graphs, fc.nat(SIZE - 1), (rows, seed) => {
			const { mass, cameFrom } = spread(rows, seed, 1e-3);
			for (const node of mass.keys()) {
				const seen = new Set([node]);
				let at = node;
				for (let from = cameFrom.get(at); from !== undefined && !seen.has(from); from = cameFrom.get(at)) {
					expect((rows[from] as Row).targets).toContain(at);
					seen.add(from);
					at = from;
				}
				expect(seen).toContain(seed);
			}
		}),
	);
});
