import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../src/graph/store/engine/db.ts";
import {
	acceptSuggestion,
	findSuggestions,
	likeness,
	sketchText,
} from "../../src/graph/suggestions/find-suggestions.ts";
import { hashState } from "../support/hash-state.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { type Person, Workbench } from "../support/workbench.ts";

let db: Db;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
});
afterAll(() => db.close());

const list = async (bench: Workbench, person: Person = "ada") => {
	const { reader, dismissals } = await bench.as(person);
	return findSuggestions({ scope: reader, dismissals });
};
const told = async (bench: Workbench, person: Person = "ada") =>
	(await list(bench, person)).suggestions.map(
		({ type, entities }) => `${type} ${entities.map(({ title }) => title).join(", ")}`,
	);
const accept = async (bench: Workbench, type: string) => {
	const { reader, writer } = await bench.as("ada");
	const found = (await list(bench)).suggestions.find((suggestion) => suggestion.type === type);
	return acceptSuggestion({ scope: reader, writer, key: found?.key ?? "" });
};

const LONG = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");

async function fill(): Promise<Workbench> {
	const bench = await Workbench.create(db);
	const hub = await bench.create("ada", { kind: "note", title: "Hub" });
	const first = await bench.create("ada", {
		kind: "note",
		title: "Salt test",
		body: "one",
		props: { rating: 1 },
	});
	const second = await bench.create("ada", {
		kind: "note",
		title: "salt  TEST",
		body: "two",
		aliases: ["Spray"],
	});
	const reader = await bench.create("ada", {
		kind: "note",
		title: "Log",
		body: "We did the Hinge survey today.",
	});
	const survey = await bench.create("ada", { kind: "note", title: "Hinge survey", body: LONG });
	const copy = await bench.create("ada", { kind: "note", title: "Copy", body: `${LONG} and more` });
	await bench.create("ada", { kind: "note", title: "Alone" });
	const link = (src_id: string, dst_id: string) => ({
		op: "link" as const,
		edge: { src_id, rel: "relates_to", dst_id },
	});
	await bench.commit("ada", ...[first, second, reader, survey, copy].map(({ id }) => link(hub.id, id)));
	return bench;
}

describe("suggestions", () => {
	test("[T8] same names, nearly equal texts, names without a link, things alone", async () => {
		expect(await told(await fill())).toEqual([
			"duplicate Salt test, salt  TEST",
			"duplicate Hinge survey, Copy",
			"mention Log, Hinge survey",
			"orphan Alone",
		]);
	});

	test.each(["duplicate", "mention", "orphan"])(
		"[T8] accepting a %s is one change, and can be undone",
		async (type) => {
			const bench = await fill();
			const before = await hashState(db, bench.workspaceId);
			const { change_id } = await accept(bench, type);
			expect(await hashState(db, bench.workspaceId)).not.toBe(before);
			expect((await told(bench)).filter((line) => line.startsWith(type))).toHaveLength(
				type === "duplicate" ? 1 : 0,
			);
			await (await bench.writer("ada")).undo(change_id ?? "", "test");
			expect(await hashState(db, bench.workspaceId)).toBe(before);
			expect(await told(bench)).toHaveLength(4);
		},
	);

	test("a merge keeps names, text, fields and relations of both", async () => {
		const bench = await fill();
		await accept(bench, "duplicate");
		const { reader } = await bench.as("ada");
		const kept = await reader.rows.get(reader.graph.find("Spray")?.id ?? "");
		expect(kept).toMatchObject({ title: "Salt test", body: "one\n\ntwo", props: { rating: 1 } });
		expect(kept.aliases).toEqual(["salt  TEST", "Spray"]);
		expect(await bench.edgesOf("ada", kept.id)).toEqual(["relates_to<Hub"]);
	});

	test("an accepted mention is a link in the text", async () => {
		const bench = await fill();
		const { entities } = await accept(bench, "mention");
		expect(entities[0]?.body).toBe("We did the [[Hinge survey]] today.");
	});

	test("[T8] what one person dismisses is gone for them alone, until they take it back", async () => {
		const bench = await fill();
		const { suggestions } = await list(bench);
		const { dismissals } = await bench.as("ada");
		for (const { key } of suggestions) await dismissals.add(key);
		expect(await told(bench)).toEqual([]);
		expect(await told(bench, "ben")).toHaveLength(4);
		await dismissals.remove(suggestions[0]?.key ?? "");
		expect(await told(bench)).toHaveLength(1);
	});

	test("[T8] nothing is suggested about what a person may not read", async () => {
		const bench = await fill();
		await bench.create("cy", { kind: "note", title: "Alone", visibility: "private" });
		expect(await told(bench)).toEqual(await told(bench, "ben"));
		const { reader, writer } = await bench.as("ada");
		await expect(acceptSuggestion({ scope: reader, writer, key: "orphan nothing" })).rejects.toMatchObject({
			code: "not_found",
		});
		await expect(acceptSuggestion({ scope: reader, writer, key: "moon" })).rejects.toMatchObject({
			code: "invalid_input",
		});
	});
});

test("the sketches of two texts are as alike as the texts", () => {
	const words = Array.from({ length: 400 }, (_, index) => `w${index}`);
	const sketch = (from: number, to: number) => sketchText(words.slice(from, to).join(" ")) ?? [];
	expect(likeness(sketch(0, 200), sketch(0, 200))).toBe(1);
	expect(likeness(sketch(0, 200), sketch(200, 400))).toBe(0);
	expect(likeness(sketch(0, 200), sketch(10, 210))).toBeGreaterThan(0.75);
	expect(likeness(sketch(0, 200), sketch(100, 300))).toBeLessThan(0.6);
	expect(sketchText("too short")).toBeUndefined();
});
