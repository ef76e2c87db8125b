import { expect, test } from "vitest";
import type { NewEntity } from "../../../src/graph/model/entity.ts";
import { SkeinError } from "../../../src/graph/model/errors.ts";
import type { Json, JsonObject } from "../../../src/graph/model/json.ts";
import type { Operation } from "../../../src/graph/model/operation.ts";
import { takeFingerprint } from "../../support/fingerprint.ts";
import { Workbench } from "../../support/workbench.ts";

const nest = (depth: number): JsonObject => {
	let value: Json = 1;
	for (let level = 0; level < depth; level += 1) value = { a: value };
	return { deep: value };
};

/** An object that has the key as its own, as JSON.parse makes it. */
const parse = (json: string): JsonObject => JSON.parse(json);

const LONE = "\uD834";
const ENTITIES: readonly (readonly [what: string, code: string, entity: Partial<NewEntity>])[] = [
	["a body of 10 MB", "too_large", { body: "x".repeat(10_000_000) }],
	["a title of 501 characters", "too_large", { title: "x".repeat(501) }],
	["a title that folds to 9 kB", "too_large", { title: "\uFDFA".repeat(400) }],
	["props of 1 MB", "too_large", { props: { text: "x".repeat(1_000_000) } }],
	["props 10,000 deep", "too_deep", { props: nest(10_000) }],
	["props 100,000 deep", "too_deep", { props: nest(100_000) }],
	["props 65 deep", "too_deep", { props: nest(65) }],
	["NUL in the title", "invalid_text", { title: "a\0b" }],
	["NUL in the body", "invalid_text", { body: "a\0b" }],
	["NUL in an alias", "invalid_text", { aliases: ["a\0b"] }],
	["NUL in props", "invalid_text", { props: { a: ["\0"] } }],
	["NUL in a key", "invalid_text", { props: { "\0": 1 } }],
	["half a pair in the title", "invalid_text", { title: `a${LONE}` }],
	["half a pair in the description", "invalid_text", { description: LONE }],
	["half a pair in props", "invalid_text", { props: { a: { b: `${LONE}x` } } }],
	["half a pair in a key", "invalid_text", { props: { [LONE]: 1 } }],
	["a __proto__ key", "invalid_key", { props: parse('{"__proto__": {"admin": true}}') }],
	["a __proto__ key further down", "invalid_key", { props: parse('{"a": [{"__proto__": 1}]}') }],
	["a malformed id", "invalid_id", { id: "nonsense" }],
	["an id with a tail", "invalid_id", { id: "018f3b6e-0000-7000-8000-000000000001'" }],
	["a malformed project", "not_found", { project_id: "nonsense" }],
	["a time that is none", "invalid_time", { created_at: "yesterday" }],
	["a time out of range", "invalid_time", { updated_at: "+275760-09-13T00:00:00Z" }],
	["an unknown visibility", "invalid_visibility", { visibility: "public" as "inherit" }],
	["an unknown column", "unknown_field", { colour: "red" } as object],
];

