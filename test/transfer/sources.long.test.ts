import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entity } from "../../src/graph/model/entity.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { exportWorkspace } from "../../src/graph/transfer/export/export-workspace.ts";
import { writeExportFile } from "../../src/graph/transfer/export/write-export.ts";
import { type ImportOptions, runImport } from "../../src/graph/transfer/run-import.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";
import { makeDocx, word } from "./make-docx.ts";
import { Folders, writeFiles, zip } from "./write-folder.ts";

const folders = new Folders();
let db: Db;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
});
afterAll(async () => {
	await db.close();
	await folders.remove();
});

type Options = Pick<ImportOptions, "source" | "path"> & Partial<ImportOptions>;
const bring = async (bench: Workbench, options: Options) =>
	runImport({ imports: (await bench.as("ada")).imports, ...options });

async function find(bench: Workbench, title: string): Promise<Entity> {
	const { reader } = await bench.as("ada");
	const node = [...reader.graph.nodes()].find((candidate) => candidate.title === title);
	return reader.rows.get(node?.id ?? title);
}

const edgesOf = async (bench: Workbench, title: string) =>
	bench.edgesOf("ada", (await find(bench, title)).id);

const ID = (digit: string): string => digit.repeat(32);

describe("Notion", () => {
	const files = {
		[`Home ${ID("a")}.md`]: `# Home\n\nSee [Bridge plan](Home%20${ID("a")}/Bridge%20plan%20${ID("b")}.md) and [Crew](Home%20${ID("a")}/Crew%20${ID("c")}.csv).\n\n![site](Home%20${ID("a")}/site.png)\n`,
		[`Home ${ID("a")}/site.png`]: "png",
		[`Home ${ID("a")}/Bridge plan ${ID("b")}.md`]: "# Bridge plan\n\nText.\n",
		[`Home ${ID("a")}/Crew ${ID("c")}.csv`]: "Name,Age\nAda,36\n",
		[`Home ${ID("a")}/Crew ${ID("c")}_all.csv`]:
			'Name,Age,Email,Works on,Level\nAda,36,ada@example.org,Arch (https://www.notion.so/Arch?pvs=21),senior\nBen,41,ben@example.org,"Arch, Cable",junior\nCy,,cy@example.org,Cable,junior\nDot,20,,,senior\nEve,21,,,senior\nFay,22,,,junior\n',
		[`Home ${ID("a")}/Crew ${ID("c")}/Ada ${ID("d")}.md`]:
			"# Ada\n\nAge: 36\nEmail: ada@example.org\nWorks on: Arch\n\nLikes stone.\n",
		[`Home ${ID("a")}/Works ${ID("e")}_all.csv`]: 'Work,Due\nArch,"March 1, 2026"\nCable,2026-04-01\n',
		"picture.png": "png",
	};

	test("pages, databases, rows with their pages, relations by name; nested archives; a second run changes nothing", async () => {
		const bench = await Workbench.create(db);
		const inner = await zip(files);
		const folder = await folders.make({ "Export.zip": await zip({ "Export-Part-1.zip": inner }) });
		const path = join(folder, "Export.zip");
		const dry = await bring(bench, { source: "notion", path, dryRun: true });
		expect(dry.entities.created).toBe(12);
		expect(dry.fields).toContainEqual({ kind: "Crew", name: "age", type: "number", count: 5 });
		expect(dry.fields).toContainEqual({ kind: "Crew", name: "level", type: "select", count: 6 });
		expect(dry.fields).toContainEqual({ kind: "Works", name: "due", type: "date", count: 2 });

		const report = await bring(bench, { source: "notion", path });
		expect(report.entities).toEqual({ created: 12, updated: 0, skipped: 0 });
		expect(report.losses).toEqual([expect.objectContaining({ what: "1 file", where: "picture.png" })]);
		expect(report.files).toEqual({ kept: 1 });
		const ada = await find(bench, "Ada");
		expect(ada).toMatchObject({ kind: "Crew", body: "Likes stone.\n" });
		expect(ada.props).toMatchObject({ age: 36, email: "ada@example.org", level: "senior" });
		expect(ada.props.works_on).toEqual([(await find(bench, "Arch")).id]);
		expect(await edgesOf(bench, "Ben")).toEqual(["works_on>Arch (field)", "works_on>Cable (field)"]);
		expect((await find(bench, "Home")).body).toContain("See [[Bridge plan]] and [[Crew]].");
		expect(await edgesOf(bench, "Home")).toEqual([
			"mentions>Bridge plan (link)",
			"mentions>Crew (link)",
			"relates_to>Bridge plan",
			"relates_to>Crew",
			"relates_to>Works",
		]);

		const again = await bring(bench, { source: "notion", path });
		expect(again.entities).toEqual({ created: 0, updated: 0, skipped: 12 });
		expect(again.edges.created).toBe(0);
	});
});

