import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSkein } from "skein";

/** Two people change the same task; the slower one gets a conflict, and a change is undone. */
const folder = await mkdtemp(join(tmpdir(), "skein-example-"));
const skein = await openSkein({ dataFolder: folder, embedder: null });
try {
	const workspace = await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
	const you = await skein.principal(workspace.id);
	const { writer } = await skein.as(you);
	const project = await writer.create({ kind: "project", title: "Garden shed" }, "example");
	const task = await writer.create({ kind: "task", title: "Paint it", project_id: project.id }, "example");

	const { change_id: painted } = await writer.commit(
		[{ op: "update", id: task.id, version: task.version, patch: { state_key: "done" } }],
		"example",
	);
	try {
		await writer.update({
			id: task.id,
			version: task.version,
			patch: { title: "Paint it green" },
			via: "example",
		});
	} catch (error) {
		console.log(`refused: ${(error as { code: string }).code}`);
	}
	await writer.undo(painted ?? "", "example");

	const { reader, log } = await skein.as(you);
	console.log(`now: ${(await reader.rows.get(task.id)).state_key}`);
	for (const { rows } of await log.list({ entityId: task.id, limit: 10, withImages: false })) {
		console.log(rows.map(({ verb, title, fields }) => `${verb} ${title}: ${fields?.join(", ")}`).join("\n"));
	}
} finally {
	await skein.close();
	await rm(folder, { recursive: true, force: true });
}
