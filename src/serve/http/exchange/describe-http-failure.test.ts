import { expect, test } from "vitest";
import { describeHttpFailure } from "./describe-http-failure.ts";

test("says where and of what kind, and not a word of what it was about", () => {
	const cause = Object.assign(new Error('Key (title)=("Salaries of all") already exists'), { code: "23505" });
	const report = describeHttpFailure(new TypeError("No such person: Priya\nat Salaries (x:1:1)", { cause }));
	expect(report).toMatchObject({ name: "TypeError", cause: { name: "Error", code: "23505" } });
	expect(report.frames[0]).toContain("describe-http-failure.test.ts");
	expect(JSON.stringify(report)).not.toMatch(/Salaries of|Priya/);
});

test("what is no error, and causes without end, are no trouble", () => {
	expect(describeHttpFailure("text")).toEqual({ name: "string", frames: [] });
	const endless = new Error("round");
	endless.cause = endless;
	expect(JSON.stringify(describeHttpFailure(endless)).length).toBeLessThan(20_000);
});
