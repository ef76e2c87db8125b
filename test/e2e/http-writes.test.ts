import type { z } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { activitySchema, changesSchema, undoneSchema } from "../../src/serve/http/schemas/change-schemas.ts";
import { edgeSchema, linkedSchema, projectGraphSchema } from "../../src/serve/http/schemas/edge-schemas.ts";
import {
	blocksSchema,
	deletedSchema,
	detailsSchema,
	entityPageSchema,
	entitySchema,
} from "../../src/serve/http/schemas/entity-schemas.ts";
import {
	definedKindSchema,
	kindsSchema,
	removedKindSchema,
} from "../../src/serve/http/schemas/kind-schemas.ts";
import { type ServedDemo, serveDemo } from "../support/serve-demo.ts";
import { type CallOptions, createCaller, expectProblem, type HttpCaller } from "./http-caller.ts";

const MAREN = "maren@rillmark.example";
const PRIYA = "priya@rillmark.example";
const SYLVIE = "sylvie@marchetti-advisers.example";
const HERON = "Heron 2 bridge gauge";

let served: ServedDemo;
let owner: HttpCaller;
let priya: string;
let heron: { readonly id: string; readonly ref: string };

beforeAll(async () => {
	served = await serveDemo();
	owner = createCaller(served.url, await served.credential(MAREN));
	priya = await served.credential(PRIYA);
	const node = (await served.demo.as(MAREN)).reader.graph.find(HERON);
	heron = { id: node?.id ?? "", ref: node?.ref ?? "" };
});
afterAll(() => served?.close());

type Entity = z.infer<typeof entitySchema>;

const make = (entity: object, options: CallOptions = {}): Promise<Entity> =>
	owner.read(entitySchema, "/api/entities", {
		body: { kind: "task", project_id: heron.id, ...entity },
		...options,
	});

const patch = (entity: { id: string }, body: object, headers = {}): Promise<Response> =>
	owner.call(`/api/entities/${entity.id}`, { method: "PATCH", body, headers });

