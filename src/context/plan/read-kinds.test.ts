import { expect, test } from "vitest";
import { BUILT_IN_KINDS } from "../../graph/model/kinds/kind-registry.ts";
import { makeOwnKind, type OwnKindDefinition } from "../../graph/model/own-kind.ts";
import { findNouns, isManyNamed, listNamed, nounsOf } from "./read-kinds.ts";

const own = (definition: Partial<OwnKindDefinition>) =>
	makeOwnKind({ kind: "boat", label: "Boat", fields: [], ...definition });
const namedIn = (question: string, kinds = BUILT_IN_KINDS): readonly string[] =>
	listNamed(question, kinds).map(({ kind }) => kind);

test("a kind is named by one or many of it, and not as the place of something else", () => {
	expect(namedIn("Which TASKS are overdue?")).toContain("task");
	expect(namedIn("tasks of the plan")).toEqual(["task"]);
	expect(namedIn("the taskset")).toEqual([]);
	const boat = own({ also_called: ["vessel", "c++ (old)"] });
	expect(namedIn("Is there a Vessel?", [boat])).toEqual(["boat"]);
	expect(namedIn("what is in the old boat", [boat])).toEqual([]);
	expect(isManyNamed("all boats", boat)).toBe(true);
	expect(isManyNamed("the boat", boat)).toBe(false);
});

test("every place of a noun is found, with its s, the first name first, at its place in the text", () => {
	const boat = own({ plural: "boats", also_called: ["boat house"] });
	expect(findNouns("İ: Boats, a boat house and a BOAT", boat)).toEqual([
		{ start: 3, end: 8 },
		{ start: 12, end: 16 },
		{ start: 29, end: 33 },
	]);
});

test("[P23] a name without letters is in no question, and is no part of a pattern", () => {
	const blank = own({ label: " ", plural: "?", also_called: ["\u00a0", ""] });
	expect(namedIn("Which tasks are open?", [blank])).toEqual([]);
	expect(findNouns("Which tasks are open?", blank)).toEqual([]);
	expect(nounsOf(blank)).toBe("boat");
});

test("[P23] kinds that all take the same name neither push out those that ship nor make patterns without end", () => {
	const decoys = Array.from({ length: 500 }, (_, index) =>
		own({ kind: `d${index}`, also_called: ["tasks"] }),
	);
	const named = namedIn("Which tasks are open?", [...BUILT_IN_KINDS, ...decoys]);
	expect(named).toContain("task");
	expect(named.length).toBeLessThan(20);
});
