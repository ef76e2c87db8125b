import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/support/open-test-database.ts";
import type { Principal, WorkspaceRole } from "../model/access.ts";
import type { Entity } from "../model/entity.ts";
import { type Repositories, Store } from "../store/store.ts";
import { type ImportOptions, runImport as runAnyImport } from "./run-import.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

const folders: string[] = [];
let store: Store;

beforeAll(async () => {
	store = new Store(await openTestDatabase());
});
afterAll(async () => {
	await store.close();
	for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function writeFiles(folder: string, files: Files): Promise<void> {
	for (const [path, content] of Object.entries(files)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	}
}

async function makeVault(files: Files): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "skein-vault-"));
	folders.push(folder);
	await writeFiles(folder, files);
	return folder;
}

let people = 0;
async function addPerson(workspaceId: string, role: WorkspaceRole = "owner"): Promise<Principal> {
	people += 1;
	const account = await store.workspaces.ensureAccount({
		email: `person-${people}@example.org`,
		display_name: `Person ${people}`,
	});
	await store.workspaces.setMember(workspaceId, account.id, role);
	return { workspaceId, accountId: account.id };
}

const newOwner = async (): Promise<Principal> => addPerson((await store.workspaces.create("Notes")).id);
const open = async (principal: Principal, from = store): Promise<Repositories> =>
	from.as(await from.access(principal));

async function runImport(
	principal: Principal,
	folder: string,
	options: Omit<ImportOptions, "imports" | "source" | "path"> = {},
) {
	const { imports } = await open(principal);
	return runAnyImport({ imports, source: "markdown", path: folder, ...options });
}

async function readNotes(principal: Principal, from = store): Promise<Record<string, Entity>> {
	const { rows } = await open(principal, from);
	const notes: Entity[] = [];
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const page = await rows.list({ kind: "note", limit: 200, ...(cursor && { cursor }) });
		notes.push(...page.entities);
		cursor = page.next_cursor;
	}
	return Object.fromEntries(notes.map((note) => [(note.props.source as { path: string })?.path, note]));
}

/** Which note links to which, by path. */
async function readEdges(principal: Principal, from = store): Promise<string[]> {
	const { entities, edges } = await from.feed.read(principal.workspaceId, null);
	const paths = new Map(entities.map(({ id, props }) => [id, (props.source as { path: string })?.path]));
	return edges.map((edge) => `${paths.get(edge.src_id)} → ${paths.get(edge.dst_id)}`).sort();
}

describe("[T15] what a folder says of its texts", () => {
	test("README files are called by their fields, heading or folder, and identifiers are aliases", async () => {
		const owner = await newOwner();
		const folder = await makeVault({
			"a/17-tuning/README.md": "<!-- remark -->\n# KEP-17: Tuning the `loop`\n\ntext",
			"a/18-links/README.md": "no heading",
			"a/19-gates/index.md": "---\ntitle: Gates\n---\n# Heading\n\ntext",
			"a/Plain.md": "# Another name\n\n[up](#another-name) #tag",
		});
		await runImport(owner, folder);
		const notes = await readNotes(owner);
		expect(notes["a/17-tuning/README.md"]).toMatchObject({
			title: "KEP-17: Tuning the loop",
			aliases: expect.arrayContaining(["KEP-17", "17-tuning"]),
		});
		expect(notes["a/18-links/README.md"]?.title).toBe("18-links");
		expect(notes["a/19-gates/index.md"]?.title).toBe("Gates");
		expect(notes["a/Plain.md"]).toMatchObject({ title: "Plain", props: { tags: ["tag"] } });
	});

	test("a YAML file beside a text holds its fields, and a change of it is a change of the note", async () => {
		const owner = await newOwner();
		const folder = await makeVault({
			"k/README.md": "---\nstatus: final\n---\ntext",
			"k/kep.yaml": "title: Loops\nstatus: draft\nauthors:\n- ada\n",
			"Plan.md": "text",
			"Plan.yml": "stage: beta\n",
			"m/README.md": "text",
			"m/one.yaml": "a: 1\n",
			"m/two.yaml": "a: 2\n",
			"n/README.md": "text",
			"n/broken.yaml": "a: b: c\n",
		});
		const { losses } = await runImport(owner, folder);
		const notes = await readNotes(owner);
		expect(notes["k/README.md"]).toMatchObject({
			title: "Loops",
			props: { frontmatter: { status: "final", authors: ["ada"] } },
		});
		expect(notes["Plan.md"]?.props.frontmatter).toEqual({ stage: "beta" });
		expect(notes["m/README.md"]?.props.frontmatter ?? null).toBeNull();
		expect(losses.map(({ where }) => where).join(" ")).toContain("n/broken.yaml");
		await writeFiles(folder, { "k/kep.yaml": "title: Loops\nauthors:\n- ben\n" });
		expect((await runImport(owner, folder)).entities).toMatchObject({ updated: 1, created: 0 });
		expect((await readNotes(owner))["k/README.md"]?.props.frontmatter).toMatchObject({ authors: ["ben"] });
	});

	test("[F6] what an import writes is no activity of the one who ran it", async () => {
		const owner = await newOwner();
		await runImport(owner, await makeVault({ "One.md": "one" }));
		const { activity } = await open(owner);
		const { edit } = await activity.lately({ since: "2000-01-01", limits: { edit: 10, view: 10 } });
		expect(edit).toEqual([]);
	});
});