export function describeBadInput(bench: () => Workbench): void {
	async function expectRefused(code: string, operation: Operation): Promise<void> {
		const before = await takeFingerprint(bench().db, bench().workspaceId);
		const error: unknown = await bench()
			.commit("ada", { op: "create", entity: { kind: "note", title: "Before" } }, operation)
			.catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(SkeinError);
		expect(error).toMatchObject({ code });
		expect(await takeFingerprint(bench().db, bench().workspaceId)).toBe(before);
	}

	test.each(ENTITIES)("[G16] %s: %s", async (_, code, entity) => {
		await expectRefused(code, { op: "create", entity: { kind: "note", title: "N", ...entity } });
	});

	test.each(
		ENTITIES.filter(
			([, , entity]) =>
				!("id" in entity || "project_id" in entity || "created_at" in entity || "updated_at" in entity),
		),
	)("[G16] in an update, %s: %s", async (_, code, patch) => {
		const note = await bench().create("ada", { kind: "note", title: "N" });
		await expectRefused(code, { op: "update", id: note.id, version: 1, patch });
	});

	test.each([
		["NUL", "invalid_text", { text: "\0" }],
		["half a pair", "invalid_text", { text: LONE }],
		["10 MB", "too_large", { text: "x".repeat(10_000_000) }],
		["a malformed id", "invalid_id", { id: "nonsense" }],
	])("[G16] on an edge, %s: %s", async (_, code, edge) => {
		const a = await bench().create("ada", { kind: "note", title: "A" });
		const b = await bench().create("ada", { kind: "note", title: "B" });
		await expectRefused(code, {
			op: "link",
			edge: { src_id: a.id, rel: "relates_to", dst_id: b.id, ...edge },
		});
	});

	test.each([
		["a text for a number", { priority: "high" }],
		["a number out of range", { priority: 6 }],
		["a list for a number", { priority: [1] }],
		["a number for a date", { due_at: 20260331 }],
		["a day that does not exist", { due_at: "2026-02-30" }],
	])("[G16] in a field, %s: invalid_field", async (_, props) => {
		await expectRefused("invalid_field", { op: "create", entity: { kind: "task", title: "T", props } });
	});

	test("[G16] an unknown kind, and an unknown state", async () => {
		await expectRefused("unknown_kind", { op: "create", entity: { kind: "gadget", title: "G" } });
		const halfDone = { kind: "task", title: "T", state_key: "half-done" };
		await expectRefused("unknown_state", { op: "create", entity: halfDone });
	});

	test("[G16] a version that has passed, and one that is yet to come", async () => {
		const note = await bench().create("ada", { kind: "note", title: "N" });
		await bench().commit("ada", { op: "update", id: note.id, version: 1, patch: { body: "b" } });
		for (const version of [1, 3, Number.NaN]) {
			await expectRefused("stale_version", { op: "update", id: note.id, version, patch: { body: "c" } });
			await expectRefused("stale_version", { op: "delete", id: note.id, version });
		}
	});

	test("[G16] a circle in a tree, by one link and by several at once", async () => {
		const projectId = await bench().project();
		const [top, middle, bottom] = await Promise.all(
			["Top", "Middle", "Bottom"].map((title) =>
				bench().create("ada", { kind: "task", title, project_id: projectId }),
			),
		);
		const link = (above?: { id: string }, below?: { id: string }): Operation => ({
			op: "link",
			edge: { src_id: above?.id ?? "", rel: "has_task", dst_id: below?.id ?? "" },
		});
		await bench().commit("ada", link(top, middle), link(middle, bottom));
		await expectRefused("cycle", link(bottom, top));
		await expectRefused("self_link", link(top, top));
	});

	test("[G16] an edge, a project or a reference into another workspace", async () => {
		const elsewhere = await Workbench.create(bench().db);
		const foreign = await elsewhere.create("ada", { kind: "note", title: "Foreign" });
		const foreignProject = await elsewhere.project();
		const { id: noteId } = await bench().create("ada", { kind: "note", title: "N" });
		const before = await takeFingerprint(bench().db, elsewhere.workspaceId);
		for (const [src_id, dst_id] of [
			[noteId, foreign.id],
			[foreign.id, noteId],
		] as const) {
			await expectRefused("not_found", { op: "link", edge: { src_id, rel: "relates_to", dst_id } });
		}
		const filed = { kind: "task", title: "T", project_id: foreignProject };
		await expectRefused("not_found", { op: "create", entity: filed });
		await expectRefused("not_found", { op: "update", id: foreign.id, version: 1, patch: { body: "x" } });
		const insight = { kind: "insight", title: "I", props: { derived_from_signal_id: foreign.id } };
		const { id: insightId } = await bench().create("ada", insight);
		expect(await bench().edgesOf("ada", insightId)).toEqual([]);
		expect(await takeFingerprint(bench().db, elsewhere.workspaceId)).toBe(before);
	});

	test("[G16] an id that is taken, by an entity or by an edge", async () => {
		const a = await bench().create("ada", { kind: "note", title: "A" });
		const b = await bench().create("ada", { kind: "note", title: "B" });
		const { edges } = await (await bench().writer("ada")).link(
			{ src_id: a.id, rel: "relates_to", dst_id: b.id },
			"test",
		);
		await expectRefused("id_taken", { op: "create", entity: { id: a.id, kind: "note", title: "C" } });
		const edge = { id: edges[0]?.id ?? "", src_id: b.id, rel: "relates_to", dst_id: a.id };
		await expectRefused("id_taken", { op: "link", edge });
	});

	test("[G16] what only looks like bad input is kept", async () => {
		const entity = {
			kind: "note",
			title: "\\u0000 and __proto__ 𝄞",
			body: `[[${"x".repeat(5_000)}]] ${"`".repeat(200_000)} [[a]]`,
			props: { "\\ud834": "\\u0000", constructor: "c", ...nest(60) },
		};
		const note = await bench().create("ada", entity);
		expect(await (await bench().as("ada")).reader.rows.get(note.id)).toMatchObject(entity);
	});

	test("[G16] reads refuse with a code, too", async () => {
		const { reader } = await bench().as("ada");
		for (const cursor of ["x", "W10", Buffer.from('["1","2"]').toString("base64url"), "\0"]) {
			await expect(reader.rows.list({ cursor })).rejects.toMatchObject({ code: "invalid_input" });
		}
		await expect(reader.rows.list({ q: "\0" })).rejects.toMatchObject({ code: "invalid_input" });
		for (const limit of [Number.NaN, -5, 0, 1.5, 1e9]) await reader.rows.list({ limit });
	});
}
