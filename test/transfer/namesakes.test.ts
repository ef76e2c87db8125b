import { afterAll, beforeAll, expect, test } from "vitest";
import { callTool } from "../../src/chat/call-tool.ts";
import { buildContext } from "../../src/context/build-context.ts";
import { searchEntities } from "../../src/graph/search/search-entities.ts";
import { suggestEntities } from "../../src/graph/search/suggest-entities.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { type Person, Workbench } from "../support/workbench.ts";
import { Folders } from "./write-folder.ts";

const folders = new Folders();
let db: Db;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
});
afterAll(async () => {
	await db.close();
	await folders.remove();
});

async function bring(bench: Workbench, visibility: "inherit" | "private" = "inherit"): Promise<void> {
	const path = await folders.make({
		"north/Survey.md": "The arch of the bridge.\n",
		"south/Survey.md": "The pier of the bridge.\n",
		"Lone.md": "A bridge alone.\n",
	});
	await runImport({ imports: (await bench.as("ada")).imports, source: "markdown", path, visibility });
}

const callAs = async (bench: Workbench, person: Person, name: string, input: object) =>
	callTool({ name, input, session: await bench.as(person), door: "mcp" });

test("[T20] things of one title are distinguished by the folders they came from, wherever they are listed", async () => {
	const bench = await Workbench.create(db);
	await bring(bench);
	const { reader, activity } = await bench.as("ada");

	const offered = await suggestEntities({ reader, activity }, { trigger: "[[", q: "Survey" });
	expect(offered.map(({ folder }) => folder).sort()).toEqual(["north", "south"]);
	const [lone] = await suggestEntities({ reader, activity }, { q: "Lone" });
	expect(lone).not.toHaveProperty("folder");

	const { results } = await searchEntities(reader, { query: "bridge", limit: 10 });
	expect(results.map(({ title, folder }) => `${title} ${folder}`).sort()).toEqual([
		"Lone undefined",
		"Survey north",
		"Survey south",
	]);

	const search = await callAs(bench, "ada", "search_ontology", { query: "Survey" });
	expect(search.text).toMatch(/\*\*Survey\*\* \[\w+\] in north/);
	const query = await callAs(bench, "ada", "run_query", { query: "SELECT n FROM note" });
	expect(query.text).toMatch(/\*\*Survey\*\* \[\w+\] in south/);
	const refused = callAs(bench, "ada", "get_entity_details", { entity_id: "Survey" });
	await expect(refused).rejects.toThrow(/in north[\s\S]*in south|in south[\s\S]*in north/);

	const { serialized } = await buildContext({
		reader,
		request: { query: "Survey", now: new Date().toISOString(), type: "chat" as const },
	});
	expect(serialized).toContain("[in north]");
	expect(serialized).toContain("[in south]");
});

test("[T20] what a reader may not see distinguishes nothing", async () => {
	const bench = await Workbench.create(db);
	await bring(bench, "private");
	await bench.create("ben", {
		kind: "note",
		title: "Survey",
		body: "Mine.",
		props: { source: { path: "x/S.md" } },
	});
	const { reader, activity } = await bench.as("ben");
	const [own, ...others] = await suggestEntities({ reader, activity }, { q: "Survey" });
	expect(others).toEqual([]);
	expect(own).not.toHaveProperty("folder");
});

test("[T20] a list of thousands of one title takes no longer than another", async () => {
	const bench = await Workbench.create(db);
	const places = Array.from({ length: 2_000 }, (_, at) => `${at}/notes.md`);
	await bench.commit(
		"ada",
		...places.map((path) => ({
			op: "create" as const,
			entity: { kind: "note", title: "notes", props: { source: { path } } },
		})),
	);
	const { graph } = (await bench.as("ada")).reader;
	const nodes = [...graph.nodes()];
	const started = performance.now();
	const folders = new Set(nodes.map((node) => graph.folderOf(node)));
	// Each of them against all the others takes more than a second.
	expect(performance.now() - started).toBeLessThan(500);
	expect(folders.size).toBe(places.length);
});
