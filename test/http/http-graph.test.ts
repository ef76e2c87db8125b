import type { z } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { edgeSchema, linkedSchema, projectGraphSchema } from "../../src/contract/edge.ts";
import { deletedSchema, entityPageSchema } from "../../src/contract/entity.ts";
import { definedKindSchema, removedKindSchema } from "../../src/contract/kind.ts";
import { type HeronStage, openHeronStage } from "../support/heron-stage.ts";
import { expectProblem } from "../support/http-caller.ts";
import { MAREN } from "../support/http-stage.ts";

let stage: HeronStage;

beforeAll(async () => {
	stage = await openHeronStage();
});
afterAll(() => stage?.served.close());

describe("edges", () => {
	test("[G3] [G6] are stored once, in their canonical direction, and read by kind from both ends", async () => {
		const plan = await stage.make({ kind: "plan", title: "Roof plan" });
		const task = await stage.make({
			title: "Nail the felt",
			description: "Galvanised.",
			props: { due_at: "2026-05-02" },
		});
		const body = { src_id: task.ref, rel: "belongs_to_plan", dst_id: plan.ref };
		const edge = await stage.read(edgeSchema, "/api/edges", { body });
		expect(edge).toMatchObject({ src_id: plan.id, rel: "has_task", dst_id: task.id, origin: "stated" });
		const again = await stage.call("/api/edges", { body });
		expect([again.status, edgeSchema.parse(await again.json()).id]).toEqual([200, edge.id]);

		const linked = await stage.read(
			linkedSchema,
			`/api/onto/edges/linked?sourceId=${plan.ref}&sourceKind=plan&projectId=${stage.heron.ref}`,
		);
		expect(linked.source).toMatchObject({ kind: "plan", id: plan.id, name: "Roof plan" });
		expect(linked.counts).toMatchObject({ tasks: 1, plans: 0, total: 1 });
		expect(linked.linkedEntities.tasks?.[0]).toMatchObject({
			...{ id: task.id, name: "Nail the felt", state: "todo", relation: "has_task", direction: "outgoing" },
			...{ edgeId: edge.id, description: "Galvanised.", dueAt: "2026-05-02" },
		});
		const removed = await stage.read(deletedSchema, `/api/edges/${edge.id}`, { method: "DELETE" });
		expect(removed.id).toBe(edge.id);
		await expectProblem(await stage.call(`/api/edges/${edge.id}`, { method: "DELETE" }), 404, "not_found");
	});

	test("linked entities come by pages with the true counts, and with what could still be linked", async () => {
		const plan = await stage.make({ kind: "plan", title: "Long plan" });
		const { writer } = await stage.served.demo.as(MAREN);
		for (let index = 0; index < 7; index += 1) {
			const task = await stage.make({ title: `Step ${index}` });
			await writer.link({ src_id: plan.id, rel: "has_task", dst_id: task.id }, "test");
		}
		const seen: string[] = [];
		let cursor: string | null = "0";
		while (cursor !== null) {
			const page: z.infer<typeof linkedSchema> = await stage.read(
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
		const wrongKind = await stage.call(`/api/onto/edges/linked?sourceId=${plan.id}&sourceKind=goal`);
		await expectProblem(wrongKind, 404, "not_found");
	});
});

describe("projects", () => {
	test("are a graph, light or whole by pages, that holds every member once", async () => {
		const light = await stage.read(projectGraphSchema, `/api/projects/${stage.heron.ref}/graph`);
		expect(light).toMatchObject({ root_id: stage.heron.id, root_kind: "project", max_depth: 2 });
		expect(light.nodes.length).toBeLessThanOrEqual(60);
		expect(light.coverage.tasks?.total).toBeGreaterThan(10);
		const seen: string[] = [];
		let cursor: number | null = 0;
		while (cursor !== null) {
			const page: z.infer<typeof projectGraphSchema> = await stage.read(
				projectGraphSchema,
				`/api/projects/${stage.heron.id}/graph?form=full&limit=40&cursor=${cursor}`,
			);
			seen.push(...page.nodes.map(({ id }) => id));
			cursor = page.next_cursor ?? null;
		}
		expect(new Set(seen).size).toBe(seen.length);
		const { total } = await stage.read(
			entityPageSchema,
			`/api/entities?project_id=${stage.heron.id}&limit=1`,
		);
		expect(seen.length).toBe(total - 1);
	});
});

describe("kinds", () => {
	const definition = { kind: "Recipe", label: "Recipe", fields: [{ name: "serves", type: "text" }] };

	test("[K1] [K2] [K3] are defined, changed with their values, and removed when nothing is of them", async () => {
		const made = await stage.read(definedKindSchema, "/api/kinds", { body: definition });
		expect(made).toMatchObject({ kind: "Recipe", plural: "Recipes", built_in: false, unconverted: [] });
		await expectProblem(await stage.call("/api/kinds", { body: definition }), 409, "kind_taken");
		const dish = await stage.make({
			kind: "Recipe",
			title: "Soup",
			project_id: null,
			props: { serves: "four" },
		});
		const fields = [{ name: "serves", type: "number", min: 1 }];
		const changed = await stage.read(definedKindSchema, "/api/kinds/Recipe", {
			method: "PATCH",
			body: { fields },
		});
		expect(changed.unconverted).toMatchObject([
			{ entity_id: dish.id, value: "four", kept_as: "serves_before" },
		]);
		const inUse = await stage.call("/api/kinds/Recipe", { method: "DELETE" });
		await expectProblem(inUse, 409, "kind_in_use");
		for (const kind of ["task", "Nothing"]) {
			await expectProblem(await stage.call(`/api/kinds/${kind}`, { method: "DELETE" }), 404, "not_found");
			const body = { label: "x" };
			await expectProblem(
				await stage.call(`/api/kinds/${kind}`, { method: "PATCH", body }),
				404,
				"not_found",
			);
		}
	});

	test("one that nothing is of is removed", async () => {
		await stage.read(definedKindSchema, "/api/kinds", { body: { ...definition, kind: "Brief" } });
		const removed = await stage.read(removedKindSchema, "/api/kinds/Brief", { method: "DELETE" });
		expect(removed.kind).toBe("Brief");
	});
});
