import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSkein } from "skein";

/** The same question, asked by the owner and by a guest: an answer never holds anything its reader may not read. */
const folder = await mkdtemp(join(tmpdir(), "skein-example-"));
const skein = await openSkein({ dataFolder: folder, embedder: null });
try {
	const workspace = await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
	const you = await skein.principal(workspace.id);
	const owner = await skein.as(you);
	const guest = await owner.members.add({
		email: "joiner@example.org",
		display_name: "Joiner",
		role: "guest",
	});

	const shed = await owner.writer.create({ kind: "project", title: "Garden shed" }, "example");
	await owner.projectMembers.setMember(shed.id, guest.id, "viewer");
	const inShed = { kind: "note", project_id: shed.id } as const;
	await owner.writer.create({ ...inShed, title: "Roof", body: "Felt, then slates." }, "example");
	await owner.writer.create(
		{ ...inShed, title: "Roof budget", body: "No more than 900.", visibility: "private" },
		"example",
	);

	for (const person of [undefined, "joiner@example.org"]) {
		const session = await skein.as(await skein.principal(workspace.id, person));
		const { results, total } = await session.search({ query: "roof" });
		console.log(`${person ?? "owner"}: ${total} found, ${results.map(({ title }) => title).join(" and ")}`);
	}
} finally {
	await skein.close();
	await rm(folder, { recursive: true, force: true });
}
