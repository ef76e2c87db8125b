import { expect, test } from "vitest";
import { stripMarks } from "./strip-marks.ts";

test.each([
	["**Decided** by Maren: *now*", "Decided by Maren: now"],
	["see [[Hinge options after the failure]]", "see Hinge options after the failure"],
	["see [[Hinge options|the options]] and [the site](https://example.org)", "see the options and the site"],
	["ends inside [[Move the", "ends inside Move the"],
	["after the failure]]. **Dec", "after the failure. Dec"],
	["# Options\n> quoted\n- [ ] Hana ends the", " Options\n quoted\n Hana ends the"],
	["| 2026-11-08 | data room complete |", " 2026-11-08 data room complete "],
	["`SELECT` a two-metre arm - not three", "SELECT a two-metre arm - not three"],
	["3 * 4 and [sic]", "3 * 4 and [sic]"],
])("%s", (text, plain) => {
	expect(stripMarks(text)).toBe(plain);
});
