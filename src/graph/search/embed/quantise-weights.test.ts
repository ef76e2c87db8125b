import { expect, test } from "vitest";
import { quantiseWeights } from "./quantise-weights.ts";
import type { Tensor } from "./read-safetensors.ts";

/** Half precision: 1, -2, 0.5, the smallest number, 0. */
const HALF = { one: 0x3c00, minusTwo: 0xc000, half: 0x3800, tiny: 0x0001, zero: 0 };

const tensorOf = (rows: readonly (readonly number[])[]): Tensor => ({
	type: "F16",
	shape: [rows.length, rows[0]?.length ?? 0],
	bytes: new Uint8Array(Uint16Array.from(rows.flat()).buffer),
});

test("each output has a scale of its own, and its largest weight uses seven bits", () => {
	const first = tensorOf([
		[HALF.one, HALF.half],
		[HALF.minusTwo, HALF.one],
	]);
	const second = tensorOf([[HALF.zero, HALF.zero]]);
	const { weights, scales } = quantiseWeights([first, second]);
	expect([weights.shape, scales.shape]).toEqual([[2, 3], [3]]);
	expect([...new Int8Array(weights.bytes.slice().buffer)]).toEqual([64, -64, 0, 32, 32, 0]);
	expect([...new Float32Array(scales.bytes.slice().buffer)]).toEqual([1 / 64, 2 / 64, 1]);
});

test("numbers below the normal ones are read, and weights of another type are refused", () => {
	const { scales } = quantiseWeights([tensorOf([[HALF.tiny]])]);
	expect(new Float32Array(scales.bytes.slice().buffer)[0]).toBe(2 ** -24 / 64);
	expect(() => quantiseWeights([{ type: "F32", shape: [1, 1], bytes: new Uint8Array(4) }])).toThrow("F32");
});
