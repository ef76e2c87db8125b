import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { exportFiles, exportWorkspace } from "../../src/graph/transfer/export/export-workspace.ts";
import { writeExportFile, writeExportFolder } from "../../src/graph/transfer/export/write-export.ts";
import { openSourceFiles } from "../../src/graph/transfer/files/open-source-files.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import { parseCsv } from "../../src/graph/transfer/tables/parse-csv.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";
import { Folders } from "./write-folder.ts";

const folders = new Folders();
let db: Db;
let bench: Workbench;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
	bench = await Workbench.create(db);
	const project = await bench.project("Bridge: north");
	const plan = await bench.create("ada", { kind: "plan", title: "Summer", project_id: project });
	const survey = await bench.create("ada", {
		kind: "note",
		title: "Survey",
		body: "Of [[Summer]]",
		props: { tags: ["stone"], frontmatter: { rating: 4, at: "12:30" } },
	});
	const renamed = await bench.create("ada", { kind: "note", title: "Old name" });
	const task = await bench.create("ada", {
		kind: "task",
		title: "What/why?",
		project_id: project,
		body: "See [[Survey]] and [[Old name#Part]] and ![[survey|the survey]].\n",
		props: {
			priority: 2,
			assignees: ["Ben"],
			note: "=1+1",
			feed: "\n=1+1",
			wide: "＝1+1",
			hidden: "\u200b@SUM(A1)",
			minus: "-2.5",
		},
	});
	await bench.create("ada", { kind: "note", title: "survey", visibility: "private" });
	await bench.create("cy", { kind: "note", title: "Of Cy alone", visibility: "private" });
	await bench.commit(
		"ada",
		{ op: "update", id: renamed.id, version: 1, patch: { title: "CON" } },
		{ op: "link", edge: { src_id: plan.id, rel: "has_task", dst_id: task.id } },
		{ op: "link", edge: { src_id: task.id, rel: "references", dst_id: survey.id } },
	);
});
afterAll(async () => {
	await db.close();
	await folders.remove();
});

const readFrontmatter = (text: string) => {
	const [, yaml = "", body = ""] = /^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(text) ?? [];
	return { fields: parse(yaml) as Record<string, unknown>, body };
};

test("[T3] a vault: a note for each entity, its fields as frontmatter, links that lead to files", async () => {
	const files = new Map<string, string>();
	for await (const { path, content } of exportFiles(await bench.as("ada"), "markdown"))
		files.set(path, String(content));
	expect([...files.keys()].sort()).toEqual([
		"Bridge- north/Bridge- north.md",
		"Bridge- north/plans/Summer.md",
		"Bridge- north/tasks/What-why-.md",
		"notes/CON_.md",
		"notes/Survey.md",
		"notes/survey 2.md",
	]);
	const task = readFrontmatter(files.get("Bridge- north/tasks/What-why-.md") ?? "");
	expect(task.fields).toMatchObject({
		title: "What/why?",
		kind: "task",
		state: "todo",
		priority: 2,
		references: ["[[notes/Survey|Survey]]"],
	});
	expect(task.body).toBe(
		"See [[notes/Survey|Survey]] and [[CON_#Part|Old name]] and ![[notes/Survey|the survey]].\n",
	);
	const survey = readFrontmatter(files.get("notes/Survey.md") ?? "");
	expect(survey.fields).toMatchObject({ rating: 4, at: "12:30", tags: ["stone"] });
	expect(survey.body).toBe("Of [[Summer]]");
	const plan = readFrontmatter(files.get("Bridge- north/plans/Summer.md") ?? "");
	expect(plan.fields.has_task).toEqual(["[[What-why-|What/why?]]"]);
});

test("[T3] the vault can be imported again, and its links are edges", async () => {
	const folder = join(await folders.make(), "vault");
	expect(await writeExportFolder(folder, exportFiles(await bench.as("ada"), "markdown"))).toBe(6);
	await expect(writeExportFolder(folder, exportFiles(await bench.as("ada"), "csv"))).rejects.toMatchObject({
		code: "folder_not_empty",
	});
	const other = await Workbench.create(db);
	const report = await runImport({
		imports: (await other.as("ada")).imports,
		source: "obsidian",
		path: folder,
	});
	expect(report.entities.created).toBe(6);
	expect(report.losses).toEqual([]);
	expect(report.edges.unresolved).toBe(0);
});

test("[T14] a table for each kind, which runs no formula", async () => {
	const file = join(await folders.make(), "tables.zip");
	await writeExportFile(file, exportWorkspace(await bench.as("ada"), { format: "csv" }));
	const opened = await openSourceFiles(file);
	const texts = new Map<string, string>();
	for (const entry of opened.files) texts.set(entry.path, Buffer.from((await entry.read()).bytes).toString());
	await opened.close();
	expect([...texts.keys()]).toEqual(["note.csv", "plan.csv", "project.csv", "relations.csv", "task.csv"]);
	const { header, rows } = parseCsv(texts.get("task.csv") ?? "");
	const row = Object.fromEntries(header.map((name, index) => [name, rows[0]?.[index]]));
	expect(row).toMatchObject({ title: "What/why?", priority: "2", assignees: "Ben", note: "'=1+1" });
	expect(row).toMatchObject({ feed: "'\n=1+1", wide: "'＝1+1", hidden: "'\u200b@SUM(A1)", minus: "-2.5" });
	expect(
		parseCsv(texts.get("relations.csv") ?? "").rows.filter((cells) => cells[5] === "stated"),
	).toHaveLength(2);
});

test("lines of JSON are one object each, the last of which says how many there are", async () => {
	const chunks: Uint8Array[] = [];
	for await (const chunk of exportWorkspace(await bench.as("ada"), { format: "jsonl" })) chunks.push(chunk);
	const lines = Buffer.concat(chunks)
		.toString()
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	expect(lines[0]).toEqual({ type: "skein", format: "skein", version: 2, include: [] });
	expect(lines.at(-1)).toEqual({ type: "end", rows: lines.length - 3 });
	expect(JSON.stringify(lines)).not.toContain("Of Cy alone");
});
