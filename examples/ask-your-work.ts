import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSkein } from "skein";

/** Opens a store in a new folder, writes a small graph, and prints the context for a question about it. */
const folder = await mkdtemp(join(tmpdir(), "skein-example-"));
const skein = await openSkein({ dataFolder: folder });
try {
	const workspace = await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
	const you = await skein.principal(workspace.id);
	const { writer } = await skein.as(you);

	const project = await writer.create({ kind: "project", title: "Garden shed" }, "example");
	const plan = await writer.create(
		{ kind: "plan", title: "Build in May", project_id: project.id },
		"example",
	);
	const task = await writer.create(
		{
			kind: "task",
			title: "Order the roof felt",
			project_id: project.id,
			state_key: "blocked",
			description: "The shop wants the exact area; the drawing is still at the joiner's.",
			props: { priority: 1, due_at: "2026-05-02" },
		},
		"example",
	);
	await writer.link({ src_id: plan.id, rel: "has_task", dst_id: task.id }, "example");

	const session = await skein.as(you);
	const found = await session.search({ query: "roof" });
	console.log(found.results.map((result) => `${result.type}: ${result.title}`).join("\n"));

	const context = await session.buildContext({
		query: "Why is the felt not ordered?",
		focus: { id: task.id },
		budget: { total: 800 },
	});
	console.log(context.serialized);
	for (const item of context.sections.flatMap((section) => section.items)) {
		console.log(`${item.tokens} tokens: ${item.title}, because ${item.because.reason}`);
	}
} finally {
	await skein.close();
	await rm(folder, { recursive: true, force: true });
}
