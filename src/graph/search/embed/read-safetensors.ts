/** One tensor of a weights file, still as the bytes it was stored in. */
export interface Tensor {
	readonly type: string;
	readonly shape: readonly number[];
	readonly bytes: Uint8Array;
}

interface TensorHeader {
	readonly dtype: string;
	readonly shape: readonly number[];
	readonly data_offsets: readonly [number, number];
}

/** A length, a JSON header of that length, then the tensors one after the other. Nothing is copied. */
export function readSafetensors(file: Uint8Array): ReadonlyMap<string, Tensor> {
	const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
	const headerLength = Number(view.getBigUint64(0, true));
	const start = 8 + headerLength;
	const header = JSON.parse(new TextDecoder().decode(file.subarray(8, start))) as Record<
		string,
		TensorHeader
	>;
	return new Map(
		Object.entries(header)
			.filter(([name]) => name !== "__metadata__")
			.map(
				([
					name,
					{
						dtype,
						shape,
						data_offsets: [from, to],
					},
				]) => [name, { type: dtype, shape, bytes: file.subarray(start + from, start + to) }],
			),
	);
}