describe("one note per file", () => {
	test("[G9] of too many other names the first ones are taken, and the rest is told", async () => {
		const owner = await newOwner();
		const names = Array.from({ length: 150 }, (_, at) => `name ${at}`);
		const folder = await makeVault({ "Many.md": `---\naliases: [${names.join(", ")}]\n---\nText\n` });
		const { entities, losses } = await runImport(owner, folder);
		expect(entities.created).toBe(1);
		expect(losses).toEqual([expect.objectContaining({ what: "50 other names", where: "Many.md" })]);
		expect((await readNotes(owner))["Many.md"]?.aliases).toEqual(names.slice(0, 100));
	});

	test("title, body, tags, frontmatter, aliases, dates and where it came from", async () => {
		const owner = await newOwner();
		const folder = await makeVault({
			"area/Plan.md":
				"\uFEFF---\ntitle: The plan\naliases: [Roadmap]\ntags: [work]\ncreated: 2024-01-02\nupdated: 2024-02-03\nat: 12:30\n---\nSee [[Other]] #now\n",
			"Other.markdown": "Back to [[roadmap]] and [[Plan]].",
			"a___b.md": "Logseq",
			".obsidian/app.md": "hidden",
			"node_modules/x/README.md": "hidden",
			"logseq/bak/Other.md": "an older copy",
		});
		const report = await runImport(owner, folder);
		expect(report).toMatchObject({
			source: "markdown",
			entities: { created: 3, updated: 0, skipped: 0 },
			edges: { created: 2, resolved: 3, unresolved: 0, ambiguous: 0 },
			losses: [],
		});
		const notes = await readNotes(owner);
		expect(Object.keys(notes).sort()).toEqual(["Other.markdown", "a___b.md", "area/Plan.md"]);
		expect(notes["area/Plan.md"]).toMatchObject({
			kind: "note",
			title: "The plan",
			body: "See [[Other]] #now\n",
			aliases: ["Plan", "Roadmap"],
			created_at: "2024-01-02T00:00:00.000Z",
			updated_at: "2024-02-03T00:00:00.000Z",
			project_id: null,
			version: 1,
		});
		expect(notes["area/Plan.md"]?.props).toEqual({
			tags: ["work", "now"],
			frontmatter: {
				title: "The plan",
				aliases: ["Roadmap"],
				tags: ["work"],
				created: "2024-01-02",
				updated: "2024-02-03",
				at: "12:30",
			},
			source: { path: "area/Plan.md" },
		});
		expect(notes["a___b.md"]?.title).toBe("a/b");
		expect(await readEdges(owner)).toEqual([
			"Other.markdown → area/Plan.md",
			"area/Plan.md → Other.markdown",
		]);
	});

	test("into a project, for oneself alone, with progress", async () => {
		const owner = await newOwner();
		const { writer } = await open(owner);
		const project = await writer.create({ kind: "project", title: "Heron" }, "test");
		const folder = await makeVault({ "One.md": "1", "Two.md": "2" });
		const told: string[] = [];
		await runImport(owner, folder, {
			projectId: project.id,
			visibility: "private",
			onProgress: ({ stage, done, total }) => told.push(`${stage} ${done}/${total}`),
		});
		expect(told).toEqual(["reading 0/2", "reading 2/2", "writing 0/2", "writing 2/2"]);
		const notes = Object.values(await readNotes(owner));
		expect(notes.map((note) => [note.project_id, note.visibility])).toEqual([
			[project.id, "private"],
			[project.id, "private"],
		]);
	});

	test("links by path find that file, links by a shared name ask", async () => {
		const owner = await newOwner();
		const folder = await makeVault({
			"a/Index.md": "a",
			"b/Index.md": "b",
			"Start.md": "[[a/Index]] and [[b/Index|the other]] and [[Index]] and [[Nowhere]] and [[Deep.md]]",
			"c/d/Deep.md": "[[d/Deep]] [[Start]]",
		});
		const { edges, losses } = await runImport(owner, folder);
		expect(edges).toMatchObject({ created: 4, resolved: 4, unresolved: 1, ambiguous: 1 });
		expect(await readEdges(owner)).toEqual([
			"Start.md → a/Index.md",
			"Start.md → b/Index.md",
			"Start.md → c/d/Deep.md",
			"c/d/Deep.md → Start.md",
		]);
		expect(losses.map(({ what, where }) => `${what}: ${where}`)).toEqual([
			"1 link to names that nothing here answers to: [[Nowhere]] (1)",
			"1 link to names that several things here answer to: [[Index]] (1)",
		]);
	});

	test("a shared name is ambiguous however many batches lie between", async () => {
		const owner = await newOwner();
		const others = Array.from({ length: 450 }, (_, index) => [`m${index}.md`, `[[Index]] ${index}`]);
		const folder = await makeVault({ "a/Index.md": "a", "z/Index.md": "z", ...Object.fromEntries(others) });
		const { edges } = await runImport(owner, folder);
		expect(edges).toMatchObject({ created: 0, ambiguous: 450 });
	});
});

