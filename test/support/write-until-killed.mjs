import { openSkein } from "../../dist/open-skein.js";

/** Writes pairs of linked notes into the folder it is given, says so after each, and never ends by itself. */
const [dataFolder = "", first = "0"] = process.argv.slice(2);
const skein = await openSkein({ dataFolder });
const workspace = await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
const { writer } = await skein.as(await skein.principal(workspace.id));

for (let number = Number(first); ; number += 1) {
	await writer.commit(
		[
			{ op: "create", entity: { kind: "note", title: `Left ${number}`, body: `[[Right ${number}]]` } },
			{ op: "create", entity: { kind: "note", title: `Right ${number}`, body: "x".repeat(number % 5_000) } },
		],
		"kill test",
	);
	process.stdout.write(`${number}\n`);
}
