import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ContextCollector, openSkein } from "skein";

/** Finds what a weather service warns about. A real one would ask the service; the rest stays the same. */
const weather: ContextCollector = {
	name: "weather",
	collect: ({ reader }) =>
		[...reader.graph.nodes()]
			.filter(({ title }) => title.startsWith("Roof"))
			.map(({ id }) => ({ id, relevance: 0.9, reason: "a storm is due" })),
};

/** Imports a folder of notes, chats about it without a language model, and exports everything. */
const folder = await mkdtemp(join(tmpdir(), "skein-example-"));
const notes = await mkdtemp(join(tmpdir(), "skein-notes-"));
await writeFile(join(notes, "Roof plan.md"), "The felt comes first, then the slates.\n");
await writeFile(join(notes, "Paint.md"), "Two coats of green.\n");
const skein = await openSkein({ dataFolder: folder, embedder: null, collectors: [weather] });
try {
	const workspace = await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
	const you = await skein.principal(workspace.id);
	const { entities } = await (await skein.as(you)).importFrom({ source: "markdown", path: notes });
	console.log(`${entities.created} entities came in`);

	const session = await skein.as(you);
	const context = await session.buildContext({ query: "What must be done before Friday?" });
	console.log(context.metadata.collectorsUsed.join(", "));
	for (const item of context.sections.flatMap((section) => section.items))
		console.log(`${item.title}, because ${item.because.reason}`);

	const run = await session.ask({ text: "What comes first in the roof plan?" });
	let answer = "";
	for await (const event of run.follow()) if (event.type === "text") answer += event.text;
	console.log(`answered: ${answer}`);

	let exported = "";
	for await (const chunk of session.exportAs("jsonl")) exported += Buffer.from(chunk).toString();
	console.log(`exported ${exported.trim().split("\n").length} lines`);
} finally {
	await skein.close();
	await rm(folder, { recursive: true, force: true });
	await rm(notes, { recursive: true, force: true });
}
