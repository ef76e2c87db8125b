import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attachmentsOf } from "../../src/graph/model/attachment.ts";
import type { Entity } from "../../src/graph/model/entity.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { acceptSuggestion } from "../../src/graph/suggestions/find-suggestions.ts";
import { exportFiles, exportWorkspace } from "../../src/graph/transfer/export/export-workspace.ts";
import { spoolArchive } from "../../src/graph/transfer/export/spool-archive.ts";
import { writeExportFile, writeExportFolder } from "../../src/graph/transfer/export/write-export.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import { hashState } from "../support/hash-state.ts";
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

/** Bytes that are no text in any encoding. */
const picture = (seed: number): Buffer => Buffer.from([0, 255, 137, 80, 78, 71, seed, 0, 200, 13, 10]);

const VAULT = {
	"pages/Bridge.md":
		"![[assets/deck.png|300]]\n\n![plan](../assets/plan%20(1).pdf) and ![[other/deck.png]]\n",
	"pages/Deep/Pier.md":
		"See [the plan](<../../assets/plan (1).pdf>) ![](away.png) ![web](https://example.org/x.png)\n",
	"Plain.md": "Nothing here but `![[deck.png]]`.\n",
	"assets/deck.png": picture(1),
	"other/deck.png": picture(2),
	"assets/plan (1).pdf": picture(3),
	"assets/unused.png": picture(4),
};

async function findByTitle(bench: Workbench, title: string): Promise<Entity> {
	const { reader } = await bench.as("ada");
	const node = [...reader.graph.nodes()].find((candidate) => candidate.title === title);
	return reader.rows.get(node?.id ?? title);
}

const bring = async (bench: Workbench, path: string, source: "markdown" | "jsonl" = "markdown") =>
	runImport({ imports: (await bench.as("ada")).imports, source, path });

async function readFiles(bench: Workbench, title: string): Promise<Record<string, string>> {
	const entity = await findByTitle(bench, title);
	const { attachments } = await bench.as("ada");
	const files: Record<string, string> = {};
	for (const path of attachmentsOf(entity))
		files[path] = Buffer.from((await attachments.get(entity, path)).bytes).toString("hex");
	return files;
}

const hex = (seed: number): string => picture(seed).toString("hex");

describe("[T9] files that texts name", () => {
	test("come in with them, once for each text, and follow when they change", async () => {
		const bench = await Workbench.create(db);
		const folder = await folders.make(VAULT);
		const report = await bring(bench, folder);
		expect(report.files).toEqual({ kept: 4 });
		expect(report.losses.map(({ what, where }) => `${what}: ${where}`)).toEqual([
			"1 file: assets/unused.png",
			"1 link to a file: away.png in pages/Deep/Pier.md",
		]);
		expect(await readFiles(bench, "Bridge")).toEqual({
			"assets/plan (1).pdf": hex(3),
			"assets/deck.png": hex(1),
			"other/deck.png": hex(2),
		});
		expect(await readFiles(bench, "Plain")).toEqual({});
		expect((await bring(bench, folder)).entities).toEqual({ created: 0, updated: 0, skipped: 3 });

		await writeFiles(folder, { "assets/deck.png": picture(9), "pages/Deep/Pier.md": "Nothing any more." });
		expect(await bring(bench, folder)).toMatchObject({ entities: { updated: 2, skipped: 1 } });
		expect(await readFiles(bench, "Bridge")).toMatchObject({ "assets/deck.png": hex(9) });
		expect(await readFiles(bench, "Pier")).toEqual({});
	});

	test("one that a later import replaced comes back by an undo, and forth again", async () => {
		const bench = await Workbench.create(db);
		const folder = await folders.make(VAULT);
		await bring(bench, folder);
		const before = await hashState(db, bench.workspaceId);
		await writeFiles(folder, { "assets/deck.png": picture(9) });
		await bring(bench, folder);
		const after = await hashState(db, bench.workspaceId);
		expect(after).not.toBe(before);

		// The same content again is the same version again.
		await writeFiles(folder, { "assets/deck.png": picture(1) });
		await bring(bench, folder);
		expect(await hashState(db, bench.workspaceId)).toBe(before);

		const undoLast = async () => {
			const [last] = await db.query<{ id: string }>(
				"SELECT id FROM change WHERE workspace_id = $1 ORDER BY revision DESC LIMIT 1",
				[bench.workspaceId],
			);
			await (await bench.writer("ada")).undo(last?.id ?? "", "test");
		};
		await undoLast();
		expect(await hashState(db, bench.workspaceId)).toBe(after);
		expect(await readFiles(bench, "Bridge")).toMatchObject({ "assets/deck.png": hex(9) });
		await undoLast();
		expect(await hashState(db, bench.workspaceId)).toBe(before);
		expect(await readFiles(bench, "Bridge")).toMatchObject({ "assets/deck.png": hex(1) });
		const path = join(await folders.make(), "all.jsonl");
		await writeExportFile(path, exportWorkspace(await bench.as("ada"), { format: "jsonl" }));
		expect(await readFile(path, "utf8")).not.toContain(hex(9));
	});

	test("go out again as files, and the vault that comes out brings in the same", async () => {
		const bench = await Workbench.create(db);
		await bring(bench, await folders.make(VAULT));
		const out = join(await folders.make(), "out");
		await writeExportFolder(out, exportFiles(await bench.as("ada"), "markdown"));
		const again = await Workbench.create(db);
		const report = await bring(again, out);
		expect(report.losses.map(({ what, where }) => `${what}: ${where}`)).toEqual([
			"1 link to a file: away.png in notes/Pier.md",
		]);
		const contents = async (of: Workbench, title: string) => Object.values(await readFiles(of, title)).sort();
		for (const title of ["Bridge", "Pier", "Plain"])
			expect(await contents(again, title)).toEqual(await contents(bench, title));
		expect((await findByTitle(again, "Bridge")).body).toContain("![plan](../assets/plan%20%281%29.pdf)");
		expect((await findByTitle(again, "Plain")).body).toBe(VAULT["Plain.md"]);
	});

	test("travel in lines of JSON, into another workspace and into another store", async () => {
		const bench = await Workbench.create(db);
		await bring(bench, await folders.make(VAULT));
		const path = join(await folders.make(), "all.jsonl");
		await writeExportFile(path, exportWorkspace(await bench.as("ada"), { format: "jsonl" }));
		const other = await Workbench.create(db);
		expect((await bring(other, path, "jsonl")).files).toEqual({ kept: 4 });
		expect(await readFiles(other, "Bridge")).toEqual(await readFiles(bench, "Bridge"));

		const { archives } = bench.graph.store;
		const spooled = await spoolArchive((write) => archives.dump(bench.workspaceId, write));
		const copy = (await TEST_ENGINES[0]?.open()) as Db;
		try {
			const there = await Workbench.create(copy);
			await there.graph.store.archives.restore({ lines: spooled.lines() });
			expect(await hashState(copy, bench.workspaceId)).toBe(await hashState(db, bench.workspaceId));
		} finally {
			await spooled.close();
			await copy.close();
		}
	});
});

