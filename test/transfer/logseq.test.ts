import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/project.mjs";
import type { Entity } from "../../src/graph/model/entity.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import type { ImportReport } from "../../src/graph/transfer/source/import-report.ts";
import { makeDayReader, printDay } from "../../src/graph/transfer/sources/logseq/day-format.ts";
import { readPageFields } from "../../src/graph/transfer/sources/logseq/page-properties.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";
import { readDocsTable } from "./read-docs-table.ts";
import { type Files, Folders } from "./write-folder.ts";

const folders = new Folders();
let db: Db;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
});
afterAll(async () => {
	await db.close();
	await folders.remove();
});

class Graph {
	readonly bench: Workbench;
	readonly report: ImportReport;
	readonly path: string;

	private constructor(bench: Workbench, report: ImportReport, path: string) {
		this.bench = bench;
		this.report = report;
		this.path = path;
	}

	static async bring(path: string, source = "logseq"): Promise<Graph> {
		const bench = await Workbench.create(db);
		const { imports } = await bench.as("ada");
		return new Graph(bench, await runImport({ imports, source, path }), path);
	}

	async find(title: string): Promise<Entity> {
		const { reader } = await this.bench.as("ada");
		const node = [...reader.graph.nodes()].find((candidate) => candidate.title === title);
		return reader.rows.get(node?.id ?? title);
	}

	async edgesOf(title: string): Promise<readonly string[]> {
		return this.bench.edgesOf("ada", (await this.find(title)).id);
	}

	get losses(): string {
		return this.report.losses.map(({ what, where }) => `${what}: ${where}`).join("\n");
	}
}

/** The fixture, in a folder whose name the kind can be called by. */
async function copyFixture(): Promise<string> {
	const path = join(await folders.make(), "Harbours");
	await cp(join(root, "src/graph/transfer/sources/logseq/fixture"), path, { recursive: true });
	return path;
}

const bringFiles = async (files: Files, source?: string): Promise<Graph> =>
	Graph.bring(await folders.make(files), source);