describe("GitHub", () => {
	const url = "https://github.com/stone/arch";
	const issue = (number: number, more: object = {}) => ({
		number,
		title: `Issue ${number}`,
		body: "",
		state: "open",
		html_url: `${url}/issues/${number}`,
		user: { login: "ada" },
		labels: [{ name: "bug", color: "f00" }],
		created_at: "2026-01-02T03:04:05Z",
		updated_at: "2026-01-03T03:04:05Z",
		...more,
	});
	const milestone = {
		number: 1,
		title: "Spring",
		due_on: "2026-04-01T00:00:00Z",
		open_issues: 2,
		state: "open",
	};
	const pull = issue(3, {
		title: "Lay stones",
		body: "Closes #1",
		state: "closed",
		html_url: `${url}/pull/3`,
		pull_request: { merged_at: "2026-01-04T00:00:00Z" },
	});
	const pages = [
		[
			issue(1, { milestone, assignees: [{ login: "ben" }] }),
			issue(2, { body: "Blocked by #1, see `#9` and #3", state: "closed" }),
		],
		[pull],
	];
	const comments = [
		{
			id: 7,
			body: "Depends on #1",
			user: { login: "cy" },
			issue_url: `https://api.github.com/repos/stone/arch/issues/2`,
		},
	];

	test("issues, pull requests, milestones, comments, people, and what refers to what", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make({
			"issues.json": pages.map((page) => JSON.stringify(page)).join(""),
			"comments.jsonl": comments.map((comment) => JSON.stringify(comment)).join("\n"),
			"labels.json": JSON.stringify([{ name: "bug", color: "f00" }]),
			"broken.json": '[{"number": 4',
		});
		const report = await bring(bench, { source: "github", path });
		expect(report.losses).toEqual([expect.objectContaining({ where: "broken.json" })]);
		expect(report.entities.created).toBe(7);
		const second = await find(bench, "Issue 2");
		expect(second).toMatchObject({ kind: "task", state_key: "done", created_at: "2026-01-02T03:04:05.000Z" });
		expect(second.body).toContain("### cy");
		expect(second.project_id).toBe((await find(bench, "arch")).id);
		expect(await find(bench, "Lay stones")).toMatchObject({ kind: "output", state_key: "published" });
		expect(await edgesOf(bench, "Issue 1")).toEqual([
			"assigned_to>ben",
			"authored_by>ada",
			"blocks>Issue 2",
			"depends_on<Issue 2",
			"produces>Lay stones",
			"targets_milestone>Spring",
		]);
		expect(await edgesOf(bench, "Issue 2")).toEqual([
			"authored_by>ada",
			"blocks<Issue 1",
			"depends_on>Issue 1",
			"mentions>Lay stones",
		]);
		const again = await bring(bench, { source: "github", path });
		expect([again.entities, again.edges.created]).toEqual([{ created: 0, updated: 0, skipped: 7 }, 0]);
	});

	test("a relation that the source no longer has goes; one removed here stays removed", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make({ "issues.json": JSON.stringify(pages.flat()) });
		await bring(bench, { source: "github", path });
		const { writer, reader } = await bench.as("ada");
		const author = reader.graph
			.linksOf((await find(bench, "Issue 2")).id)
			.find(({ edge }) => edge.rel === "authored_by");
		await writer.commit([{ op: "unlink", id: author?.edge.id ?? "" }], "test");
		await writeFiles(path, { "issues.json": JSON.stringify([...pages.flat().slice(0, 1), issue(2), pull]) });
		await bring(bench, { source: "github", path });
		expect(await edgesOf(bench, "Issue 2")).toEqual([]);
	});
});

