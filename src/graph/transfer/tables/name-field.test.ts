import { expect, test } from "vitest";
import { BUILT_IN_WORDS } from "../../model/kinds/kind-registry.ts";
import { nameTable } from "./name-field.ts";

const SHIPPED = new Set(["task", "risk"]);

test.each([
	["Tasks", [], { kind: "TasksTable", label: "Tasks table" }],
	["Tasks", ["Tasks"], { kind: "Tasks", label: "Tasks" }],
	["TASKS", ["tasks"], { kind: "tasks", label: "TASKS" }],
	["Task", ["Task_2"], { kind: "Task_2", label: "Task" }],
	["Tasks", ["TasksTable", "Ticket"], { kind: "TasksTable", label: "Tasks table" }],
	["Crew", ["CREW"], { kind: "CREW", label: "Crew" }],
])("[K1] a member's table %j, where there are kinds called %j", (title, ownKinds, named) => {
	expect(nameTable(title, SHIPPED, { ownKinds, words: BUILT_IN_WORDS })).toEqual(named);
});

test("[K1] of two tables of one name, only the one that goes into a kind that is there keeps it", () => {
	const names = { ownKinds: ["Tasks"], words: BUILT_IN_WORDS };
	const second = nameTable("Tasks", new Set([...SHIPPED, "Tasks"]), names);
	expect(second).toEqual({ kind: "TasksTable", label: "Tasks table" });
});
