import { expect, test } from "vitest";
import { checkFieldValue, type Field, isReference, referencedIds } from "./field.ts";
import type { Json } from "./json.ts";

const ID = "018f3b6e-0000-7000-8000-000000000001";
const OTHER = "018f3b6e-0000-7000-8000-000000000002";

function fits(type: object, value: Json): boolean {
	try {
		checkFieldValue("thing", { name: "f", ...type } as Field, value);
		return true;
	} catch (error) {
		expect(error).toMatchObject({ code: "invalid_field", details: { field: "f" } });
		return false;
	}
}

const CASES: readonly (readonly [type: object, good: readonly Json[], bad: readonly Json[]])[] = [
	[{ type: "text" }, ["", "x"], [1, true, [], {}]],
	[{ type: "email" }, ["a@b", "a.b@c.d"], ["a", "a@", "@b", "a b@c", 1]],
	[
		{ type: "date" },
		["2026-03-31", "2024-02-29", "2026-03-31T08:00", "2026-03-31T08:00:00.123Z", "2026-03-31T23:30:00+02:00"],
		[
			"2026-02-29",
			"2026-13-01",
			"2026-04-31",
			"2026-03-31T25:00",
			"31.3.2026",
			"today",
			"",
			20260331,
			"2026-3-1",
		],
	],
	[{ type: "number", min: 1, max: 5, integer: true }, [1, 5], [0, 6, 2.5, "3", Number.NaN]],
	[{ type: "number" }, [0.5, -1e300], [Number.POSITIVE_INFINITY, "1"]],
	[{ type: "number", min: 0 }, [0, 1e9], [-1]],
	[{ type: "select", options: ["low", "high"] }, ["low"], ["mid", "", 1]],
	[{ type: "text_list" }, [[], ["a", "b"]], ["a", [1], {}]],
	[{ type: "entity_ref", kind: "Person" }, [ID], [1, [ID]]],
	[{ type: "entity_ref_list", kind: "Person" }, [[ID], `${ID}, ${OTHER}`, []], [1, [1]]],
	[{ type: "json" }, [1, "x", { a: [null] }], []],
	[{ type: "computed", query: "SELECT p FROM Person" }, [], ["x", 1]],
];

test.each(CASES)("[G1] %o takes what it should", (type, good, bad) => {
	expect(good.map((value) => fits(type, value))).toEqual(good.map(() => true));
	expect(bad.map((value) => fits(type, value))).toEqual(bad.map(() => false));
	expect(fits(type, null)).toBe(true);
});

test("[G12] references are read from a list, from JSON or from one text with commas; what is no id is none", () => {
	expect(referencedIds([ID, ` ${OTHER} `, "x", 5, null])).toEqual([ID, OTHER]);
	expect(referencedIds(`${ID}, ${OTHER},,x`)).toEqual([ID, OTHER]);
	expect(referencedIds(JSON.stringify([ID, OTHER]))).toEqual([ID, OTHER]);
	expect(referencedIds(`[${ID}, ${OTHER}`)).toEqual([OTHER]);
	expect(referencedIds({ id: ID })).toEqual([]);
	expect(referencedIds(undefined)).toEqual([]);
	expect(isReference({ name: "f", type: "note_ref" })).toBe(true);
	expect(isReference({ name: "f", type: "text" })).toBe(false);
});
