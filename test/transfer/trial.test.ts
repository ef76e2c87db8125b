import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { type ImportOptions, runImport } from "../../src/graph/transfer/run-import.ts";
import type { ImportReport } from "../../src/graph/transfer/source/import-report.ts";
import type { ImportSettings } from "../../src/graph/transfer/sources/survey-options.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";
import { type Files, Folders, writeFiles, zip } from "./write-folder.ts";

const folders = new Folders();
let db: Db;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
});
afterAll(async () => {
	await db.close();
	await folders.remove();
});

interface Case {
	readonly source: ImportOptions["source"];
	readonly named: string;
	/** The file to name, where it is not the folder. */
	readonly file?: string;
	/** One state of the source after the other. */
	readonly states: readonly Files[];
	readonly settings?: ImportSettings;
	/** A loss and a count that the runs must have, so that the comparison is of something. */
	readonly loses?: RegExp;
}

const issue = (number: number, more: object = {}) => ({
	...{ number, title: `Issue ${number}`, body: "", state: "open", user: { login: "ada" } },
	html_url: `https://github.com/stone/arch/issues/${number}`,
	...more,
});
const issues = (...list: readonly object[]): Files => ({ "issues.json": JSON.stringify(list) });

const linear = (...rows: readonly string[]): Files => ({
	"linear.csv": ["ID,Team,Title,Description,Status,Assignee,Parent issue,Blocked by", ...rows].join("\n"),
});

const jsonl = (...rows: readonly object[]): Files => ({
	"all.jsonl": [{ type: "workspace", row: { id: "w", name: "W" } }, ...rows]
		.map((row) => JSON.stringify(row))
		.join("\n"),
});
const entity = (id: string, more: object = {}) => ({
	type: "entity",
	row: { id, kind: "task", title: `Task ${id}`, ...more },
});
const edge = (src_id: string, rel: string, dst_id: string) => ({
	type: "edge",
	row: { src_id, rel, dst_id },
});

const rfc = (number: number, lines: string): string =>
	`---\nrfc: ${number}\n${lines}\n---\n\nText of ${number}.\n`;
const ID = (digit: string): string => digit.repeat(32);

const CASES: readonly Case[] = [
	{
		source: "markdown",
		named: "links of all forms, names that several things have, files, broken frontmatter",
		loses: /names that nothing here answers to/,
		states: [
			{
				"a/Same.md": "one [[Other]] [[Nowhere]] [[Same]]",
				"b/Same.md": "two [text](../Other.md) [gone](gone.md)",
				"Other.md": "[[Same]] [[a/Same]] ![[pic.png]] ![[lost.png]] [up](./a/)",
				"pic.png": "png",
				"Broken.md": "---\n{ [\n---\nText",
				"latin.md": new Uint8Array([0xe9, 0x20]),
			},
			{
				"a/Same.md": "one [[Other]] [[Nowhere]] [[New]]",
				"New.md": "[[Broken]] [[Same]] ((00000000-0000-4000-8000-000000000000))",
				"pic.png": "another",
				"c/Other.md": "a second of the name",
			},
		],
	},
	{
		source: "obsidian",
		named: "top folders as projects",
		settings: { foldersAsProjects: true },
		states: [
			{
				"one/A.md": "[[B]] [[C]]",
				"two/B.md": "[[A]]",
				"two/C.md": "[x](../one/A.md)",
				"Top.md": "[[A]] [[D]]",
			},
			{ "two/D.md": "[[Top]] [[A]]", "one/A.md": "[[B]]" },
		],
	},
	{
		source: "markdown",
		named: "a kind of frontmatter with relations, people and a state",
		loses: /requires/,
		states: [
			Object.fromEntries(
				[1, 2, 3, 4, 5, 6].map((number) => [
					`rfc-${number}.md`,
					rfc(
						number,
						`status: ${number % 2 ? "draft" : "final"}\nauthor: Ada Byron\nrequires: ${number === 6 ? 99 : 7 - number}`,
					),
				]),
			),
			{
				"rfc-1.md": rfc(1, "status: final\nauthor: Ben Stone\nrequires: 2"),
				"rfc-7.md": rfc(7, "status: odd\nauthor: Ada Byron, Cy\nrequires: 1, 2"),
			},
		],
	},
	{
		source: "notion",
		named: "pages and a database",
		file: "Export.zip",
		states: [],
	},
	{
		source: "github",
		named: "relations to what is not there, and a circle",
		states: [
			issues(issue(1, { body: "Blocked by #2" }), issue(2, { body: "Blocked by #1, see #9 and [[Arch]]" })),
			issues(issue(1, { title: "Renamed", state: "closed" }), issue(3, { body: "duplicate of #1" })),
		],
	},
	{
		source: "linear",
		named: "parents, people and a circle",
		states: [
			linear("ST-1,Stone,Lay,Text,Todo,ben@x.org,ST-2,ST-9", "ST-2,Stone,Order,,Done,,ST-1,ST-1"),
			linear("ST-1,Stone,Lay it,Text [[Order]],Done,cy@x.org,,", "ST-3,Stone,Third,,Odd,,ST-1,"),
		],
	},
	{
		source: "csv",
		named: "values that the field cannot hold, and rows that are not there",
		file: "t.csv",
		loses: /due_at/,
		settings: {
			mapping: {
				kind: "task",
				columns: {
					...{ id: { to: "id" }, Task: { to: "title" }, Text: { to: "body" } },
					When: { to: "field", name: "due_at", type: "date" },
					Cost: { to: "field", name: "estimate_hours", type: "number" },
					Needs: { to: "relation", rel: "depends_on" },
				},
			},
		},
		states: [
			{
				"t.csv":
					"id,Task,Text,When,Cost,Needs\n1,Dig,a [[Fill]],someday,much,Fill\n2,Fill,,2026-01-01,3,Dig\n3,Pave,,,,Moon\n",
			},
			{
				"t.csv":
					"id,Task,Text,When,Cost,Needs\n1,Dig,b,2026-01-02,4,\n2,Filled,,2026-01-01,3,Pave\n4,Pave,,,,Dig\n",
			},
		],
	},
	{
		source: "jsonl",
		named: "kinds, an item that the store refuses, lines without sense",
		loses: /^1 relation 1 blocks 8$/m,
		states: [
			jsonl(
				entity("1", { body: "[[Task 2]] [[Gone]]" }),
				entity("2", { state_key: "no such state" }),
				entity("3"),
				...[edge("1", "depends_on", "3"), edge("3", "depends_on", "1"), edge("1", "blocks", "8")],
				{ type: "nonsense", row: {} },
			),
			jsonl(entity("1", { body: "[[Task 3]]" }), entity("3"), entity("4"), edge("4", "depends_on", "1")),
		],
	},
];

