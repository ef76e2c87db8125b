import { expect, test } from "vitest";
import { describeProblem } from "../../src/graph/model/describe-problem.ts";
import { WorkLimit } from "../../src/graph/model/work-limit.ts";

test("[P23] a request that reads too much ends with an error that says what to do, and no server error", () => {
	const work = new WorkLimit(1_000);
	work.spend(900);
	expect(() => work.spend(200)).toThrow(expect.objectContaining({ code: "too_costly" }));
	try {
		work.spend(1);
	} catch (error) {
		expect(describeProblem(error)).toMatchObject({ status: 422, code: "too_costly" });
	}
});

test("[P23] long work lets others have their turn", async () => {
	const work = new WorkLimit();
	let turns = 0;
	const timer = setInterval(() => {
		turns += 1;
	}, 1);
	const end = performance.now() + 300;
	while (performance.now() < end) await work.spend(1);
	clearInterval(timer);
	expect(turns).toBeGreaterThan(2);
});
