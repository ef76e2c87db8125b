import { openSkein } from "../../dist/open-skein.js";

/**
 * Opens a data folder, with `fill` writes a workspace into it whose graph is built in a thread and saved as a snapshot, and prints
 * what the graph answers. Ends when the snapshot is written.
 */
const [dataFolder = "", isFilled = ""] = process.argv.slice(2);
const skein = await openSkein({ dataFolder });
const workspace = await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
const principal = await skein.principal(workspace.id);
if (isFilled === "fill") {
	const { writer } = await skein.as(principal);
	for (let batch = 0; batch < 24; batch += 1) {
		/** @type {import("../../dist/graph/model/operation.js").Operation[]} */
		const operations = Array.from({ length: 100 }, (_, index) => {
			const number = batch * 100 + index;
			const words = Array.from({ length: 600 }, (_, at) => `word${(number * 7_919 + at * 31) % 90_000}`);
			return {
				op: "create",
				entity: { kind: "note", title: `Note ${number}`, body: `[[Note ${number - 1}]] ${words.join(" ")}` },
			};
		});
		await writer.commit(operations, "snapshot test");
	}
}
const { reader } = await skein.as(principal);
const hits = ["word7919", "Note 42", "word31 word62"].map((query) =>
	reader.graph.search({ query, limit: 10 }).hits.map(({ node, score }) => [node.title, score.toFixed(6)]),
);
const links = reader.graph.linksOf(reader.graph.find("Note 42")?.id ?? "").length;
process.stdout.write(`${JSON.stringify({ size: reader.graph.size, links, hits })}\n`);
await skein.close();