/** A row of an archive as format 1 had it: files among the properties, by number. */
function toFormerRow(
	type: string,
	row: Record<string, unknown>,
	numbers: ReadonlyMap<string, number>,
): object {
	const convert = (image: unknown): unknown => {
		if (image === null || typeof image !== "object") return image;
		const { held_files: files = {}, props, ...rest } = image as { held_files?: object; props?: object };
		const held = Object.entries(files).map(([path, hash]) => ({
			path,
			version: numbers.get(`${path} ${hash}`) ?? 1,
		}));
		if (held.length === 0) return { ...rest, props };
		const versions = Object.fromEntries(
			held.filter(({ version }) => version > 1).map((file) => [file.path, file.version]),
		);
		const listed = { attachments: held.map(({ path }) => path), attachment_versions: versions };
		return { ...rest, props: { ...props, ...listed } };
	};
	if (type === "entity") return convert(row) as object;
	if (type === "change_row" && row.table_name === "entity")
		return { ...row, before: convert(row.before), after: convert(row.after) };
	return row;
}

test("[T1] [T9] an archive of before, with files among the properties, is restored with its files, its log and its rights", async () => {
	const bench = await Workbench.create(db);
	const note = await bench.create("ada", { kind: "note", title: "Holder" });
	const { attachments, writer } = await bench.as("ada");
	const [first] = (await attachments.put(note, "a.png", picture(1), "test")).entities;
	const replaced = await attachments.put(first as Entity, "a.png", picture(2), "test");
	const spooled = await spoolArchive((write) => bench.graph.store.archives.dump(bench.workspaceId, write));
	const numbers = new Map<string, number>();
	const parsed: { type: string; row?: Record<string, unknown>; version?: number; rows?: number }[] = [];
	for await (const line of spooled.lines()) {
		const entry = JSON.parse(line) as (typeof parsed)[number];
		if (entry.type === "attachment")
			numbers.set(`${String(entry.row?.path)} ${String(entry.row?.hash)}`, Number(entry.row?.version));
		if (entry.type !== "audience_since") parsed.push(entry);
	}
	await spooled.close();
	const rows = parsed.filter(({ type }) => !["skein", "workspace", "end"].includes(type)).length;
	const lines = parsed.map((entry) =>
		JSON.stringify({
			...entry,
			...(entry.type === "skein" && { version: 1 }),
			...(entry.type === "end" && { rows }),
			...(entry.row && { row: toFormerRow(entry.type, entry.row, numbers) }),
		}),
	);
	const copy = (await TEST_ENGINES[0]?.open()) as Db;
	try {
		const there = await Workbench.create(copy);
		const source = async function* () {
			yield* lines;
		};
		await there.graph.store.archives.restore({ lines: source() });
		expect(await hashState(copy, bench.workspaceId)).toBe(await hashState(db, bench.workspaceId));
		const session = await there.graph.openSession(bench.principal("ada"));
		await session.writer.undo(replaced.change_id ?? "", "test");
		await writer.undo(replaced.change_id ?? "", "test");
		expect(await hashState(copy, bench.workspaceId)).toBe(await hashState(db, bench.workspaceId));
	} finally {
		await copy.close();
	}
});