describe("Linear", () => {
	test("the CSV export: teams, projects, milestones, initiatives, parents and relations", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make({
			"linear.csv": [
				"ID,Team,Title,Description,Status,Priority,Project,Project Milestone,Creator,Assignee,Labels,Due Date,Parent issue,Initiatives,Blocked by,Created",
				'ST-1,Stone,"Lay, the arch",Text,In Progress,Urgent,Bridge,Spring,ada@example.org,ben@example.org,"a, b",2026-05-01,,Cross the river,,2026-01-01T00:00:00.000Z',
				"ST-2,Stone,Order stone,,Done,No priority,Bridge,,ada@example.org,,,,ST-1,,ST-1,",
			].join("\n"),
		});
		const report = await bring(bench, { source: "linear", path });
		expect(report.losses).toEqual([]);
		expect(await find(bench, "Lay, the arch")).toMatchObject({
			kind: "task",
			state_key: "in_progress",
			props: { priority: 1, due_at: "2026-05-01", labels: ["a", "b"], status: "In Progress" },
		});
		expect(await edgesOf(bench, "Lay, the arch")).toEqual([
			"assigned_to>ben@example.org",
			"authored_by>ada@example.org",
			"blocks>Order stone",
			"has_task<Bridge",
			"has_task>Order stone",
			"supports_goal>Cross the river",
			"targets_milestone>Spring",
		]);
	});

	test("answers of the API say the same", async () => {
		const bench = await Workbench.create(db);
		const node = {
			identifier: "ST-1",
			title: "Lay",
			state: { name: "Todo", type: "unstarted" },
			priority: 2,
			team: { name: "Stone" },
			assignee: { name: "Ben", email: "ben@example.org" },
			relations: { nodes: [{ type: "blocks", relatedIssue: { identifier: "ST-2" } }] },
		};
		const path = await folders.make({
			"answer.json": JSON.stringify({
				data: { issues: { nodes: [node, { identifier: "ST-2", title: "Order" }] } },
			}),
		});
		await bring(bench, { source: "linear", path, projectId: await bench.project() });
		expect(await find(bench, "Lay")).toMatchObject({ state_key: "todo", props: { priority: 2 } });
		expect(await edgesOf(bench, "Lay")).toEqual(["assigned_to>Ben", "blocks>Order"]);
	});

	test("comments follow the text of their issue, once each and in their order", async () => {
		const bench = await Workbench.create(db);
		const said = (id: string, day: string, body: string, name?: string) => ({
			...{ id, body, createdAt: `${day}T08:00:00.000Z` },
			...(name !== undefined && { user: { name } }),
		});
		const first = said("c1", "2026-03-01", "Which stone?", "Ada");
		const answer = said("c2", "2026-03-02", "Granite.", "Ben");
		const issue = { identifier: "ST-1", title: "Lay", description: "Twelve blocks." };
		const path = await folders.make({
			"issue.json": JSON.stringify({ data: { issue: { ...issue, comments: { nodes: [answer, first] } } } }),
			"comments.json": JSON.stringify({
				data: {
					comments: {
						nodes: [
							{ ...first, issue: { identifier: "ST-1" } },
							{ ...said("c3", "2026-03-03", "Delivered."), issue: { identifier: "ST-1" } },
							{ ...said("c4", "2026-03-03", "Lost."), issue: { identifier: "ST-9" } },
						],
					},
				},
			}),
			"teams.json": JSON.stringify({ data: { nodes: [{ name: "Stone", key: "ST" }] } }),
		});
		const report = await bring(bench, { source: "linear", path });
		expect((await find(bench, "Lay")).body).toBe(
			[
				...["Twelve blocks.", "## Comments", "### Ada 2026-03-01", "Which stone?"],
				...["### Ben 2026-03-02", "Granite.", "### somebody 2026-03-03", "Delivered."],
			].join("\n\n"),
		);
		expect(report.losses.map(({ what, where }) => `${what}: ${where}`)).toEqual([
			"1 part: Stone",
			"1 issue: ST-9",
		]);
	});
});

