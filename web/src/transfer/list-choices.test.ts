import { describe, expect, test } from "vitest";
import type { Kind } from "../../../src/client/workspace-calls.ts";
import type { ColumnUse } from "../../../src/graph/transfer/source/table-mapping.ts";
import { keyOf, listChoices } from "./list-choices.ts";

const task: Kind = {
	...{ kind: "task", label: "Task", plural: "tasks", icon: "check", hue: 1, states: [], built_in: true },
	...{ start_field: null, due_field: "due_at", assignee_field: null, light_fields: [] },
	fields: [
		{ name: "due_at", type: "date" },
		{ name: "plan", type: "entity_ref" },
	],
};
const bare: Kind = { ...task, kind: "Crane", label: "Crane", fields: [] };
const flat = (column: string, use: ColumnUse, kind: Kind) =>
	listChoices(column, use, kind).flatMap(({ choices }) => choices);

describe("what can become of a column", () => {
	test("includes its current use, no matter which that is", () => {
		const uses: readonly ColumnUse[] = [
			{ to: "title" },
			{ to: "field", name: "cost", type: "number" },
			{ to: "field", name: "colour", type: "select", options: ["red", "blue"] },
			{ to: "field", name: "due_at", type: "date" },
			{ to: "relation", rel: "has_task" },
		];
		for (const use of uses) {
			const found = flat("Any column", use, task).filter(({ value }) => value === keyOf(use));
			expect(found.map((choice) => choice.use)).toEqual([use]);
		}
	});

	test("is a field of the kind, as far as a cell can fill it, or a new one named after the column", () => {
		const ends = flat("Übergabe am", { to: "ignore" }, task);
		expect(ends.find(({ label }) => label === "Due")?.use).toEqual({
			to: "field",
			name: "due_at",
			type: "date",
		});
		expect(ends.some(({ value }) => value.includes("plan"))).toBe(false);
		expect(ends.map(({ value }) => value)).toContain("field date ubergabe_am");
		expect(flat("When", { to: "ignore" }, bare).some(({ label }) => label === "Due")).toBe(false);
	});

	test("has a key of its own, so that no two choices are one", () => {
		const values = flat("due at", { to: "field", name: "due_at", type: "date" }, task).map(
			({ value }) => value,
		);
		expect(new Set(values).size).toBe(values.length);
	});
});