describe("a second run", () => {
	const vault = { "One.md": "[[Two]]", "Two.md": "---\ntags: [x]\n---\n[[One]]", "Three.md": "three" };

	test("creates nothing and skips what has not changed", async () => {
		const owner = await newOwner();
		const folder = await makeVault(vault);
		await runImport(owner, folder);
		const before = await readNotes(owner);
		const report = await runImport(owner, folder);
		expect(report.entities).toEqual({ created: 0, updated: 0, skipped: 3 });
		expect(report.edges).toEqual({ created: 0, resolved: 2, unresolved: 0, ambiguous: 0 });
		expect(await readNotes(owner)).toEqual(before);
	});

	test("updates a changed file, adds a new one, and counts only edges that are new", async () => {
		const owner = await newOwner();
		const folder = await makeVault(vault);
		await runImport(owner, folder);
		await writeFiles(folder, { "Two.md": "[[One]] [[Three]] [[Four]]", "Four.md": "4" });
		const report = await runImport(owner, folder);
		expect(report.entities).toEqual({ created: 1, updated: 1, skipped: 2 });
		expect(report.edges.created).toBe(2);
		const { "Two.md": two } = await readNotes(owner);
		expect(two).toMatchObject({ body: "[[One]] [[Three]] [[Four]]", version: 2 });
		expect(two?.props).toEqual({ source: { path: "Two.md" } });
	});

	test("keeps what was changed here, and says so only if the file has changed too", async () => {
		const owner = await newOwner();
		const folder = await makeVault(vault);
		await runImport(owner, folder);
		const { "One.md": one } = await readNotes(owner);
		await (await open(owner)).writer.update({
			id: one?.id ?? "",
			version: 1,
			patch: { body: "mine" },
			via: "test",
		});
		expect(await runImport(owner, folder)).toMatchObject({ entities: { skipped: 3 }, losses: [] });

		await writeFiles(folder, { "One.md": "theirs", "Two.md": "changed as well" });
		const report = await runImport(owner, folder);
		expect(report.entities).toEqual({ created: 0, updated: 1, skipped: 2 });
		expect(report.losses).toEqual([
			{ what: "changes at the source", where: "One.md", why: expect.stringMatching(/both here and at/) },
		]);
		expect((await readNotes(owner))["One.md"]?.body).toBe("mine");
	});

	test("does not bring back what was deleted here", async () => {
		const owner = await newOwner();
		const folder = await makeVault(vault);
		await runImport(owner, folder);
		const { "One.md": one } = await readNotes(owner);
		await (await open(owner)).writer.commit([{ op: "delete", id: one?.id ?? "" }], "test");
		const report = await runImport(owner, folder);
		expect(report.entities).toEqual({ created: 0, updated: 0, skipped: 3 });
		expect(report.losses[0]).toMatchObject({ where: "One.md", why: expect.stringMatching(/deleted here/) });
		expect(Object.keys(await readNotes(owner)).sort()).toEqual(["Three.md", "Two.md"]);
	});

	test("a dry run says the same and writes nothing", async () => {
		const owner = await newOwner();
		const folder = await makeVault(vault);
		const dry = await runImport(owner, folder, { dryRun: true });
		expect(dry.entities).toEqual({ created: 3, updated: 0, skipped: 0 });
		expect(await readNotes(owner)).toEqual({});
		await runImport(owner, folder);
		await writeFiles(folder, { "One.md": "new" });
		expect((await runImport(owner, folder, { dryRun: true })).entities).toMatchObject({
			updated: 1,
			skipped: 2,
		});
		expect((await readNotes(owner))["One.md"]?.body).toBe("[[Two]]");
	});

	test("another person's private import stays unknown; a shared one is taken up", async () => {
		const ada = await newOwner();
		const ben = await addPerson(ada.workspaceId, "member");
		const secret = await makeVault(vault);
		await runImport(ada, secret, { visibility: "private" });
		expect((await runImport(ben, secret, { visibility: "private" })).entities.created).toBe(3);
		expect((await runImport(ada, secret)).entities).toMatchObject({ created: 0, skipped: 3 });

		const shared = await makeVault(vault);
		await runImport(ada, shared);
		await writeFiles(shared, { "Three.md": "3" });
		expect((await runImport(ben, shared)).entities).toEqual({ created: 0, updated: 1, skipped: 2 });
	});

	test("two runs at once make one of each", async () => {
		const owner = await newOwner();
		const files = Array.from({ length: 300 }, (_, index) => [`n${index}.md`, `[[n${index + 1}]]`]);
		const folder = await makeVault(Object.fromEntries(files));
		const reports = await Promise.all([runImport(owner, folder), runImport(owner, folder)]);
		expect(reports.reduce((sum, report) => sum + report.entities.created, 0)).toBe(300);
		const { entities } = await store.feed.read(owner.workspaceId, null);
		expect(entities).toHaveLength(300);
	});

	test("a run that is stopped leaves whole batches, and the next one goes on", async () => {
		const owner = await newOwner();
		const files = Array.from({ length: 700 }, (_, index) => [`n${index}.md`, "text"]);
		const folder = await makeVault(Object.fromEntries(files));
		const stop = new AbortController();
		const stopped = runImport(owner, folder, {
			signal: stop.signal,
			onProgress: ({ stage, done }) => stage === "writing" && done === 100 && stop.abort(),
		});
		await expect(stopped).rejects.toThrow(/abort/i);
		const report = await runImport(owner, folder);
		expect(report.entities.created + report.entities.skipped).toBe(700);
		expect([100, 600]).toContain(report.entities.skipped);
	});
});

