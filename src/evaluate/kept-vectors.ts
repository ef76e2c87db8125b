import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Embedder, EmbedOptions } from "../graph/model/embedder.ts";

interface KeptVector {
	readonly key: string;
	/** 32-bit numbers as base64. */
	readonly vector: string;
}

const keyOf = (text: string, { kind }: EmbedOptions): string =>
	createHash("sha256").update(`${kind}\n${text}`).digest("base64url");

const pack = (vector: Float32Array): string =>
	Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
/** Copied, since the bytes of a small buffer need not begin where numbers may. */
const unpack = (text: string): Float32Array =>
	new Float32Array(Uint8Array.from(Buffer.from(text, "base64")).buffer);

/** A line that a broken-off run left half written counts as not there. */
function parseLine(line: string): readonly (readonly [string, Float32Array])[] {
	try {
		const { key, vector } = JSON.parse(line) as KeptVector;
		return [[key, unpack(vector)]];
	} catch {
		return [];
	}
}

/** A model whose vectors are kept in a file: embedding a large set takes many minutes, and a run may be broken off. */
export async function openKeptVectors(model: Embedder, folder: string): Promise<Embedder> {
	await mkdir(folder, { recursive: true });
	const path = join(folder, `${model.id.replace(/[^\w.-]/g, "_")}.jsonl`);
	const text = await readFile(path, "utf8").catch(() => "");
	const known = new Map(text.split("\n").flatMap(parseLine));
	return {
		...{ id: model.id, batchSize: model.batchSize, maxTokens: model.maxTokens },
		// A remote model measures its own scale with its first texts.
		get floor() {
			return model.floor;
		},
		get ceiling() {
			return model.ceiling;
		},
		async embed(texts, options) {
			const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text, options)));
			const made = missing.length === 0 ? [] : await model.embed(missing, options);
			const lines = missing.map((text, index): string => {
				const [key, vector] = [keyOf(text, options), made[index] as Float32Array];
				known.set(key, vector);
				return `\n${JSON.stringify({ key, vector: pack(vector) } satisfies KeptVector)}`;
			});
			if (lines.length > 0) await appendFile(path, lines.join(""));
			return texts.map((text) => known.get(keyOf(text, options)) as Float32Array);
		},
		close: () => model.close(),
	};
}
