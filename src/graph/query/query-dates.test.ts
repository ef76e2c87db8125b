import { describe, expect, test } from "vitest";
import { InvalidInputError } from "../model/errors.ts";
import { Calendar, compareDates, readDate, readDateLiteral } from "./query-dates.ts";

const at = (text: string): number => Date.parse(text);

describe("[Q13] dates", () => {
	test.each([
		["2026-03-31", { day: at("2026-03-31T00:00Z") }],
		[" 2024-02-29 ", { day: at("2024-02-29T00:00Z") }],
		["2026-03-31T08:00Z", { moment: at("2026-03-31T08:00Z") }],
		["2026-03-31T08:00:30.250+02:00", { moment: at("2026-03-31T06:00:30.250Z") }],
		["2026-03-31T08:00+0200", { moment: at("2026-03-31T06:00Z") }],
		["2026-03-31t08:00z", { moment: at("2026-03-31T08:00Z") }],
		["2026-03-31T08:00", { moment: at("2026-03-31T08:00Z") }],
		["0001-01-01", { day: at("0001-01-01T00:00Z") }],
	])("%s is one", (text, expected) => {
		expect(readDate(text)).toEqual(expected);
	});

	test.each([
		"",
		"2026-02-30",
		"2026-13-01",
		"2026-1-1",
		"31.03.2026",
		"2026-03-31T25:00Z",
		"soon",
		"20260331",
	])("%s is none", (text) => {
		expect(readDateLiteral(text)).toBeNull();
	});

	test.each(["today+3h", "now-", "now-7", "now-7x", "now-12345d", "nowish", "today + 2w"])(
		"%s is none either",
		(text) => {
			expect(readDateLiteral(text)).toBeNull();
		},
	);
});

describe("[Q14] dates relative to now, where the reader lives", () => {
	const now = new Date("2026-03-31T23:30:00Z");
	const resolve = (text: string, timeZone = "UTC") => {
		const literal = readDateLiteral(text);
		if (literal === null) throw new Error(`${text} is no date`);
		const { day, moment } = new Calendar({ now, timeZone }).resolve(literal);
		return moment === null ? new Date(day).toISOString().slice(0, 10) : new Date(moment).toISOString();
	};

	test.each([
		["today", "2026-03-31"],
		["TODAY+1d", "2026-04-01"],
		["today+2w", "2026-04-14"],
		["today-1m", "2026-02-28"],
		["today-1y", "2025-03-31"],
		["today+11m", "2027-02-28"],
		["now", "2026-03-31T23:30:00.000Z"],
		["now-7d", "2026-03-24T23:30:00.000Z"],
		["now+1h", "2026-04-01T00:30:00.000Z"],
		["now-1m", "2026-02-28T23:30:00.000Z"],
	])("%s", (text, expected) => {
		expect(resolve(text)).toBe(expected);
	});

	test("the same moment is another day elsewhere", () => {
		expect(resolve("today", "Europe/Copenhagen")).toBe("2026-04-01");
		expect(resolve("today", "America/Los_Angeles")).toBe("2026-03-31");
		expect(resolve("today", "Pacific/Kiritimati")).toBe("2026-04-01");
	});

	test("a zone nobody knows is a typed error", () => {
		expect(() => new Calendar({ now, timeZone: "Mars/Olympus" })).toThrow(InvalidInputError);
	});

	test.each([
		["UTC", "2026-03-31", "2026-03-31T00:00Z"],
		["Europe/Copenhagen", "2026-03-29", "2026-03-28T23:00Z"],
		["Europe/Copenhagen", "2026-03-30", "2026-03-29T22:00Z"],
		["Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15Z"],
		// Midnight did not exist on this day: clocks went from 24:00 to 01:00.
		["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00Z"],
		// Midnight came twice: at 24:00 clocks went back to 23:00.
		["America/Havana", "2025-11-02", "2025-11-02T04:00Z"],
		// The day was left out when the islands moved across the date line.
		["Pacific/Apia", "2011-12-30", "2011-12-30T10:00Z"],
		["Pacific/Apia", "2011-12-31", "2011-12-30T10:00Z"],
	])("in %s the day %s begins at %s", (timeZone, day, start) => {
		expect(new Date(new Calendar({ now, timeZone }).startOf(at(`${day}T00:00Z`))).toISOString()).toBe(
			new Date(start).toISOString(),
		);
	});

	test("a day and a moment are compared as days", () => {
		const calendar = new Calendar({ now, timeZone: "Europe/Copenhagen" });
		const compare = (stored: string, asked: string): number => {
			const value = readDate(stored);
			const literal = readDateLiteral(asked);
			if (value === null || literal === null) throw new Error("no date");
			return Math.sign(compareDates(value, calendar.resolve(literal)));
		};
		expect(compare("2026-03-31T22:00Z", "2026-04-01")).toBe(0);
		expect(compare("2026-03-31T21:59:59.999Z", "2026-04-01")).toBe(-1);
		expect(compare("2026-04-01T22:00Z", "2026-04-01")).toBe(1);
		expect(compare("2026-04-01", "now")).toBe(0);
		expect(compare("2026-03-31", "now")).toBe(-1);
		expect(compare("2026-03-31T23:30Z", "now")).toBe(0);
		expect(compare("2026-03-31T23:29Z", "now")).toBe(-1);
	});
});
