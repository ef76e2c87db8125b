import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateVault } from "../../bench/generate-vault.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import { watchFolder } from "../../src/graph/transfer/watch/watch-folder.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";
import { Folders, writeFiles } from "./write-folder.ts";

const folders = new Folders();
let db: Db;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
});
afterAll(async () => {
	await db.close();
	await folders.remove();
});

/** Files that a careless round trip would print differently. */
const ODD_FILES = {
	"crlf.md": "---\r\ntitle:   Spaced\r\nlist: [a,   b]\r\n---\r\nLine one\r\n\r\nLine [[two]]\r\n",
	"bom.md": "\uFEFF---\n# a comment\nkey: 'x'\n---\n\n\ntext without a line end",
	"plain.md": "no frontmatter\n",
	"two.md": "---\nbroken: [\n---\nkept\n",
	"empty.md": "",
	"trailing.md": "text   \n\n\n\n",
	"deep/er/nested.md": "tab\there\n",
	"notes.txt": "plain text",
};

const readAll = async (folder: string): Promise<Record<string, string>> => {
	const names = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const contents = await Promise.all(files.sort().map((file) => readFile(file, "base64")));
	return Object.fromEntries(
		files.map((file, index) => [file.slice(folder.length + 1), contents[index] ?? ""]),
	);
};

async function sync(bench: Workbench, folder: string) {
	const { imports, reader } = await bench.as("ada");
	const report = await runImport({ imports, source: "markdown", path: folder, writeBack: reader.rows });
	return { ...report, losses: report.losses.filter(({ where }) => !where.includes("[[")) };
}

async function edit(bench: Workbench, title: string, change: (body: string) => string): Promise<void> {
	const { reader, writer } = await bench.as("ada");
	const { id, version, body } = await reader.rows.get(reader.graph.find(title)?.id ?? "");
	await writer.update({ id, version, patch: { body: change(body) }, via: "test" });
}

test("[T5] without edits, every file stays as it is, byte by byte, however often the two are compared", async () => {
	const bench = await Workbench.create(db);
	const folder = await folders.make(ODD_FILES);
	const before = await readAll(folder);
	for (let round = 0; round < 3; round += 1) {
		expect((await sync(bench, folder)).written).toEqual([]);
	}
	expect(await readAll(folder)).toEqual(before);
});

test("[T5] an edit here changes the text in its file and not a byte before it", async () => {
	const bench = await Workbench.create(db);
	const folder = await folders.make(ODD_FILES);
	await sync(bench, folder);
	await edit(bench, "Spaced", (body) => body.replaceAll("\r\n", "\n").replace("one", "1 ünder"));
	await edit(bench, "bom", (body) => `${body}\nmore`);
	expect((await sync(bench, folder)).written).toEqual(["bom.md", "crlf.md"]);
	const { "crlf.md": crlf, "bom.md": bom, ...others } = await readAll(folder);
	expect(Buffer.from(crlf ?? "", "base64").toString()).toBe(ODD_FILES["crlf.md"].replace("one", "1 ünder"));
	expect(Buffer.from(bom ?? "", "base64").toString()).toBe(`${ODD_FILES["bom.md"]}\nmore`);
	expect(Object.keys(others)).toHaveLength(6);
	const again = await sync(bench, folder);
	expect([again.entities, again.written]).toEqual([{ created: 0, updated: 0, skipped: 8 }, []]);
	await writeFiles(folder, { "plain.md": "changed in the file" });
	expect((await sync(bench, folder)).entities.updated).toBe(1);
});

const LARGE = 600;

/** Notes as different programs save them: with other line ends, a byte order mark, blanks at the end, or no end at all. */
function makeLargeVault(): Record<string, string> {
	const habits: readonly ((text: string) => string)[] = [
		(text) => text,
		(text) => text.replaceAll("\n", "\r\n"),
		(text) => `\uFEFF${text}`,
		(text) => text.trimEnd(),
		(text) => `${text} \t\n\n`,
		(text) => text.replace(/^---\n[\s\S]*?---\n/, ""),
	];
	const notes = [...generateVault({ seed: 7, notes: LARGE })];
	return Object.fromEntries(
		notes.map(({ path, text }, index) => [path, habits[index % habits.length]?.(text) ?? text]),
	);
}

