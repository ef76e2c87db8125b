import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDemo } from "../src/demo/load-demo.ts";
import { Graph } from "../src/graph/graph.ts";
import { openTestDatabase } from "../src/graph/store/open-test-database.ts";
import { Store } from "../src/graph/store/store.ts";
import { Skein } from "../src/open-skein.ts";

let skein: Skein;
beforeAll(async () => {
	skein = new Skein(new Graph(new Store(await openTestDatabase())));
	await loadDemo(skein.graph, "2026-11-15");
});
afterAll(() => skein.close());

test("a context of the demo", async () => {
	const workspace = await skein.workspace();
	const me = await skein.as(await skein.principal(workspace.id));
	const t0 = performance.now();
	const found = await me.search({ query: "sign off the hinge samples" });
	console.log(
		found.results.map((r) => [r.type, r.title, r.score, r.snippet]),
		found.total,
		performance.now() - t0,
	);
	const task = found.results.find((r) => r.type === "task");
	for (let i = 0; i < 3; i++) {
		const payload = await me.buildContext({
			query: "Why is the hinge supplier a problem?",
			focus: { id: task?.id ?? "" },
			now: "2026-11-15T00:00:00Z",
		});
		if (i === 0) console.log(payload.serialized);
		console.log(payload.metadata, payload.omitted);
		expect(payload.metadata.totalTokens).toBeLessThanOrEqual(4000);
	}
});
