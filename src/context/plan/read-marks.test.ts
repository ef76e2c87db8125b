import { expect, test } from "vitest";
import { measureCpu } from "../../../test/support/measure-cpu.ts";
import { BUILT_IN_KINDS } from "../../graph/model/kinds/kind-registry.ts";
import { makeOwnKind } from "../../graph/model/own-kind.ts";
import { english } from "../../graph/search/languages/english.ts";
import { readMarks } from "./read-marks.ts";

const TASK = BUILT_IN_KINDS.filter(({ kind }) => kind === "task");

/** As large as a kind may be: 200 fields with 200 choices each. */
const makeLarge = (number: number) =>
	makeOwnKind({
		...{ kind: `ware${number}`, label: "Ware" },
		fields: Array.from({ length: 200 }, (_, field) => ({
			...{ name: `field_${field}`, type: "select" as const },
			options: Array.from({ length: 200 }, (_, option) => `choice ${number} ${field} ${option}`),
		})),
	});

test("states and choices are read as people say them, negated or not", () => {
	const { marks } = readMarks("Which tasks are not in progress?", TASK, english);
	expect(marks).toMatchObject([{ field: "state_key", values: ["in_progress"], isNot: true }]);
	const ware = makeOwnKind({
		...{ kind: "ware", label: "Ware", plural: "wares" },
		fields: [{ name: "finish", type: "select", options: ["painted", "oiled twice"] }],
	});
	expect(readMarks("unpainted wares", [ware], english).marks).toMatchObject([
		{ field: "finish", values: ["painted"], isNot: true },
	]);
	expect(readMarks("wares that are oiled twice", [ware], english).marks).toMatchObject([
		{ field: "finish", values: ["oiled twice"], isNot: false },
	]);
});

test("[P23] a dozen of the largest kinds there may be do not hold up the reading of a question", () => {
	const kinds = [...TASK, ...Array.from({ length: 12 }, (_, number) => makeLarge(number))];
	let states: readonly unknown[] = [];
	const milliseconds = measureCpu(() => {
		const { marks } = readMarks(`Which tasks are in progress? ${"choice 0 ".repeat(1_000)}`, kinds, english);
		states = marks.filter(({ field }) => field === "state_key").flatMap(({ values }) => values);
	});
	expect(states).toContain("in_progress");
	expect(milliseconds).toBeLessThan(3_000);
});