/** The export of Notion in two states: an archive is made, not written. */
async function makeNotion(): Promise<readonly Files[]> {
	const page = (text: string): Files => ({
		[`Home ${ID("a")}.md`]: `# Home\n\n[Plan](Plan%20${ID("b")}.md) ${text}\n`,
		[`Plan ${ID("b")}.md`]: "# Plan\n\n[[Home]] ![x](x.png)\n",
		[`Crew ${ID("c")}.csv`]: "Name,Age,Lead\nAda,36,Ben\nBen,41,Nobody\n",
	});
	return [
		{ "Export.zip": await zip(page("[[Nowhere]]")) },
		{ "Export.zip": await zip({ ...page("[[Ada]]"), [`More ${ID("d")}.md`]: "# More\n\nText\n" }) },
	];
}

const TABLES = [
	...["entity", "edge", "link", "alias", "import_source", "attachment", "change", "change_row", "own_kind"],
	...["project_access", "import_mapping"],
];

const countRows = (): Promise<object[]> =>
	db.query(
		`SELECT ${TABLES.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(", ")},
			(SELECT sum(revision + permission_epoch) FROM workspace) AS moved`,
	);

/** All that a trial and the run it is a trial of have in common. */
function comparable({ plan: _, plan_total: __, seconds: ___, ...report }: ImportReport): object {
	return report;
}

describe("[T18] a dry run reports what the run reports, and writes nothing", () => {
	test.each(CASES)("$source: $named", async ({ source, file, settings, loses, states }) => {
		const bench = await Workbench.create(db);
		const folder = await folders.make();
		const path = file === undefined ? folder : join(folder, file);
		const said: string[] = [];
		const bring = async (dryRun: boolean): Promise<ImportReport> =>
			runImport({ imports: (await bench.as("ada")).imports, source, path, dryRun, ...settings });
		const all = states.length > 0 ? states : await makeNotion();
		for (const files of [...all, {}]) {
			await writeFiles(folder, files);
			const before = await countRows();
			const trial = await bring(true);
			expect(await countRows()).toEqual(before);
			const { entities, losses, ...real } = await bring(false);
			expect(comparable(trial)).toEqual(comparable({ entities, losses, ...real }));
			expect(trial.plan?.filter(({ action }) => action !== "keep")).toHaveLength(
				entities.created + entities.updated,
			);
			said.push(...losses.map(({ what, where }) => `${what} ${where}`));
		}
		if (loses) expect(said.join("\n")).toMatch(loses);
	});

	test("where somebody has changed or deleted things here, and to those who may not define kinds", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make({ "A.md": "[[B]]", "B.md": "[[A]]", "C.md": "[[A]] [[B]]" });
		const bring = async (person: "ada" | "ben", dryRun: boolean) =>
			runImport({ imports: (await bench.as(person)).imports, source: "markdown", path, dryRun });
		await bring("ada", false);
		const { reader, writer } = await bench.as("ada");
		const find = (title: string) => [...reader.graph.nodes()].find((node) => node.title === title)?.id ?? "";
		await writer.update({ id: find("A"), version: 1, patch: { title: "Elsewhere" }, via: "test" });
		await writer.commit([{ op: "delete", id: find("B"), version: 1 }], "test");
		await writeFiles(path, { "A.md": "[[C]]", "B.md": "changed", "C.md": "[[A]]", "D.md": "[[B]] [[A]]" });
		for (const person of ["ben", "ada"] as const) {
			const trial = await bring(person, true);
			const real = await bring(person, false);
			expect(comparable(trial)).toEqual(comparable(real));
			expect(real.losses.length).toBeGreaterThan(0);
		}
	});
});

