import { createInterface } from "node:readline";
import { openSkein } from "../../dist/open-skein.js";

/** Writes a note for each title on a line of its input, and repeats the line once the note is stored. */
const [databaseUrl = ""] = process.argv.slice(2);
const skein = await openSkein({ databaseUrl, embedder: null });
const workspace = await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
const { writer } = await skein.as(await skein.principal(workspace.id));
process.stdout.write("ready\n");

for await (const title of createInterface({ input: process.stdin })) {
	await writer.commit([{ op: "create", entity: { kind: "note", title } }], "test");
	process.stdout.write(`${title}\n`);
}
await skein.close();
