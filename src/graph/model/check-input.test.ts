import { expect, test } from "vitest";
import { checkColumns, checkInstant, checkText } from "./check-input.ts";
import { note } from "./kinds/note.ts";

test("[G16] text holds neither NUL nor half a pair of surrogates, and is no longer than allowed", () => {
	for (const text of ["", "𝄞", "a\n\t☃", "\\u0000 \\ud834"]) checkText("body", text, 20);
	for (const text of ["\0", "\uD834", "\uDD1E", "\uDD1E\uD834", "a\uD834b"]) {
		expect(() => checkText("body", text, 20)).toThrowError(expect.objectContaining({ code: "invalid_text" }));
	}
	expect(() => checkText("body", "x".repeat(21), 20)).toThrowError(
		expect.objectContaining({ code: "too_large" }),
	);
});

test.each([
	["2026-03-31T08:00:00.123456Z", "2026-03-31T08:00:00.123Z"],
	["2026-03-31T08:00:00+02:00", "2026-03-31T06:00:00.000Z"],
	["2026-03-31T08:00Z", "2026-03-31T08:00:00.000Z"],
	["2026-03-31", "2026-03-31T00:00:00.000Z"],
])("[C8] the instant %s is kept as %s", (given, kept) => {
	expect(checkInstant("created_at", given)).toBe(kept);
});

test.each([
	"",
	"now",
	"2026-03-31T08:00",
	"2026-13-01",
	"0000-01-01",
	"+012026-01-01T00:00:00Z",
	"1e3",
	"2026",
])("[G16] %j is no instant", (text) => {
	expect(() => checkInstant("created_at", text)).toThrowError(
		expect.objectContaining({ code: "invalid_time" }),
	);
});

test("[G16] props may be as deep as 64 levels", () => {
	const nest = (depth: number): object => (depth === 1 ? {} : { a: nest(depth - 1) });
	checkColumns(note, { props: nest(64) as Record<string, never> });
	const tooDeep = () => checkColumns(note, { props: nest(65) as Record<string, never> });
	expect(tooDeep).toThrowError(expect.objectContaining({ code: "too_deep" }));
});
