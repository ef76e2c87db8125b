import { expect, test } from "vitest";
import { readDayRange } from "./read-day-range.ts";

/** A Sunday. */
const TODAY = "2026-11-15";

test.each([
	["what is due today?", "2026-11-15", "2026-11-15"],
	["what happened yesterday?", "2026-11-14", "2026-11-14"],
	["due this week", "2026-11-09", "2026-11-15"],
	["due next week", "2026-11-16", "2026-11-22"],
	["finished last week", "2026-11-02", "2026-11-08"],
	["due next month", "2026-12-01", "2026-12-31"],
	["decided last month", "2026-10-01", "2026-10-31"],
	["changed in the last 10 days", "2026-11-05", "2026-11-15"],
	["changed in the past two weeks", "2026-11-01", "2026-11-15"],
	["due in the next three days", "2026-11-15", "2026-11-18"],
	["due within 5 days", "2026-11-15", "2026-11-20"],
	["decided since October", "2026-10-01", "9999-12-31"],
	["decided since 2026-10-10", "2026-10-10", "9999-12-31"],
	["decided after 2026-10-10", "2026-10-11", "9999-12-31"],
	["changed since Friday", "2026-11-13", "9999-12-31"],
	["decided before October 5", "0000-01-01", "2026-10-04"],
	["decided by 5 October 2025", "0000-01-01", "2025-10-05"],
	["decided in September", "2026-09-01", "2026-09-30"],
	["decided in December", "2025-12-01", "2025-12-31"],
])("%s", (question, from, to) => {
	expect(readDayRange(question, TODAY, "back")).toEqual({ from, to });
});

test("a question that looks ahead means the days to come", () => {
	expect(readDayRange("due before January", TODAY, "ahead")).toEqual({
		from: "0000-01-01",
		to: "2026-12-31",
	});
	expect(readDayRange("due by Tuesday", TODAY, "ahead")).toEqual({ from: "0000-01-01", to: "2026-11-17" });
});

test.each(["", "what may happen?", "the last order for modems", "march on", "in the review"])(
	"%j names no days",
	(question) => {
		expect(readDayRange(question, TODAY, "back")).toBeUndefined();
	},
);