describe("[T22] a Logseq graph carries what its table says", () => {
	let graph: Graph;
	beforeAll(async () => {
		graph = await Graph.bring(await copyFixture());
	});

	const checks: Readonly<Record<string, () => Promise<void>>> = {
		"a page, `A___B.md` or `A%2FB.md`": async () => {
			expect(await graph.find("Harbour/Crane")).toBeDefined();
			expect(await graph.find("Harbour/North/Gate")).toBeDefined();
		},
		"a journal, `journals/2024_03_01.md`": async () => {
			expect(await graph.find("Fri, Mar 1st, 2024")).toMatchObject({
				kind: "note",
				aliases: ["2024-03-01", "2024_03_01"],
				created_at: "2024-03-01T00:00:00.000Z",
				props: { frontmatter: { journal_day: "2024-03-01" } },
			});
			expect((await graph.find("Thu, Feb 29th, 2024")).props.frontmatter).toEqual({
				journal_day: "2024-02-29",
			});
		},
		"`A/B` where there is a page `A`": async () => {
			for (const page of ["Harbour/Crane", "Harbour/North/Gate"])
				expect(await graph.edgesOf(page)).toContain("relates_to>Harbour");
		},
		"`alias::`": async () => expect((await graph.find("Harbour")).aliases).toEqual(["Port", "The docks"]),
		"`tags::`, `#tag`, `#[[two words]]`": async () => {
			expect((await graph.find("Harbour")).props.tags).toEqual(["place", "North sea", "Tide", "big work"]);
			expect(await graph.edgesOf("Harbour")).toContain("references>Tide");
		},
		"`key:: [[Page]], [[Other]]` in the first lines of pages": async () => {
			expect(await graph.edgesOf("Harbour/Crane")).toEqual(
				expect.arrayContaining(["keeper>Ada Byron", "keeper>Ben"]),
			);
			expect(graph.losses).toContain("[[Nobody here]]");
		},
		"other properties of pages": async () => {
			expect(await graph.find("Harbour")).toMatchObject({
				kind: "Harbour",
				props: { opened: "1901-05-02", gates: 2, depth: 12 },
			});
			expect(await graph.find("Harbour/North/Gate")).toMatchObject({ kind: "Harbour", props: { gates: 3 } });
		},
		"`[[Page]]`, `{{embed [[Page]]}}`": async () => {
			expect(await graph.edgesOf("Fri, Mar 1st, 2024")).toContain("mentions>Harbour (link)");
			expect(await graph.edgesOf("Harbour")).toContain("mentions>Fri, Mar 1st, 2024 (link)");
			expect(await graph.edgesOf("Harbour/Crane")).toContain("mentions>Tide (link)");
		},
		"`((block))`, `{{embed ((block))}}`": async () => {
			expect(await graph.edgesOf("Harbour/Crane")).toContain("references>Harbour");
			expect(graph.losses).toContain("1 block reference: pages/Harbour___Crane.md");
		},
		"pictures and files in `assets/`": async () => {
			expect(Object.keys((await graph.find("Harbour")).held_files)).toEqual(["assets/map.png"]);
		},
		"`id::`, `collapsed::`, `TODO`, `SCHEDULED:`, `{{query}}` and all other text": async () => {
			const { body } = await graph.find("Harbour");
			expect(body).toMatch(
				/^alias:: Port[\s\S]*- TODO Paint the lamps\n {2}SCHEDULED: <2024-03-04 Mon>\n- \{\{query/,
			);
			expect(body).toContain("  id:: 65f0a1b2-0000-4000-8000-000000000001\n");
		},
	};

	test.each(readDocsTable("Logseq"))("%s", async (row) => {
		expect(Object.keys(checks)).toContain(row);
		await checks[row]?.();
	});

	test("each row that is checked is in the table", () => {
		expect(Object.keys(checks)).toEqual(readDocsTable("Logseq"));
	});

	test("a second run changes nothing, and neither does one as Markdown", async () => {
		const { imports } = await graph.bench.as("ada");
		for (const source of ["logseq", "markdown"]) {
			const { entities, edges } = await runImport({ imports, source, path: graph.path });
			expect([entities, edges.created]).toEqual([{ created: 0, updated: 0, skipped: 8 }, 0]);
		}
	});
});

describe("a graph", () => {
	test("is known by its settings, and these are no pages; without them nothing is guessed", async () => {
		const files = {
			"logseq/config.edn": "{}",
			"logseq/bak/pages/A/old.md": "old",
			"journals/2024_03_01.md": "- day",
		};
		const known = await bringFiles(files, "markdown");
		expect(known.report.entities.created).toBe(1);
		expect(known.losses).toBe("");
		expect(await known.find("Mar 1st, 2024")).toBeDefined();
		const plain = await bringFiles({ "journals/2024_03_01.md": "- day" }, "markdown");
		expect(await plain.find("2024_03_01")).toMatchObject({ aliases: [] });
		const named = await bringFiles({ "journals/2024_03_01.md": "- day" });
		expect(await named.find("Mar 1st, 2024")).toBeDefined();
	});

	test("an archive of it has its folder in front", async () => {
		const graph = await bringFiles({
			"Mine/logseq/config.edn": ':journals-directory "days"',
			"Mine/logseq/custom.css": "b {}",
			"Mine/days/2024_12_03.md": "- day",
		});
		expect(graph.losses).toBe("");
		expect(await graph.find("Dec 3rd, 2024")).toBeDefined();
	});
});

describe("days", () => {
	test.each([
		["MMM do, yyyy", "2024-03-01", "Mar 1st, 2024"],
		["EEEE, dd.MM.yyyy", "2024-03-11", "Monday, 11.03.2024"],
		["do MMMM yy", "2024-11-12", "12th November 24"],
		["yyyy/MM/dd E", "2024-05-22", "2024/05/22 Wed"],
	])("%s of %s is %s", (format, day, printed) => expect(printDay(day, format)).toBe(printed));

	test.each([
		["yyyy_MM_dd", "2024_03_01", "2024-03-01"],
		["dd.MM.yyyy", "01.03.2024", "2024-03-01"],
		["yyyy-MM-dd", "2024-02-30", undefined],
		["MMM do, yyyy", "Mar 1st, 2024", undefined],
		["yyyy", "2024", undefined],
		["yyyy(MM)+dd", "2024(03)+01", "2024-03-01"],
		["yyyy yyyy MM dd", "2024 2024 03 01", undefined],
	])("%s reads %s as %s", (format, text, day) => expect(makeDayReader(format)(text)).toBe(day));
});

test.each([
	["a:: [[One, two]], #three", { a: ["[[One, two]]", "[[three]]"] }],
	["- a:: 1\n  b:: 2\n- c:: 3", { a: "1", b: "2" }],
	["a:: see [[One]]", { a: "see [[One]]" }],
	["icon:: x\nquery-table:: true\na::", {}],
	["text\na:: 1", {}],
])("the properties of %j are %j", (body, fields) => expect(readPageFields(body)).toEqual(fields));

test("[T22] a journal is found by the name of its file, too, by which other programs link to it", async () => {
	const path = await folders.make({
		"logseq/config.edn": "{}",
		"journals/2024_03_01.md": "- A day.\n",
		"pages/Plan.md": "- After [[2024_03_01]], [[2024-03-01]] and [[Mar 1st, 2024]].\n",
	});
	const { report } = await Graph.bring(path, "obsidian");
	expect(report.edges).toMatchObject({ resolved: 3, unresolved: 0 });
});
