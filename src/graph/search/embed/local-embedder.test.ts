import { readdirSync, readFileSync } from "node:fs";
import { afterAll, expect, test, vi } from "vitest";
import { findLocalEmbedder, LocalEmbedder } from "./local-embedder.ts";
import { EmbedderUnavailableError } from "./model-process.ts";

const embedder = new LocalEmbedder({ processes: 1 });
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

test("vectors in eight bits lie close to those in full precision, and each kind has its id", async () => {
	const former = findLocalEmbedder("minilm-l6-v2");
	if (former === undefined) throw new Error("The former model is not found.");
	try {
		const texts = [
			"The lid hinge failed in salt spray.",
			"Readings of the gauge on the second pier. ".repeat(20),
		];
		const before = await former.embed(texts, { kind: "document" });
		for (const [index, vector] of (await embed(...texts)).entries()) {
			const close = cosine(vector, before[index] ?? new Float32Array());
			expect(close).toBeGreaterThan(0.98);
			expect(close).toBeLessThan(0.99999);
		}
		expect([embedder.id, former.id]).toEqual(["minilm-l6-v2-int8", "minilm-l6-v2"]);
		expect(findLocalEmbedder("another")).toBeUndefined();
	} finally {
		await former.close();
	}
});

test("a question that is no longer wanted is not computed, and a closed model says what is left", async () => {
	const gone = embedder.embed(["x"], { kind: "query", signal: AbortSignal.abort(new Error("left")) });
	await expect(gone).rejects.toThrow("left");
	const other = new LocalEmbedder();
	await other.embed(["x"], { kind: "query" });
	await other.close();
	await expect(other.embed(["x"], { kind: "query" })).rejects.toThrow(EmbedderUnavailableError);
});

const row = Array.from({ length: 30 }, (_, index) => `Reading ${index} of the gauge on the second pier.`);
/**
 * The processes that this one started, with their priorities. The fields after the name in parentheses: state, parent,
 * …, priority.
 */
const listChildren = (): readonly { readonly pid: number; readonly nice: number }[] =>
	readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.flatMap((pid) => {
			try {
				const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
				return Number(fields[1]) === process.pid ? [{ pid: Number(pid), nice: Number(fields[16]) }] : [];
			} catch {
				return [];
			}
		});
const countBack = (): number => listChildren().filter(({ nice }) => nice >= 10).length;

test.runIf(process.platform === "linux")(
	"a model that was killed is there again for the next text",
	async () => {
		const before = new Set(listChildren().map(({ pid }) => pid));
		const other = new LocalEmbedder({ processes: 1 });
		try {
			const [first] = await other.embed(["x"], { kind: "query" });
			const [own] = listChildren().filter(({ pid }) => !before.has(pid));
			// Zero would be everybody here.
			if (own === undefined) throw new Error("The model has no process.");
			const pending = other.embed([row.join(" ").repeat(9)], { kind: "document" });
			process.kill(own.pid, "SIGKILL");
			await expect(pending).rejects.toThrow(EmbedderUnavailableError);
			expect(await other.embed(["x"], { kind: "query" })).toEqual([first]);
		} finally {
			await other.close();
		}
	},
);

test("a model that is closed while it computes ends without taking the process along", async () => {
	const other = new LocalEmbedder({ processes: 2 });
	await other.embed(["x"], { kind: "query" });
	const texts = other.embed(
		[...row, ...row].map((text) => text.repeat(20)),
		{ kind: "document" },
	);
	const ended = expect(texts).rejects.toThrow(EmbedderUnavailableError);
	await vi.waitFor(() => expect(other.processes).toBe(2));
	await other.close();
	await ended;
	expect(other.processes).toBe(1);
});

test("[S28] a question goes before the texts that wait", async () => {
	const order: string[] = [];
	const texts = embed(...row).then(() => order.push("texts"));
	const question = embedder.embed(["how deep?"], { kind: "query" }).then(() => order.push("question"));
	await Promise.all([texts, question]);
	expect(order).toEqual(["question", "texts"]);
});

test("[S28] a long row of texts brings another process, which computes the same and goes again", async () => {
	const many = new LocalEmbedder({ processes: 2, idleMs: 20 });
	try {
		await many.embed(row.slice(0, 2), { kind: "document" });
		expect(many.processes).toBe(1);
		const vectors = many.embed([...row, ...row, ...row], { kind: "document" });
		await vi.waitFor(() => expect(many.processes).toBe(2));
		expect((await vectors).slice(60)).toEqual(await embed(...row));
		await vi.waitFor(() => expect(many.processes).toBe(1), { timeout: 5_000 });
		expect(await many.embed(["x"], { kind: "query" })).toHaveLength(1);
	} finally {
		await many.close();
	}
});

test.runIf(process.platform === "linux")("[S28] a process that was brought stands back", async () => {
	const before = countBack();
	const many = new LocalEmbedder({ processes: 2, idleMs: 60_000 });
	try {
		const vectors = many.embed([...row, ...row], { kind: "document" });
		await vi.waitFor(() => expect(countBack()).toBe(before + 1), { timeout: 5_000 });
		await vectors;
	} finally {
		await many.close();
	}
});