test("[T18] the plan says what an update changes, and of how many steps it lists the first", async () => {
	const bench = await Workbench.create(db);
	const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
	const long = "word ".repeat(60);
	const people = (author: string) => rfc(1, `status: draft\nauthor: ${author}\nsize: 3`);
	const path = await folders.make({
		...Object.fromEntries(
			[2, 3, 4].map((at) => [`rfc-${at}.md`, rfc(at, "status: final\nauthor: Ben\nsize: 4")]),
		),
		"rfc-1.md": people("Ada"),
		"Long.md": [...lines, `${long}end`].join("\n"),
		"Old name.md": "the same",
	});
	const plan = async () =>
		runImport({ imports: (await bench.as("ada")).imports, source: "markdown", path, dryRun: true });
	await runImport({ imports: (await bench.as("ada")).imports, source: "markdown", path });
	await writeFiles(path, {
		"rfc-1.md": rfc(1, "status: final\nauthor: Ada, Cy\nsize: 5\nnew: yes"),
		"Long.md": [...lines.slice(0, 9), "changed", "added", ...lines.slice(10), `${long}end`].join("\n"),
		...Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`more/${at}.md`, "text"])),
	});
	const { plan: steps = [], plan_total } = await plan();
	expect(steps).toHaveLength(300);
	expect(plan_total).toBe(403);
	const changesOf = (where: string) => steps.find((step) => step.where === where)?.changes;
	expect(changesOf("Long.md")).toEqual([
		{ field: "text", before: "line 9", after: "changed", lines: { first: 10, before: 1, after: 2 } },
	]);
	expect(changesOf("rfc-1.md")).toEqual([
		{ field: "state", before: "draft", after: "final" },
		{ field: "size", before: "3", after: "5" },
		{ field: "author", before: "Ada", after: "Ada, Cy" },
		{ field: "new", before: "", after: "yes" },
	]);
	expect(steps.find(({ where }) => where === "more/0.md")).not.toHaveProperty("changes");
});

test("[T18] a change in the middle of a long paragraph is shown from shortly before it", async () => {
	const bench = await Workbench.create(db);
	const long = "word ".repeat(60);
	const path = await folders.make({ "Long.md": `${long}end` });
	await runImport({ imports: (await bench.as("ada")).imports, source: "markdown", path });
	await writeFiles(path, { "Long.md": `${long}other ${long}` });
	const { plan } = await runImport({
		...{ imports: (await bench.as("ada")).imports, source: "markdown", path, dryRun: true },
	});
	const [change] = plan?.[0]?.changes ?? [];
	expect(change?.before).toMatch(/^…[word ]{25,30}end$/);
	expect(change?.after).toMatch(/^…[word ]{25,30}other word .*…$/);
});

test("[T18] a trial of more things than can be tried at once says so", async () => {
	const bench = await Workbench.create(db);
	const rows = Array.from({ length: 10_001 }, (_, at) => `${at},Row ${at}`);
	const folder = await folders.make({ "t.csv": ["id,Task", ...rows].join("\n") });
	const before = await countRows();
	const { entities, losses, plan, plan_total } = await runImport({
		imports: (await bench.as("ada")).imports,
		...{ source: "csv", path: join(folder, "t.csv"), dryRun: true },
	});
	expect(entities.created).toBe(10_001);
	expect([plan?.length, plan_total]).toEqual([300, 10_001]);
	expect(losses).toEqual([expect.objectContaining({ where: "10001 things" })]);
	expect(await countRows()).toEqual(before);
});
