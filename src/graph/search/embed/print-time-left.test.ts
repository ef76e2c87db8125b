import { expect, test } from "vitest";
import { printTimeLeft } from "./print-time-left.ts";

test("[S29] the time left is told roughly, as people say it", () => {
	expect([undefined, 5, 29, 40, 89, 300, 5_000, 5_400, 20_000].map(printTimeLeft)).toEqual([
		"",
		", less than a minute left",
		", less than a minute left",
		", about a minute left",
		", about a minute left",
		", about 5 minutes left",
		", about 83 minutes left",
		", about 2 hours left",
		", about 6 hours left",
	]);
});
