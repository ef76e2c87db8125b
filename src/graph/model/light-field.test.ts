import { expect, test } from "vitest";
import type { Entity } from "./entity.ts";
import type { LightField, Surroundings } from "./kind.ts";
import { insight } from "./kinds/insight.ts";
import { task } from "./kinds/task.ts";
import { readLightField } from "./light-field.ts";
import { makeOwnKind } from "./own-kind.ts";

const ALONE: Surroundings = { related: () => [], linksOf: () => [] };

const entity = (over: Partial<Entity>): Entity =>
	({
		id: "i",
		title: "Order hinges",
		body: "Ten of them.",
		state_key: null,
		props: {},
		created_at: "2026-05-01T08:00:00.000Z",
		updated_at: "2026-05-01T09:00:00.000Z",
		...over,
	}) as Entity;

const fieldOf = (light: readonly LightField[], name: string): LightField =>
	light.find((field) => field.name === name) as LightField;

test("a column comes before a property of its name, under the name that the kind gives it", () => {
	const props = { [task.titleName]: "Another title", state_key: "done" };
	const row = entity({ props, state_key: "todo" });
	expect(readLightField(row, task, { name: task.titleName }, ALONE)).toBe("Order hinges");
	expect(readLightField(row, task, { name: "state_key" }, ALONE)).toBe("todo");
	expect(readLightField(entity({ props: { priority: 2 } }), task, { name: "priority" }, ALONE)).toBe(2);
});

test("a field that the kind reads in its own way shows nothing where that finds nothing", () => {
	const summary = fieldOf(insight.light, "props.summary");
	expect(readLightField(entity({ props: { summary: "Cheaper" } }), insight, summary, ALONE)).toBe("Cheaper");
	expect(readLightField(entity({ props: { "props.summary": "hidden" } }), insight, summary, ALONE)).toBe(
		undefined,
	);
	const order = makeOwnKind({
		kind: "order",
		label: "Order",
		fields: [{ name: "state", type: "select", options: ["open", "sent"] }],
	});
	const state = fieldOf(order.light, "state");
	expect(readLightField(entity({ state_key: "open" }), order, state, ALONE)).toBe("open");
	expect(readLightField(entity({ props: { state: "set aside" } }), order, state, ALONE)).toBe(undefined);
});

test("empty values and a change on the day of creation are not shown", () => {
	expect(readLightField(entity({ description: "" }), task, { name: "description" }, ALONE)).toBe(undefined);
	expect(readLightField(entity({}), task, { name: "updated_at" }, ALONE)).toBe(undefined);
	const later = entity({ updated_at: "2026-05-02T00:00:00.000Z" });
	expect(readLightField(later, task, { name: "updated_at" }, ALONE)).toBe("2026-05-02T00:00:00.000Z");
});
