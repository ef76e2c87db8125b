import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changesSchema } from "../../src/contract/change.ts";
import {
	blocksSchema,
	deletedSchema,
	detailsSchema,
	entityPageSchema,
	entitySchema,
} from "../../src/contract/entity.ts";
import { kindsSchema } from "../../src/contract/kind.ts";
import { type HeronStage, openHeronStage } from "../support/heron-stage.ts";
import { expectProblem } from "../support/http-caller.ts";

let stage: HeronStage;

beforeAll(async () => {
	stage = await openHeronStage();
});
afterAll(() => stage?.served.close());

describe("entities", () => {
	test("are made, with a ref for the project, and the answer names their place", async () => {
		const body = { kind: "task", title: "Order felt", project_id: stage.heron.ref, props: { priority: 2 } };
		const answer = await stage.call("/api/entities", { body });
		expect(answer.status).toBe(201);
		const made = entitySchema.parse(await answer.json());
		expect(made).toMatchObject({
			title: "Order felt",
			project_id: stage.heron.id,
			state_key: "todo",
			version: 1,
		});
		expect(answer.headers.get("etag")).toBe('"1"');
		const { changes } = await stage.read(changesSchema, `/api/changes?entity_id=${made.ref}`);
		expect(changes.map(({ id }) => id)).toEqual([answer.headers.get("skein-change")]);
		expect(answer.headers.get("skein-revision")).toBe(changes[0]?.revision);
	});

	test("[C2] a change names the version it was made from, in the body or as If-Match; the loser gets the row", async () => {
		const entity = await stage.make({ title: "Cut the felt" });
		await expectProblem(await stage.patch(entity, { title: "Cut it" }), 428, "version_missing");
		const changed = entitySchema.parse(
			await (await stage.patch(entity, { version: 1, title: "Cut it" })).json(),
		);
		expect(changed).toMatchObject({ version: 2, title: "Cut it", aliases: ["Cut the felt"] });
		const loser = await stage.patch(entity, { version: 1, title: "Tear it" });
		const problem = JSON.parse(await expectProblem(loser, 409, "stale_version"));
		expect(problem.current).toEqual(changed);
		const byTag = await stage.patch(entity, { props: { priority: 1 } }, { "if-match": '"2"' });
		expect([byTag.status, byTag.headers.get("etag")]).toEqual([200, '"3"']);
		await expectProblem(
			await stage.patch(entity, { title: "x" }, { "if-match": '"2"' }),
			409,
			"stale_version",
		);
		await expectProblem(
			await stage.patch(entity, { title: "x" }, { "if-match": "soon" }),
			400,
			"invalid_input",
		);
	});

	test("an unchanged entity is not sent again", async () => {
		const entity = await stage.make({ title: "Glue the felt" });
		const first = await stage.call(`/api/entities/${entity.id}`);
		const again = { headers: { "if-none-match": first.headers.get("etag") ?? "" } };
		expect((await stage.call(`/api/entities/${entity.id}`, again)).status).toBe(304);
		await stage.patch(entity, { version: 1, title: "Glue it" });
		expect((await stage.call(`/api/entities/${entity.id}`, again)).status).toBe(200);
	});

	test("[C3] a deleted one is gone and comes back, by id or by ref", async () => {
		const entity = await stage.make({ title: "Buy glue" });
		const stale = await stage.call(`/api/entities/${entity.id}?version=7`, { method: "DELETE" });
		await expectProblem(stale, 409, "stale_version");
		const deleted = await stage.read(deletedSchema, `/api/entities/${entity.ref}`, { method: "DELETE" });
		expect(deleted.id).toBe(entity.id);
		await expectProblem(await stage.call(`/api/entities/${entity.id}`), 404, "not_found");
		const restored = await stage.read(entitySchema, `/api/entities/${entity.ref}/restore`, {
			method: "POST",
		});
		expect(restored).toMatchObject({ id: entity.id, deleted_at: null, version: 3 });
		const again = await stage.call(`/api/entities/${entity.ref}/restore`, { method: "POST" });
		await expectProblem(again, 404, "not_found");
	});

	test("[R8] a project comes out of the trash with all that is in it, and the answer lists it", async () => {
		const project = await stage.make({ kind: "project", title: "Mend the roof" });
		const task = await stage.make({ title: "Order slates", project_id: project.id });
		await stage.read(deletedSchema, `/api/entities/${project.id}`, { method: "DELETE" });
		await expectProblem(await stage.call(`/api/entities/${task.id}`), 404, "not_found");
		const restored = await stage.read(entitySchema, `/api/entities/${project.id}/restore`, {
			method: "POST",
		});
		expect(restored).toMatchObject({ id: project.id, deleted_at: null });
		expect(await stage.read(entitySchema, `/api/entities/${task.id}`)).toMatchObject({
			title: "Order slates",
		});
	});

	test("light form says what the kind calls light, in its own words", async () => {
		const goal = await stage.make({
			kind: "goal",
			title: "Dry by June",
			body: "No drop inside.",
			props: { target_date: "2026-06-01" },
		});
		const light = await stage.read(detailsSchema, `/api/entities/${goal.ref}?form=light`);
		expect(light).toMatchObject({
			id: goal.id,
			kind: "goal",
			name: "Dry by June",
			target_date: "2026-06-01",
		});
		expect(light.created_at).toMatch(/^\d{4}-\d{2}-\d{2}$/);
		expect(light).not.toHaveProperty("updated_at");
		const page = await stage.read(entityPageSchema, "/api/entities?kind=goal&form=light&limit=5");
		expect(page.entities.find(({ id }) => id === goal.id)).toEqual(light);
		const details = await stage.read(detailsSchema, `/api/onto/goal/${goal.id}/details`);
		expect(details).toMatchObject({
			name: "Dry by June",
			goal: "No drop inside.",
			target_date: "2026-06-01",
		});
		await expectProblem(await stage.call(`/api/onto/task/${goal.id}/details`), 404, "not_found");
	});

	test("a ref in a reference field is stored as the id of its entity", async () => {
		const { kinds } = await stage.read(kindsSchema, "/api/kinds");
		const person = kinds.find(({ kind }) => kind === "Person");
		const field = person?.fields.find(({ type }) => type === "entity_ref") as { name: string } | undefined;
		const team = await stage.make({ kind: "Team", title: "Roofers", project_id: null });
		const made = await stage.make({
			kind: "Person",
			title: "Ib",
			project_id: null,
			props: { [field?.name ?? ""]: team.ref },
		});
		expect(made.props).toEqual({ [field?.name ?? ""]: team.id });
	});

	test.each([
		[{ kind: "soup", title: "x" }, 400, "unknown_kind"],
		[{ title: " " }, 400, "title_missing"],
		[{ title: "x", state_key: "half" }, 400, "unknown_state"],
		[{ title: "x", colour: "red" }, 400, "invalid_input"],
		[{ title: "x", props: { priority: 9 } }, 400, "invalid_field"],
		[{ title: "x", id: "7" }, 400, "invalid_input"],
		[{ title: "x", project_id: "zzzzzzzz" }, 404, "not_found"],
	])("%j is refused", async (entity, status, code) => {
		const body = { kind: "task", project_id: stage.heron.id, ...entity };
		await expectProblem(await stage.call("/api/entities", { body }), status, code);
	});
});

