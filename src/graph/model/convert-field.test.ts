import { expect, test } from "vitest";
import { convertFieldValue } from "./convert-field.ts";
import type { Field } from "./field.ts";

const convert = (field: Omit<Field, "name">, value: Parameters<typeof convertFieldValue>[2]) =>
	convertFieldValue("Person", { name: "f", ...field } as Field, value);

test.each([
	[{ type: "text" }, ["a", "b"], "a, b"],
	[{ type: "text" }, 7, "7"],
	[{ type: "text_list" }, "a, b,,c", ["a", "b", "c"]],
	[{ type: "number" }, "3.5", 3.5],
	[{ type: "select", options: ["on", "off"] }, ["on"], "on"],
	[{ type: "date" }, "2026-01-31", "2026-01-31"],
	[{ type: "email" }, ["a@b.example"], "a@b.example"],
] as const)("[K2] %j takes %j as %j", (field, value, expected) => {
	expect(convert(field, value)).toEqual(expected);
});

test.each([
	[{ type: "number" }, "many"],
	[{ type: "date" }, "next week"],
	[{ type: "select", options: ["on"] }, "off"],
	[{ type: "email" }, "nobody"],
	[{ type: "entity_ref", kind: "Team" }, ["a", "b"]],
	[{ type: "computed", query: "SELECT p FROM Person" }, "x"],
] as const)("[K2] %j can not take %j", (field, value) => {
	expect(convert(field, value)).toBeUndefined();
});
