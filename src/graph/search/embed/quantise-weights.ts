import type { Tensor } from "./read-safetensors.ts";

/** Seven of the eight bits: processors without VNNI add two products in sixteen, and larger weights would overflow there. */
const LARGEST = 64;

/** As whole numbers with one column for each output, and the scale of each column. Several tensors are put side by side. */
export function quantiseWeights(tensors: readonly Tensor[]): {
	readonly weights: Tensor;
	readonly scales: Tensor;
} {
	const inputs = tensors[0]?.shape[1] ?? 0;
	const outputs = tensors.reduce((sum, { shape: [rows = 0] }) => sum + rows, 0);
	const weights = new Int8Array(inputs * outputs);
	const scales = new Float32Array(outputs);
	let column = 0;
	for (const { type, shape, bytes } of tensors) {
		if (type !== "F16" || shape[1] !== inputs) throw new Error(`weights of ${type} cannot be rounded`);
		const values = readHalves(bytes);
		for (let start = 0; start < values.length; start += inputs) {
			let largest = 0;
			for (let input = 0; input < inputs; input += 1) {
				largest = Math.max(largest, Math.abs(values[start + input] ?? 0));
			}
			const scale = largest / LARGEST || 1;
			scales[column] = scale;
			for (let input = 0; input < inputs; input += 1) {
				weights[input * outputs + column] = Math.round((values[start + input] ?? 0) / scale);
			}
			column += 1;
		}
	}
	return {
		weights: { type: "I8", shape: [inputs, outputs], bytes: new Uint8Array(weights.buffer) },
		scales: { type: "F32", shape: [outputs], bytes: new Uint8Array(scales.buffer) },
	};
}

/** Numbers in half precision; Node 20 has no array for them. */
function readHalves(bytes: Uint8Array): Float32Array {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const values = new Float32Array(bytes.length / 2);
	for (let index = 0; index < values.length; index += 1) {
		values[index] = VALUES[view.getUint16(index * 2, true)] ?? 0;
	}
	return values;
}

function readHalf(bits: number): number {
	const sign = bits & 0x8000 ? -1 : 1;
	const exponent = (bits >> 10) & 0x1f;
	const fraction = bits & 0x3ff;
	if (exponent === 0) return sign * fraction * 2 ** -24;
	return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Every number there is in half precision: computed one by one, millions of weights took two seconds. */
const VALUES = Float32Array.from({ length: 2 ** 16 }, (_, bits) => readHalf(bits));