describe("what is not carried is told", () => {
	test("files that no text names, files that are not there, Markdown links that lead nowhere, symbolic links", async () => {
		const owner = await newOwner();
		const folder = await makeVault({
			"One.md":
				"---\nup: '[[Two]]'\n---\n![[picture.png|100]] ![[Two]] ![[lost.jpg]] [[The Missing Page#part]] [two](sub/Two.md#part) [gone](Gone.md) [web](https://x.org/a.md)",
			"sub/Two.md": "`[no](code.md)` ![lost](../away.pdf)",
			"picture.png": "png",
			"sub/other.PNG": "png",
			"board.canvas": "{}",
			LICENSE: "text",
		});
		const outside = await makeVault({ "Secret.md": "secret" });
		await symlink(join(outside, "Secret.md"), join(folder, "Link.md"));
		await symlink(outside, join(folder, "linked"));
		await symlink(folder, join(folder, "sub/loop"));
		const report = await runImport(owner, folder);
		expect(report.entities.created).toBe(2);
		expect(report.losses.map(({ what, where }) => `${what}: ${where}`)).toEqual([
			"3 symbolic links: Link.md, linked, sub/loop",
			"3 files: LICENSE, board.canvas, sub/other.PNG",
			"1 link to a file: ../away.pdf in sub/Two.md",
			"1 Markdown link to a file: Gone.md in One.md",
			"2 links to names that nothing here answers to: [[lost.jpg]] (1), [[The Missing Page]] (1)",
		]);
		expect(report.files).toEqual({ kept: 1 });
	});

	test("hostile files lose themselves and nothing else", async () => {
		const owner = await newOwner();
		const folder = await makeVault({
			"Good.md": "[[Better]]",
			"Better.md": "fine",
			"latin1.md": Buffer.from("caf\xe9", "latin1"),
			"utf16.md": Buffer.from("\uFEFFhello", "utf16le"),
			"nul.md": "a\0b",
			"x\\..\\..\\windows.md": "name",
			"x%2F..%2F..%2Fetc%2Fpasswd.md": "name",
			"-rf $(touch x);'\".md": "name",
			"line\nbreak.md": "name",
			"nul-in-yaml.md": '---\ntitle: "a\\0b"\n---\nkept',
			"surrogate.md": '---\nkey: "\\uD800"\n---\nkept',
			"long-title.md": `---\ntitle: ${"x".repeat(600)}\n---\nkept`,
			"deep.md": `---\na: ${"[".repeat(100)}${"]".repeat(100)}\n---\nkept`,
			"bomb.md":
				"---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n---\nkept",
			"brackets.md": "[[".repeat(50_000) + "](".repeat(50_000),
			"empty.md": "",
			"huge.md": "",
		});
		await truncate(join(folder, "huge.md"), 4_000_001);
		const report = await runImport(owner, folder);
		const notes = await readNotes(owner);
		const lost = report.losses.filter(({ what }) => what === "a file");
		expect(lost.map(({ where }) => where).sort()).toEqual(["huge.md", "latin1.md", "utf16.md"]);
		expect(report.losses.filter(({ what }) => what === "frontmatter").map(({ where }) => where)).toEqual([
			"bomb.md",
			"deep.md",
			"long-title.md",
			"nul-in-yaml.md",
			"surrogate.md",
		]);
		expect(report.losses).toContainEqual(
			expect.objectContaining({ what: "NUL characters", where: "nul.md" }),
		);
		expect(Object.keys(notes)).toHaveLength(14);
		expect(notes["nul.md"]?.body).toBe("ab");
		expect(notes["bomb.md"]?.body).toMatch(/^---\na: &a[\s\S]*kept$/);
		expect(notes["line\nbreak.md"]?.title).toBe("line break");
		expect(await readEdges(owner)).toEqual(["Good.md → Better.md"]);
		expect(report.seconds).toBeLessThan(15);
	});

	test("a folder that is not there", async () => {
		const owner = await newOwner();
		await expect(runImport(owner, "/nowhere/at/all")).rejects.toMatchObject({ code: "folder_missing" });
	});

	test("an upload that is not there, without the server's path", async () => {
		const missing = runImport(await newOwner(), "/nowhere/at/all", { knownAs: "upload:Notes.zip" });
		await expect(missing).rejects.toMatchObject({
			code: "folder_missing",
			message: "The file that was sent is no longer there. Send it again.",
		});
	});

	test("somebody who may only read imports nothing", async () => {
		const owner = await newOwner();
		const folder = await makeVault({ "One.md": "1" });
		const reader: Principal = { ...owner, grant: { mode: "read", projectIds: null } };
		await expect(runImport(reader, folder)).rejects.toMatchObject({ code: "forbidden" });
		expect(await readNotes(owner)).toEqual({});
	});
});