test("[T5][T6] of a large vault, only files whose notes were changed here are touched, and conflicts are kept", async () => {
	const bench = await Workbench.create(db);
	const vault = makeLargeVault();
	const folder = await folders.make(vault);
	const before = await readAll(folder);
	const first = await sync(bench, folder);
	expect([first.entities.created, first.edges.unresolved, first.written]).toEqual([LARGE, 0, []]);
	expect((await sync(bench, folder)).entities.skipped).toBe(LARGE);
	expect(await readAll(folder)).toEqual(before);

	const { reader, writer } = await bench.as("ada");
	const paths = Object.keys(vault);
	const nodes = [...reader.graph.nodes()];
	const changed = paths.filter((_, index) => index % 50 === 7);
	const contested = changed.slice(0, 3);
	for (const path of changed) {
		const title = path.slice(path.lastIndexOf("/") + 1, -".md".length);
		const { id, version, body } = await reader.rows.get(nodes.find((node) => node.title === title)?.id ?? "");
		await writer.update({ id, version, patch: { body: `${body}added here` }, via: "test" });
	}
	await writeFiles(folder, Object.fromEntries(contested.map((path) => [path, "changed there"])));
	const { written, losses } = await sync(bench, folder);
	const pushed = changed.slice(3);
	expect([...(written ?? [])].sort()).toEqual([...pushed].sort());
	expect(losses.filter(({ what }) => what === "a conflict").map(({ where }) => where)).toEqual(
		[...contested].sort(),
	);
	const after = await readAll(folder);
	for (const path of pushed)
		expect(Buffer.from(after[path] ?? "", "base64").toString()).toBe(`${vault[path]}added here`);
	for (const path of contested) expect(after).toHaveProperty([`.skein-conflicts/${path}`]);
	const others = paths.filter((path) => !changed.includes(path));
	expect(others.filter((path) => after[path] !== before[path])).toEqual([]);
}, 120_000);

test("[T6] when both have changed, neither is overwritten, and both texts are kept", async () => {
	const bench = await Workbench.create(db);
	const folder = await folders.make({ "a/One.md": "---\nk: v\n---\ntext" });
	await sync(bench, folder);
	await edit(bench, "One", () => "mine");
	await writeFiles(folder, { "a/One.md": "theirs" });
	const { written, losses } = await sync(bench, folder);
	expect(written).toEqual([]);
	expect(losses).toEqual([
		expect.objectContaining({ what: "changes at the source", where: "a/One.md" }),
		expect.objectContaining({ what: "a conflict", where: "a/One.md" }),
	]);
	expect(await readFile(join(folder, "a/One.md"), "utf8")).toBe("theirs");
	expect(await readFile(join(folder, ".skein-conflicts/a/One.md"), "utf8")).toBe("mine");
	const { reader } = await bench.as("ada");
	expect((await reader.rows.get(reader.graph.find("One")?.id ?? "")).body).toBe("mine");
	expect((await sync(bench, folder)).entities.created).toBe(0);
});

test("nothing is written through a link that leads out of the folder", async () => {
	const bench = await Workbench.create(db);
	const folder = await folders.make({ "sub/One.md": "one", "Two.md": "two" });
	const outside = await folders.make({ "One.md": "one", "Two.md": "two" });
	await sync(bench, folder);
	await edit(bench, "One", () => "changed");
	await edit(bench, "Two", () => "changed");
	await rm(join(folder, "sub"), { recursive: true });
	await symlink(outside, join(folder, "sub"));
	await rm(join(folder, "Two.md"));
	await symlink(join(outside, "Two.md"), join(folder, "Two.md"));
	const { written } = await sync(bench, folder);
	expect(written).toEqual([]);
	expect(Object.values(await readAll(outside)).map((text) => Buffer.from(text, "base64").toString())).toEqual(
		["one", "two"],
	);
});

test("a watch runs at the start and after changes, never twice at a time, and ends when told", async () => {
	const folder = await folders.make({ "One.md": "1" });
	const stop = new AbortController();
	let runs = 0;
	let running = 0;
	let ticks = 0;
	const until = async (reached: () => boolean): Promise<void> => {
		for (let wait = 0; !reached() && wait < 200; wait += 1)
			await new Promise((resolve) => setTimeout(resolve, 50));
		expect(reached()).toBe(true);
	};
	const watching = watchFolder({
		folder,
		signal: stop.signal,
		onFault: (error) => {
			throw error;
		},
		tick: {
			every: 50,
			run: async () => {
				ticks += 1;
			},
		},
		onChange: async () => {
			running += 1;
			expect(running).toBe(1);
			await new Promise((resolve) => setTimeout(resolve, 50));
			running -= 1;
			runs += 1;
		},
	});
	await until(() => runs === 1 && ticks > 2);
	await mkdir(join(folder, "sub"));
	await writeFile(join(folder, "sub/Two.md"), "2");
	await until(() => runs >= 2);
	stop.abort();
	await watching;
});

