import { expect, test } from "vitest";
import { readWrittenDate } from "./notion-files.ts";

test.each([
	["March 3, 2025", "2025-03-03"],
	["December 31, 1999 12:05 AM", "1999-12-31T00:05Z"],
	["May 9, 2026 12:00 PM (UTC)", "2026-05-09T12:00Z"],
	["March 3, 2025 \u2192 March 5, 2025", "March 3, 2025 \u2192 March 5, 2025"],
	["Smarch 3, 2025", "Smarch 3, 2025"],
	["2025-03-03", "2025-03-03"],
	["", ""],
])("%j is read as %j", (text, date) => {
	expect(readWrittenDate(text)).toBe(date);
});
