/** The part of the runtime that is used; the package comes without types of its own. */
declare module "onnxruntime-node" {
	export class Tensor {
		constructor(type: "int64", data: BigInt64Array, shape: readonly number[]);
		readonly data: Float32Array;
	}
	export interface SessionOptions {
		readonly intraOpNumThreads: number;
		readonly interOpNumThreads: number;
		readonly graphOptimizationLevel: "all";
	}
	export class InferenceSession {
		static create(model: Uint8Array, options: SessionOptions): Promise<InferenceSession>;
		run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
	}
}