describe("CSV", () => {
	const table =
		"id;Task;When;Cost;Needs\n1;Dig;2026-02-01;12.5;\n2;Fill;;7;Dig\n3;Fill;2026-03-01;x;Dig, Nobody\n";

	test("[K1] a member's table is not called by a word for a kind that ships, an owner's may be", async () => {
		const bench = await Workbench.create(db);
		const rows = "Name,Cost\nDig,1\nFill,2\n";
		const folder = await folders.make({ "Tasks.csv": rows, "To do.csv": rows, "Action item.csv": rows });
		const byBen = async (name: string) =>
			runImport({ imports: (await bench.as("ben")).imports, source: "csv", path: join(folder, name) });
		const kinds: (string | undefined)[] = [];
		for (const name of ["Tasks.csv", "To do.csv", "Action item.csv", "Tasks.csv"])
			kinds.push((await byBen(name)).mapping?.kind);
		expect(kinds).toEqual(["TasksTable", "ToDoTable", "ActionItemTable", "TasksTable"]);

		const path = join(folder, "Tasks.csv");
		expect((await bring(bench, { source: "csv", path })).mapping?.kind).toBe("Tasks");
		// From then on it is a kind of the workspace, into which a member imports, too.
		expect((await byBen("Tasks.csv")).mapping?.kind).toBe("Tasks");
	});

	test("[K1] a member's import goes in where an owner's kind shares the word, as its plan says", async () => {
		const bench = await Workbench.create(db);
		const writer = await bench.writer("ada");
		const fields = [{ name: "cost", label: "Cost", type: "number" }] as const;
		const ticket = { kind: "Ticket", label: "Ticket", also_called: ["tasks"], fields: [] };
		await writer.defineKind(ticket, "test");
		await writer.defineKind({ kind: "risks", label: "Our risks", fields }, "test");
		const folder = await folders.make({
			"Tasks.csv": "Name,Cost\nDig,1\nFill,2\n",
			"Risks.csv": "Name,Cost\nFlood,1\nFire,2\n",
		});
		const byBen = async (name: string, options: Partial<ImportOptions> = {}) => {
			const { imports } = await bench.as("ben");
			return runImport({ imports, source: "csv", path: join(folder, name), ...options });
		};
		for (const [name, kind] of [
			["Tasks.csv", "TasksTable"],
			["Risks.csv", "risks"],
		] as const) {
			const plan = await byBen(name, { dryRun: true });
			const { mapping, entities, losses } = await byBen(name);
			expect(mapping?.kind).toBe(kind);
			expect(entities.created).toBe(2);
			expect({ mapping, entities, losses }).toEqual({
				mapping: plan.mapping,
				entities: plan.entities,
				losses: plan.losses,
			});
		}
		const mapping = { kind: "Dangers", columns: { Name: { to: "title" } } };
		const taken = { code: "kind_taken" };
		await expect(byBen("Risks.csv", { mapping, dryRun: true })).rejects.toMatchObject(taken);
		await expect(byBen("Risks.csv", { mapping })).rejects.toMatchObject(taken);
		await writeFiles(folder, { "Risks.csv": "Name,Cost,Odds\nFlood,1,low\nFire,2,high\n" });
		const refused = { code: "forbidden" };
		await expect(byBen("Risks.csv", { dryRun: true })).rejects.toMatchObject(refused);
		await expect(byBen("Risks.csv")).rejects.toMatchObject(refused);
	});

	test("types are inferred and shown; the mapping can be changed and used again", async () => {
		const bench = await Workbench.create(db);
		const path = join(await folders.make({ "Site work.csv": table }), "Site work.csv");
		const plan = await bring(bench, { source: "csv", path, dryRun: true });
		expect(plan.plan?.map(({ action, kind, title }) => `${action} ${kind} ${title}`)).toEqual([
			"create SiteWork Dig",
			"create SiteWork Fill",
			"create SiteWork Fill",
		]);
		expect(plan.mapping?.columns).toMatchObject({
			id: { to: "id" },
			Task: { to: "title" },
			When: { to: "field", name: "when", type: "date" },
			Cost: { to: "field", name: "cost", type: "text" },
		});
		const mapping = {
			kind: "task",
			columns: {
				id: { to: "id" },
				Task: { to: "title" },
				When: { to: "field", name: "due_at", type: "date" },
				Cost: { to: "field", name: "cost", type: "number" },
				Needs: { to: "relation", rel: "depends_on" },
			},
		};
		const report = await bring(bench, { source: "csv", path, mapping, projectId: await bench.project() });
		expect(report.entities.created).toBe(3);
		expect(report.losses).toEqual([
			{ what: "1 relation", where: "Nobody", why: "No row, or more than one, has that name." },
		]);
		expect(await edgesOf(bench, "Dig")).toEqual(["depends_on<Fill", "depends_on<Fill"]);
		expect((await find(bench, "Dig")).props).toMatchObject({ due_at: "2026-02-01", cost: 12.5 });
	});

	test("a mapping that means nothing is refused", async () => {
		const bench = await Workbench.create(db);
		const path = join(await folders.make({ "a.csv": table }), "a.csv");
		for (const mapping of [{}, { kind: "task" }, { kind: "task", columns: { id: { to: "moon" } } }, []]) {
			await expect(bring(bench, { source: "csv", path, mapping })).rejects.toMatchObject({
				code: "mapping_invalid",
			});
		}
	});
});

