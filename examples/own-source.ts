import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ImportItem, makeItem, openSkein, type Source } from "skein";

/** Lists in the format of todo.txt: `x Paint the door +Bridge @ada`, a line for each task. */
const todoTxt: Source = {
	name: "todo-txt",
	label: "A list in todo.txt",
	takes: "a file called todo.txt, or a folder with some",
	endings: ["txt"],
	async read({ files }) {
		const items: ImportItem[] = [];
		const projects = new Map<string, ImportItem>();
		for (const file of files.files.filter(({ path }) => path.endsWith("todo.txt"))) {
			const lines = new TextDecoder().decode((await file.read()).bytes).split("\n");
			for (const line of lines.filter((text) => text.trim() !== "")) {
				const title = line.replace(/^x /, "").trim();
				const [, project] = /\+(\S+)/.exec(line) ?? [];
				if (project !== undefined)
					projects.set(
						project,
						makeItem({ externalId: project, entity: { kind: "project", title: project } }),
					);
				items.push(
					makeItem({
						externalId: `${file.path} ${title}`,
						...(project !== undefined && { project }),
						entity: { kind: "task", title, state_key: line.startsWith("x ") ? "done" : "todo" },
					}),
				);
			}
		}
		// A project comes before the tasks that it holds.
		return {
			source: `todo-txt:${files.root}`,
			items: [...projects.values(), ...items],
			...{ kinds: [], fields: [], losses: files.losses },
		};
	},
};

/** Imports a list of tasks through a source of its own, twice: the second run changes nothing. */
const folder = await mkdtemp(join(tmpdir(), "skein-example-"));
await writeFile(join(folder, "todo.txt"), "Order the felt +Roof\nx Measure the roof +Roof\nCall Ada\n");
const skein = await openSkein({ dataFolder: join(folder, "data"), embedder: null, sources: [todoTxt] });
try {
	const workspace = await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
	const session = await skein.as(await skein.principal(workspace.id));
	for (let run = 1; run <= 2; run += 1) {
		const { entities } = await session.importFrom({ source: "todo-txt", path: join(folder, "todo.txt") });
		console.log(`${entities.created} created, ${entities.skipped} unchanged`);
	}
} finally {
	await skein.close();
	await rm(folder, { recursive: true, force: true });
}
