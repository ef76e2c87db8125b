import { afterAll, expect, test } from "vitest";
import { EmbedderUnavailableError, LocalEmbedder } from "./local-embedder.ts";

const embedder = new LocalEmbedder();
afterAll(() => embedder.close());

const cosine = (a: Float32Array, b: Float32Array): number =>
	a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
const embed = (...texts: string[]): Promise<readonly Float32Array[]> =>
	embedder.embed(texts, { kind: "document" });

test("vectors have length 1 and texts that mean the same lie close", async () => {
	const [flood, water, tax] = (await embed(
		"The river burst its banks and the cellars are under water.",
		"Flooding: the stream overflowed into the basements.",
		"Income tax is due at the end of the month.",
	)) as [Float32Array, Float32Array, Float32Array];
	expect(flood).toHaveLength(384);
	expect(cosine(flood, flood)).toBeCloseTo(1, 5);
	expect(cosine(flood, water)).toBeGreaterThan(0.55);
	expect(cosine(flood, tax)).toBeLessThan(embedder.floor);
});

test("a vector does not depend on the texts it was computed with", async () => {
	const [alone] = await embed("The lid hinge failed in salt spray.");
	const [, among] = await embed("something much longer ".repeat(100), "The lid hinge failed in salt spray.");
	expect(among).toEqual(alone);
});

test("a question that is no longer wanted is not computed, and a closed model says what is left", async () => {
	const gone = embedder.embed(["x"], { kind: "query", signal: AbortSignal.abort(new Error("left")) });
	await expect(gone).rejects.toThrow("left");
	const other = new LocalEmbedder();
	await other.embed(["x"], { kind: "query" });
	await other.close();
	await expect(other.embed(["x"], { kind: "query" })).rejects.toThrow(EmbedderUnavailableError);
});