describe("our own format", () => {
	test("comes into another workspace with kinds, projects, relations and references, under new ids", async () => {
		const source = await Workbench.create(db);
		const project = await source.project("Bridge");
		await (await source.writer("ada")).defineKind(
			{ kind: "Crane", label: "Crane", fields: [{ name: "lifts", type: "entity_ref_list", kind: "task" }] },
			"test",
		);
		const task = await source.create("ada", {
			kind: "task",
			title: "Lift",
			project_id: project,
			body: "[[Note]]",
		});
		const plan = await source.create("ada", { kind: "plan", title: "Summer", project_id: project });
		await source.create("ada", { kind: "Crane", title: "Big", props: { lifts: [task.id] } });
		const note = await source.create("ada", { kind: "note", title: "Note" });
		await source.commit(
			"ada",
			{ op: "link", edge: { src_id: plan.id, rel: "has_task", dst_id: task.id, text: "soon" } },
			{ op: "update", id: note.id, version: 1, patch: { archived: true } },
		);
		const lines: string[] = [];
		await (await source.as("ada")).archive.dump(async (text) => void lines.push(text));
		const path = await folders.make({ "export.jsonl": lines.join("") });

		const bench = await Workbench.create(db);
		const report = await bring(bench, { source: "jsonl", path });
		expect(report.entities).toEqual({ created: 5, updated: 0, skipped: 0 });
		expect(report.losses).toEqual([]);
		expect(await edgesOf(bench, "Lift")).toEqual([
			"has_task<Summer",
			"lifts<Big (field)",
			"mentions>Note (link)",
		]);
		const lift = await find(bench, "Lift");
		expect(lift.id).not.toBe(task.id);
		expect(lift.project_id).toBe((await find(bench, "Bridge")).id);
		expect((await find(bench, "Note")).archived_at).not.toBeNull();
		expect((await bring(bench, { source: "jsonl", path })).entities.skipped).toBe(5);
	});
});

