import { expect, test } from "vitest";
import { InvalidInputError } from "../../model/errors.ts";
import { encodeParameter } from "./encode-parameter.ts";

test("brackets inside JSON strings are text, not depth", () => {
	const json = JSON.stringify({ text: '\\"'.repeat(1_000) + "[{".repeat(1_000) });
	expect(encodeParameter(json)).toBe(json);
});

test("many siblings are not depth", () => {
	const json = JSON.stringify(Array.from({ length: 5_000 }, () => [{}]));
	expect(encodeParameter(json)).toBe(json);
});

test("512 levels pass, 513 do not", () => {
	const nest = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
	expect(encodeParameter(nest(512))).toBe(nest(512));
	expect(() => encodeParameter(nest(513))).toThrow(InvalidInputError);
	expect(() => encodeParameter(`  ${nest(513)}`)).toThrow(InvalidInputError);
});

test("a value that contains itself is refused", () => {
	const circle: Record<string, unknown> = {};
	circle.self = circle;
	expect(() => encodeParameter(circle)).toThrow(InvalidInputError);
});