describe("blocks", () => {
	const BODY = "# Roof\n\nFelt first.\n\n- one\n- two\n\nThen slates.\n";

	test("putting back what was read changes not one character", async () => {
		const note = await stage.make({ kind: "note", title: "Roofing", body: BODY, project_id: null });
		const before = await stage.read(blocksSchema, `/api/entities/${note.ref}/blocks`);
		expect(before.blocks.map(({ text }) => text)).toEqual([
			"# Roof",
			"Felt first.",
			"- one",
			"- two",
			"Then slates.",
		]);
		const body = { version: 1, blocks: before.blocks.map(({ id }) => ({ id })) };
		await stage.read(blocksSchema, `/api/entities/${note.id}/blocks`, { method: "PUT", body });
		expect((await stage.read(entitySchema, `/api/entities/${note.id}`)).body).toBe(BODY);
	});

	test("[B2] are changed, added, removed and moved, and keep their ids", async () => {
		const note = await stage.make({ kind: "note", title: "Roofing again", body: BODY, project_id: null });
		const path = `/api/entities/${note.id}/blocks`;
		const { blocks } = await stage.read(blocksSchema, path);
		const [head, felt, one, two, slates] = blocks.map(({ id }) => id);
		const wanted = [
			{ id: head },
			{ id: slates },
			{ text: "Mind the gutter." },
			{ id: felt, text: "Felt last." },
			{ id: two },
		];
		const after = await stage.read(blocksSchema, path, {
			method: "PUT",
			body: { version: 1, blocks: wanted },
		});
		expect(after.blocks.map(({ text }) => text)).toEqual([
			"# Roof",
			"Then slates.",
			"Mind the gutter.",
			"Felt last.",
			"- two",
		]);
		expect(after.blocks[0]?.id).toBe(head);
		expect(after.blocks[1]?.id).toBe(slates);
		expect(after.blocks.map(({ id }) => id)).not.toContain(one);
		const stale = await stage.call(path, { method: "PUT", body: { version: 1, blocks: [] } });
		await expectProblem(stale, 409, "stale_version");
		const foreign = { version: 2, blocks: [{ id: stage.heron.id }] };
		await expectProblem(await stage.call(path, { method: "PUT", body: foreign }), 400, "unknown_block");
	});
});