test("[T7] a name as long as the system allows is written back, and one that cannot be written stops no other", async () => {
	const bench = await Workbench.create(db);
	const long = `${"ü".repeat(126)}.md`;
	const folder = await folders.make({
		[long]: "long\n",
		"other.md": "other\n",
		"shut/locked.md": "locked\n",
	});
	await sync(bench, folder);
	await edit(bench, "ü".repeat(126), (body) => `${body}more\n`);
	await edit(bench, "other", (body) => `${body}more\n`);
	await edit(bench, "locked", (body) => `${body}more\n`);
	await rm(join(folder, "shut"), { recursive: true });
	await writeFile(join(folder, "shut"), "no folder any more");
	const report = await sync(bench, folder);
	expect(report.written).toEqual(expect.arrayContaining(["other.md", long]));
	expect(await readFile(join(folder, long), "utf8")).toBe("long\nmore\n");
	expect(report.losses.map(({ where }) => where)).toContain("shut/locked.md");
});

test("[T7] a folder of conflicts that leads elsewhere is told, and nothing is written there", async () => {
	const bench = await Workbench.create(db);
	const elsewhere = await folders.make({});
	const folder = await folders.make({ "deep/both.md": "first\n", "other.md": "other\n" });
	await sync(bench, folder);
	await symlink(elsewhere, join(folder, ".skein-conflicts"));
	await edit(bench, "both", (body) => `${body}here\n`);
	await edit(bench, "other", (body) => `${body}more\n`);
	await writeFiles(folder, { "deep/both.md": "there\n" });
	const { written, losses } = await sync(bench, folder);
	expect(written).toEqual(["other.md"]);
	expect(losses.find(({ what }) => what === "a conflict")).toMatchObject({
		where: "deep/both.md",
		why: expect.stringContaining("leads out of the folder"),
	});
	expect(await readdir(elsewhere)).toEqual([]);
});

test("[T7] folders nested deeper than the system has names for, or closed to us, do not end a watch", async () => {
	const folder = await folders.make({ "One.md": "1" });
	const stop = new AbortController();
	let runs = 0;
	const watching = watchFolder({
		folder,
		signal: stop.signal,
		onFault: () => {},
		onChange: async () => {
			runs += 1;
		},
	});
	const until = async (reached: () => boolean): Promise<void> => {
		for (let wait = 0; !reached() && wait < 200; wait += 1)
			await new Promise((resolve) => setTimeout(resolve, 50));
		expect(reached()).toBe(true);
	};
	await until(() => runs === 1);
	// Step by step: the path of the innermost is longer than any call takes.
	const nest = `i=0; while [ $i -lt 18 ]; do mkdir ${"d".repeat(245)} && cd ${"d".repeat(245)} && echo deep > deep.md; i=$((i+1)); done`;
	await promisify(execFile)("sh", ["-c", nest], { cwd: folder });
	await mkdir(join(folder, "closed"), { mode: 0o000 });
	await until(() => runs >= 2);
	await new Promise((resolve) => setTimeout(resolve, 1_000));
	const before = runs;
	await writeFile(join(folder, "Two.md"), "2");
	await until(() => runs > before);
	stop.abort();
	await watching;
	await promisify(execFile)("rm", ["-rf", join(folder, "d".repeat(245))]);
}, 60_000);

test("[T7] a file whose path is as long as an import reads is followed, too", async () => {
	const longest = `${`${"d".repeat(248)}/`.repeat(3)}${"f".repeat(250)}.md`;
	expect(Buffer.byteLength(longest)).toBe(1_000);
	const folder = await folders.make({ [longest]: "1" });
	expect((await sync(await Workbench.create(db), folder)).entities.created).toBe(1);
	const stop = new AbortController();
	let runs = 0;
	const watching = watchFolder({
		folder,
		signal: stop.signal,
		onFault: (error) => {
			throw error;
		},
		onChange: async () => {
			runs += 1;
		},
	});
	await expect.poll(() => runs, { timeout: 10_000 }).toBe(1);
	await writeFile(join(folder, longest), "changed");
	await expect.poll(() => runs, { timeout: 10_000 }).toBe(2);
	stop.abort();
	await watching;
}, 30_000);