test("[K1] an archive that a member imports loses the words of its kinds that are taken, and nothing else", async () => {
	const there = await Workbench.create(db);
	const writer = await there.writer("ada");
	const fields = [{ name: "of", label: "Of", type: "entity_ref", kind: "Todo" }] as const;
	await writer.defineKind({ kind: "Todo", label: "Task", also_called: ["errand"], fields: [] }, "test");
	await writer.defineKind({ kind: "Step", label: "Step", plural: "docs", fields }, "test");
	const todo = await there.create("ada", { kind: "Todo", title: "Dig" });
	await there.create("ada", { kind: "Step", title: "Fetch a spade", props: { of: todo.id } });
	const path = join(await folders.make({}), "export.jsonl");
	await writeExportFile(path, exportWorkspace(await there.as("ada"), { format: "jsonl" }));

	const bench = await Workbench.create(db);
	const byBen = async (dryRun: boolean) =>
		runImport({ imports: (await bench.as("ben")).imports, source: "jsonl", path, dryRun });
	const plan = await byBen(true);
	const report = await byBen(false);
	expect(report.losses.map(({ what, where }) => `${what}: ${where}`)).toEqual([
		"words for the kind Todo: Todo, Task, Todos",
		"words for the kind Step: docs",
	]);
	expect([report.losses, report.entities.created]).toEqual([plan.losses, plan.entities.created]);
	const dig = await find(bench, "Dig");
	expect(dig.kind).toBe("Todo_2");
	expect(await find(bench, "Fetch a spade")).toMatchObject({ kind: "Step", props: { of: dig.id } });
	const again = await byBen(false);
	expect([again.entities, again.losses]).toEqual([{ created: 0, updated: 0, skipped: 2 }, []]);
});

describe("folders of notes", () => {
	test("Markdown links, frontmatter links, block references and top folders as projects become edges", async () => {
		const bench = await Workbench.create(db);
		const block = "63bc6201-53b1-47a4-834f-83934b69ad49";
		const path = await folders.make({
			"Heron/One.md": `---\nup: "[[Three]]"\nrating: 4\n---\n[two](../Owl/Two%20words.md#part) ((${block})) [[Three]]`,
			"Owl/Two words.md": "[[One]] and [back](../Heron/One.md)",
			"Three.md": `- text\n  id:: ${block}\n`,
			"plain.txt": "A text [[One]]",
		});
		const report = await bring(bench, { source: "obsidian", path, foldersAsProjects: true });
		expect(report.entities.created).toBe(6);
		expect(report.losses).toEqual([]);
		expect(report.fields).toEqual([
			{ kind: "note", name: "rating", type: "number", count: 1 },
			{ kind: "note", name: "up", type: "text", count: 1 },
		]);
		expect((await find(bench, "One")).project_id).toBe((await find(bench, "Heron")).id);
		const edges = new Set((await edgesOf(bench, "One")).map((edge) => edge.replace(/ \(\w+\)/, "")));
		expect(edges).toEqual(
			new Set([
				"mentions<Two words",
				"mentions<plain",
				"mentions>Three",
				"references<Two words",
				"references>Three",
				"references>Two words",
			]),
		);
	});

	test("a file that was renamed keeps its note, and its former name", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make({ "Old.md": "the same text", "Link.md": "[[Old]]" });
		await bring(bench, { source: "markdown", path });
		const before = await find(bench, "Old");
		const { rename } = await import("node:fs/promises");
		await rename(join(path, "Old.md"), join(path, "New.md"));
		const report = await bring(bench, { source: "markdown", path });
		expect(report.entities).toEqual({ created: 0, updated: 1, skipped: 1 });
		expect(await find(bench, "New")).toMatchObject({ id: before.id, aliases: ["Old"] });
		expect(await edgesOf(bench, "Link")).toEqual(["mentions>New (link)"]);
		expect((await bring(bench, { source: "markdown", path })).entities.skipped).toBe(2);
	});
});

test("[T18] a trial does not read documents again while everybody waits for it", async () => {
	const bench = await Workbench.create(db);
	const padding = randomBytes(18_000_000);
	const content = await makeDocx(word("A long text."), { parts: { "word/media/film.bin": padding } });
	const path = await folders.make(Object.fromEntries([1, 2, 3, 4].map((at) => [`${at}.docx`, content])));
	const { imports } = await bench.as("ada");
	const { entities, losses, plan_total } = await runImport({ imports, source: "docx", path, dryRun: true });
	expect([entities.created, plan_total]).toEqual([4, 4]);
	expect(losses).toEqual([expect.objectContaining({ why: expect.stringContaining("does not try it") })]);
});