describe("[T10] who may read a file", () => {
	test("is whoever may read what holds it now; taken away, it comes back by an undo", async () => {
		const bench = await Workbench.create(db);
		const note = await bench.create("ada", { kind: "note", title: "Mine", visibility: "private" });
		const { attachments, writer } = await bench.as("ada");
		const { entities } = await attachments.put(note, "a/b.png", picture(1), "test");
		const held = entities[0] as Entity;
		expect(attachmentsOf(held)).toEqual(["a/b.png"]);
		// A writer who puts the path into an entity of their own gets nothing by it.
		const theft = await bench.create("ben", {
			kind: "note",
			title: "Theft",
			props: { attachments: ["a/b.png"] },
		});
		const ben = await bench.as("ben");
		await expect(ben.attachments.get(theft, "a/b.png")).rejects.toThrow("attachment");
		await expect(ben.attachments.put(note, "a/b.png", picture(2), "test")).rejects.toThrow();

		const before = await hashState(db, bench.workspaceId);
		const removed = await attachments.remove(held, "a/b.png", "test");
		const bare = removed.entities[0] as Entity;
		await expect(attachments.get(bare, "a/b.png")).rejects.toThrow("attachment");
		await writer.undo(removed.change_id ?? "", "test");
		expect(await hashState(db, bench.workspaceId)).toBe(before);
	});

	test("what holds files is not merged away under them", async () => {
		const bench = await Workbench.create(db);
		const kept = await bench.create("ada", { kind: "note", title: "Twin", body: "text" });
		const gone = await bench.create("ada", { kind: "note", title: "Twin", body: "text ![[a.png]]" });
		const { attachments, writer } = await bench.as("ada");
		await attachments.put(gone, "a.png", picture(1), "test");
		const merge = async () =>
			acceptSuggestion({
				scope: (await bench.as("ada")).reader,
				writer,
				key: `duplicate ${kept.id} ${gone.id}`,
			});
		await expect(merge()).rejects.toThrow("holds files");
	});

	test("an export has no file that the text no longer holds", async () => {
		const bench = await Workbench.create(db);
		const note = await bench.create("ada", { kind: "note", title: "Opened later", visibility: "private" });
		const { attachments, writer } = await bench.as("ada");
		const [held] = (await attachments.put(note, "secret.png", Buffer.from("former"), "test")).entities;
		const [bare] = (await attachments.remove(held as Entity, "secret.png", "test")).entities;
		await writer.update({
			id: note.id,
			version: bare?.version ?? 0,
			patch: { visibility: "inherit" },
			via: "test",
		});
		let lines = "";
		for await (const chunk of exportWorkspace(await bench.as("ben"), { format: "jsonl" }))
			lines += Buffer.from(chunk).toString();
		expect(lines).toContain("Opened later");
		expect(lines).not.toContain(Buffer.from("former").toString("hex"));
	});

	test.each(["../x.png", "/x.png", "a//b.png", "a\\b.png", "a:b.png", `${"x".repeat(501)}`, "a\nb.png"])(
		"refuses the name %#",
		async (name) => {
			const bench = await Workbench.create(db);
			const note = await bench.create("ada", { kind: "note", title: "Note" });
			const { attachments } = await bench.as("ada");
			expect(() => attachments.put(note, name, picture(1), "test")).toThrow("name of a file");
		},
	);
});

test("[T17] a file is kept with the text that shows it, though another text is called as the file", async () => {
	const bench = await Workbench.create(db);
	const path = await folders.make({
		"a.md": "![map](map.png) and [the release](v1.2)\n",
		"map.png": picture(1),
		"map.png.md": "About the map.\n",
		"v1.2.md": "The release.\n",
	});
	const { losses } = await bring(bench, path);
	expect(await readFiles(bench, "a")).toEqual({ "map.png": hex(1) });
	expect(losses).toEqual([]);
});