describe("entities", () => {
	test("are made, with a ref for the project, and told where they came to", async () => {
		const body = { kind: "task", title: "Order felt", project_id: heron.ref, props: { priority: 2 } };
		const answer = await owner.call("/api/entities", { body });
		expect(answer.status).toBe(201);
		const made = entitySchema.parse(await answer.json());
		expect(made).toMatchObject({ title: "Order felt", project_id: heron.id, state_key: "todo", version: 1 });
		expect(answer.headers.get("etag")).toBe('"1"');
		const { changes } = await owner.read(changesSchema, `/api/changes?entity_id=${made.ref}`);
		expect(changes.map(({ id }) => id)).toEqual([answer.headers.get("skein-change")]);
		expect(Number(answer.headers.get("skein-revision"))).toBe(changes[0]?.revision);
	});

	test("[C2] a change names the version it was made from, in the body or as If-Match; the loser is told the row", async () => {
		const entity = await make({ title: "Cut the felt" });
		await expectProblem(await patch(entity, { title: "Cut it" }), 428, "version_missing");
		const changed = entitySchema.parse(await (await patch(entity, { version: 1, title: "Cut it" })).json());
		expect(changed).toMatchObject({ version: 2, title: "Cut it", aliases: ["Cut the felt"] });
		const loser = await patch(entity, { version: 1, title: "Tear it" });
		const problem = JSON.parse(await expectProblem(loser, 409, "stale_version"));
		expect(problem.current).toEqual(changed);
		const byTag = await patch(entity, { props: { priority: 1 } }, { "if-match": '"2"' });
		expect([byTag.status, byTag.headers.get("etag")]).toEqual([200, '"3"']);
		await expectProblem(await patch(entity, { title: "x" }, { "if-match": '"2"' }), 409, "stale_version");
		await expectProblem(await patch(entity, { title: "x" }, { "if-match": "soon" }), 400, "invalid_input");
	});

	test("an unchanged entity is not sent again", async () => {
		const entity = await make({ title: "Glue the felt" });
		const first = await owner.call(`/api/entities/${entity.id}`);
		const again = { headers: { "if-none-match": first.headers.get("etag") ?? "" } };
		expect((await owner.call(`/api/entities/${entity.id}`, again)).status).toBe(304);
		await patch(entity, { version: 1, title: "Glue it" });
		expect((await owner.call(`/api/entities/${entity.id}`, again)).status).toBe(200);
	});

	test("[C3] a deleted one is gone and comes back, by id or by ref", async () => {
		const entity = await make({ title: "Buy glue" });
		const stale = await owner.call(`/api/entities/${entity.id}?version=7`, { method: "DELETE" });
		await expectProblem(stale, 409, "stale_version");
		const deleted = await owner.read(deletedSchema, `/api/entities/${entity.ref}`, { method: "DELETE" });
		expect(deleted.id).toBe(entity.id);
		await expectProblem(await owner.call(`/api/entities/${entity.id}`), 404, "not_found");
		const restored = await owner.read(entitySchema, `/api/entities/${entity.ref}/restore`, {
			method: "POST",
		});
		expect(restored).toMatchObject({ id: entity.id, deleted_at: null, version: 3 });
		const again = await owner.call(`/api/entities/${entity.ref}/restore`, { method: "POST" });
		await expectProblem(again, 404, "not_found");
	});

	test("[R8] a project comes out of the trash with all that is in it, and is told", async () => {
		const project = await make({ kind: "project", title: "Mend the roof" });
		const task = await make({ title: "Order slates", project_id: project.id });
		await owner.read(deletedSchema, `/api/entities/${project.id}`, { method: "DELETE" });
		await expectProblem(await owner.call(`/api/entities/${task.id}`), 404, "not_found");
		const restored = await owner.read(entitySchema, `/api/entities/${project.id}/restore`, {
			method: "POST",
		});
		expect(restored).toMatchObject({ id: project.id, deleted_at: null });
		expect(await owner.read(entitySchema, `/api/entities/${task.id}`)).toMatchObject({
			title: "Order slates",
		});
	});

	test("light form says what the kind calls light, in its own words", async () => {
		const goal = await make({
			kind: "goal",
			title: "Dry by June",
			body: "No drop inside.",
			props: { target_date: "2026-06-01" },
		});
		const light = await owner.read(detailsSchema, `/api/entities/${goal.ref}?form=light`);
		expect(light).toMatchObject({
			id: goal.id,
			kind: "goal",
			name: "Dry by June",
			target_date: "2026-06-01",
		});
		expect(light.created_at).toMatch(/^\d{4}-\d{2}-\d{2}$/);
		expect(light).not.toHaveProperty("updated_at");
		const page = await owner.read(entityPageSchema, "/api/entities?kind=goal&form=light&limit=5");
		expect(page.entities.find(({ id }) => id === goal.id)).toEqual(light);
		const details = await owner.read(detailsSchema, `/api/onto/goal/${goal.id}/details`);
		expect(details).toMatchObject({
			name: "Dry by June",
			goal: "No drop inside.",
			target_date: "2026-06-01",
		});
		await expectProblem(await owner.call(`/api/onto/task/${goal.id}/details`), 404, "not_found");
	});

	test("a ref in a reference field is stored as the id it stands for", async () => {
		const { kinds } = await owner.read(kindsSchema, "/api/kinds");
		const person = kinds.find(({ kind }) => kind === "Person");
		const field = person?.fields.find(({ type }) => type === "entity_ref") as { name: string } | undefined;
		const team = await make({ kind: "Team", title: "Roofers", project_id: null });
		const made = await make({
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
		[{ title: "x", id: "7" }, 400, "invalid_id"],
		[{ title: "x", project_id: "zzzzzzzz" }, 404, "not_found"],
	])("%j is refused", async (entity, status, code) => {
		const body = { kind: "task", project_id: heron.id, ...entity };
		await expectProblem(await owner.call("/api/entities", { body }), status, code);
	});
});

describe("blocks", () => {
	const BODY = "# Roof\n\nFelt first.\n\n- one\n- two\n\nThen slates.\n";

	test("putting back what was read changes not one character", async () => {
		const note = await make({ kind: "note", title: "Roofing", body: BODY, project_id: null });
		const before = await owner.read(blocksSchema, `/api/entities/${note.ref}/blocks`);
		expect(before.blocks.map(({ text }) => text)).toEqual([
			"# Roof",
			"Felt first.",
			"- one",
			"- two",
			"Then slates.",
		]);
		const body = { version: 1, blocks: before.blocks.map(({ id }) => ({ id })) };
		await owner.read(blocksSchema, `/api/entities/${note.id}/blocks`, { method: "PUT", body });
		expect((await owner.read(entitySchema, `/api/entities/${note.id}`)).body).toBe(BODY);
	});

	test("[B2] are changed, added, removed and moved, and keep their ids", async () => {
		const note = await make({ kind: "note", title: "Roofing again", body: BODY, project_id: null });
		const path = `/api/entities/${note.id}/blocks`;
		const { blocks } = await owner.read(blocksSchema, path);
		const [head, felt, one, two, slates] = blocks.map(({ id }) => id);
		const wanted = [
			{ id: head },
			{ id: slates },
			{ text: "Mind the gutter." },
			{ id: felt, text: "Felt last." },
			{ id: two },
		];
		const after = await owner.read(blocksSchema, path, {
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
		const stale = await owner.call(path, { method: "PUT", body: { version: 1, blocks: [] } });
		await expectProblem(stale, 409, "stale_version");
		const foreign = { version: 2, blocks: [{ id: heron.id }] };
		await expectProblem(await owner.call(path, { method: "PUT", body: foreign }), 400, "unknown_block");
	});
});

describe("edges", () => {
	test("[G3] [G6] are stored once, in their canonical direction, and read by kind from both ends", async () => {
		const plan = await make({ kind: "plan", title: "Roof plan" });
		const task = await make({
			title: "Nail the felt",
			description: "Galvanised.",
			props: { due_at: "2026-05-02" },
		});
		const body = { src_id: task.ref, rel: "belongs_to_plan", dst_id: plan.ref };
		const edge = await owner.read(edgeSchema, "/api/edges", { body });
		expect(edge).toMatchObject({ src_id: plan.id, rel: "has_task", dst_id: task.id, origin: "stated" });
		const again = await owner.call("/api/edges", { body });
		expect([again.status, edgeSchema.parse(await again.json()).id]).toEqual([200, edge.id]);

		const linked = await owner.read(
			linkedSchema,
			`/api/onto/edges/linked?sourceId=${plan.ref}&sourceKind=plan&projectId=${heron.ref}`,
		);
		expect(linked.source).toMatchObject({ kind: "plan", id: plan.id, name: "Roof plan" });
		expect(linked.counts).toMatchObject({ tasks: 1, plans: 0, total: 1 });
		expect(linked.linkedEntities.tasks?.[0]).toMatchObject({
			...{ id: task.id, name: "Nail the felt", state: "todo", relation: "has_task", direction: "outgoing" },
			...{ edgeId: edge.id, description: "Galvanised.", dueAt: "2026-05-02" },
		});
		const removed = await owner.read(deletedSchema, `/api/edges/${edge.id}`, { method: "DELETE" });
		expect(removed.id).toBe(edge.id);
		await expectProblem(await owner.call(`/api/edges/${edge.id}`, { method: "DELETE" }), 404, "not_found");
	});

	test("linked entities come by pages with the true counts, and with what could still be linked", async () => {
		const plan = await make({ kind: "plan", title: "Long plan" });
		const { writer } = await served.demo.as(MAREN);
		for (let index = 0; index < 7; index += 1) {
			const task = await make({ title: `Step ${index}` });
			await writer.link({ src_id: plan.id, rel: "has_task", dst_id: task.id }, "test");
		}
		const seen: string[] = [];
		let cursor: string | null = "0";
		while (cursor !== null) {
			const page: z.infer<typeof linkedSchema> = await owner.read(
				linkedSchema,
				`/api/onto/edges/linked?sourceId=${plan.id}&limit=3&cursor=${cursor}&available=true`,
			);
			expect(page.counts.tasks).toBe(7);
			seen.push(...(page.linkedEntities.tasks ?? []).map(({ id }) => id));
			const offered = Object.values(page.availableEntities ?? {}).flat();
			expect(offered.length).toBeGreaterThan(20);
			expect(offered.filter(({ id }) => id === plan.id || seen.includes(id))).toEqual([]);
			cursor = page.next_cursor;
			expect(page.truncated).toBe(cursor !== null);
		}
		expect(new Set(seen).size).toBe(7);
		const wrongKind = await owner.call(`/api/onto/edges/linked?sourceId=${plan.id}&sourceKind=goal`);
		await expectProblem(wrongKind, 404, "not_found");
	});
});

describe("projects", () => {
	test("are a graph, light or whole by pages, that holds every member once", async () => {
		const light = await owner.read(projectGraphSchema, `/api/projects/${heron.ref}/graph`);
		expect(light).toMatchObject({ root_id: heron.id, root_kind: "project", max_depth: 2 });
		expect(light.nodes.length).toBeLessThanOrEqual(60);
		expect(light.coverage.tasks?.total).toBeGreaterThan(10);
		const seen: string[] = [];
		let cursor: number | null = 0;
		while (cursor !== null) {
			const page: z.infer<typeof projectGraphSchema> = await owner.read(
				projectGraphSchema,
				`/api/projects/${heron.id}/graph?form=full&limit=40&cursor=${cursor}`,
			);
			seen.push(...page.nodes.map(({ id }) => id));
			cursor = page.next_cursor ?? null;
		}
		expect(new Set(seen).size).toBe(seen.length);
		const { total } = await owner.read(entityPageSchema, `/api/entities?project_id=${heron.id}&limit=1`);
		expect(seen.length).toBe(total - 1);
	});
});

describe("kinds", () => {
	const definition = { kind: "Recipe", label: "Recipe", fields: [{ name: "serves", type: "text" }] };

	test("[K1] [K4] [K5] are defined, changed with their values, and removed when nothing is of them", async () => {
		const made = await owner.read(definedKindSchema, "/api/kinds", { body: definition });
		expect(made).toMatchObject({ kind: "Recipe", plural: "Recipes", built_in: false, unconverted: [] });
		await expectProblem(await owner.call("/api/kinds", { body: definition }), 409, "kind_taken");
		const dish = await make({ kind: "Recipe", title: "Soup", project_id: null, props: { serves: "four" } });
		const fields = [{ name: "serves", type: "number", min: 1 }];
		const changed = await owner.read(definedKindSchema, "/api/kinds/Recipe", {
			method: "PATCH",
			body: { fields },
		});
		expect(changed.unconverted).toMatchObject([
			{ entity_id: dish.id, value: "four", kept_as: "serves_before" },
		]);
		const inUse = await owner.call("/api/kinds/Recipe", { method: "DELETE" });
		await expectProblem(inUse, 409, "kind_in_use");
		for (const kind of ["task", "Nothing"]) {
			await expectProblem(await owner.call(`/api/kinds/${kind}`, { method: "DELETE" }), 404, "not_found");
			const body = { label: "x" };
			await expectProblem(
				await owner.call(`/api/kinds/${kind}`, { method: "PATCH", body }),
				404,
				"not_found",
			);
		}
	});

	test("one that nothing is of is removed", async () => {
		await owner.read(definedKindSchema, "/api/kinds", { body: { ...definition, kind: "Brief" } });
		const removed = await owner.read(removedKindSchema, "/api/kinds/Brief", { method: "DELETE" });
		expect(removed.kind).toBe("Brief");
	});
});

describe("the log", () => {
	test("[C5] tells what changed, and a change can be taken back", async () => {
		const task = await make({ title: "Sweep the roof" });
		const answer = await patch(task, { version: 1, state_key: "done" });
		const id = answer.headers.get("skein-change") ?? "";
		const { changes } = await owner.read(changesSchema, `/api/changes?entity_id=${task.id}&form=full`);
		expect(changes.map(({ rows }) => rows[0]?.verb)).toEqual(["updated", "created"]);
		expect(changes[0]).toMatchObject({ id, actor_name: "Maren Oyelaran", via: "http", row_count: 1 });
		expect(changes[0]?.rows[0]).toMatchObject({
			...{ table: "entity", title: "Sweep the roof", fields: ["state_key", "completed_at"] },
			...{ before: { state_key: "todo" }, after: { state_key: "done" } },
		});
		const undone = await owner.read(undoneSchema, `/api/changes/${id}/undo`, { method: "POST" });
		expect(undone.entities[0]).toMatchObject({ state_key: "todo", version: 3 });
		await expectProblem(await owner.call(`/api/changes/${id}/undo`, { method: "POST" }), 409, "overtaken");
	});

	test("is followed from a revision on, without a gap", async () => {
		const { revision } = await owner.read(changesSchema, "/api/changes?limit=1");
		for (const title of ["a", "b", "c", "d", "e"]) await make({ title });
		const seen: string[] = [];
		let next: string | null = "";
		while (next !== null) {
			const path: string = `/api/changes?since=${revision}&limit=2${next && `&cursor=${next}`}`;
			const page: z.infer<typeof changesSchema> = await owner.read(changesSchema, path);
			seen.push(...page.changes.map(({ rows }) => rows[0]?.title ?? ""));
			next = page.next_cursor;
		}
		expect(seen).toEqual(["a", "b", "c", "d", "e"]);
		const newest = await owner.read(changesSchema, "/api/changes?limit=3");
		expect(newest.changes.map(({ rows }) => rows[0]?.title)).toEqual(["e", "d", "c"]);
	});

	test("[R7] [R12] says nothing of what the reader may not know, nor of what was private before it was opened", async () => {
		const secret = await make({ title: "For Priya", visibility: "private", body: "A sponge." });
		await patch(secret, { version: 1, body: "A sponge with cream." });
		const asPriya = { token: priya };
		await expectProblem(await owner.call(`/api/changes?entity_id=${secret.id}`, asPriya), 404, "not_found");
		const all = await owner.read(changesSchema, "/api/changes?form=full&limit=200", asPriya);
		expect(JSON.stringify(all)).not.toMatch(/For Priya|sponge/);
		await patch(secret, { version: 2, visibility: "inherit", body: "Cake for all." });
		const opened = await owner.read(changesSchema, `/api/changes?entity_id=${secret.id}&form=full`, asPriya);
		expect(opened.changes).toHaveLength(3);
		const [row] = opened.changes[0]?.rows ?? [];
		expect(row).toMatchObject({ before: null, after: { body: "Cake for all." }, fields: null });
		expect(JSON.stringify(opened)).not.toContain("sponge");
	});

	test("what lies in the trash is told to those who may take it out", async () => {
		const task = await make({ title: "Thrown away" });
		await owner.call(`/api/entities/${task.id}`, { method: "DELETE" });
		const told = await owner.read(changesSchema, `/api/changes?entity_id=${task.id}`);
		expect(told.changes[0]?.rows[0]).toMatchObject({ verb: "deleted", title: "Thrown away" });
		const readOnly = await served.credential(MAREN, { mode: "read" });
		const path = `/api/changes?entity_id=${task.id}`;
		await expectProblem(await owner.call(path, { token: readOnly }), 404, "not_found");
		const guest = await served.credential(SYLVIE);
		await expectProblem(await owner.call(path, { token: guest }), 404, "not_found");
	});

	test("[C10] what a person changed and looked at is found again; what a program fetched is not", async () => {
		const task = await make({ title: "Looked at" });
		await owner.call(`/api/entities/${task.id}`, { token: priya });
		const robot = await served.credential(PRIYA, { mode: "read" });
		const other = await make({ title: "Fetched" });
		await owner.call(`/api/entities/${other.id}`, { token: robot });
		const views = await owner.read(activitySchema, "/api/activity?action=view", { token: priya });
		const titles = views.activity.map(({ title }) => title);
		expect(titles).toContain("Looked at");
		expect(titles).not.toContain("Fetched");
		const edits = await owner.read(activitySchema, "/api/activity?limit=2");
		expect(edits.activity.map(({ title }) => title)).toEqual(["Fetched", "Looked at"]);
	});
});
