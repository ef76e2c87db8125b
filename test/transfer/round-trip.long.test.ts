import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/graph/model/ids.ts";
import {
	ARCHIVE_TABLES,
	type ArchivePart,
	TABLES_LEFT_OUT,
} from "../../src/graph/store/archive/archive-tables.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import { hashState } from "../support/hash-state.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { makeRandomWorkspace } from "../support/random-workspace.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";

const WORKSPACES = 60 * Number(process.env.SKEIN_TEST_FACTOR ?? 1);
const SEED = Number(process.env.SKEIN_TEST_SEED ?? 1);
const [embedded, postgres] = TEST_ENGINES;
if (embedded === undefined || postgres === undefined) throw new Error("Two engines were expected.");

const dump = async (db: Db, workspaceId: string): Promise<string> => {
	const parts: string[] = [];
	await new Store(db).archives.dump(workspaceId, async (lines) => {
		parts.push(lines);
	});
	return parts.join("");
};

const linesOf = async function* (text: string): AsyncGenerator<string> {
	for (const line of text.split("\n")) if (line !== "") yield line;
};

const restore = (db: Db, text: string, asCopy?: string) =>
	new Store(db).archives.restore({ lines: linesOf(text), ...(asCopy !== undefined && { asCopy }) });

describe.each([
	{ from: embedded, to: postgres.skip ? embedded : postgres },
	{ from: postgres, to: embedded },
])("from $from.name to $to.name", ({ from, to }) => {
	let source: Db;
	let target: Db;
	const skip = from.skip || to.skip;
	beforeAll(async () => {
		if (skip) return;
		[source, target] = await Promise.all([from.open(), to.open()]);
	});
	afterAll(async () => {
		await source?.close();
		await target?.close();
	});

	test.skipIf(skip)(
		`[T1] ${WORKSPACES} workspaces are the same after a dump and a restore, rights and trash included`,
		async () => {
			const workspaces = Array.from({ length: WORKSPACES }, (_, index) => makeRandomWorkspace(SEED + index));
			await insertWorkspaces(source, workspaces);
			for (const { id } of workspaces) {
				const text = await dump(source, id);
				const restored = await restore(target, text);
				expect(restored.id).toBe(id);
				expect(await hashState(target, id), `workspace ${id}`).toBe(await hashState(source, id));
				// The lines also hold the parts that are not in the state, such as trash, derived edges and times.
				expect(await dump(target, id)).toBe(text);
			}
		},
		300_000,
	);
});

describe("an archive", () => {
	let db: Db;
	let bench: Workbench;
	beforeAll(async () => {
		db = await embedded.open();
		bench = await Workbench.create(db);
	});
	afterAll(() => db.close());

	test("knows every table of the schema", async () => {
		const tables = await db.query<{ name: string }>(
			`SELECT table_name AS name FROM information_schema.columns
				WHERE column_name = 'workspace_id' AND table_schema = 'public' ORDER BY 1`,
		);
		const known = new Set([...ARCHIVE_TABLES.map((table) => table.name), ...TABLES_LEFT_OUT]);
		expect(tables.map(({ name }) => name)).toEqual([...known].sort());
	});

	test("[T1] [P18] what people wrote comes back with its log, blocks, links and names, and can be written on", async () => {
		const project = await bench.project("Bridge", { visibility: "private", editors: ["ben"] });
		const note = await bench.create("ben", {
			kind: "note",
			title: "Survey",
			body: "See [[Arch]] and [[Later]].",
		});
		const arch = await bench.create("ada", { kind: "note", title: "Arch", body: "# One\n\ntext" });
		await bench.create("ada", { kind: "task", title: "Mortar", project_id: project });
		await (await bench.writer("ada")).update({
			id: arch.id,
			version: 1,
			patch: { title: "Vault" },
			via: "test",
		});

		const copy = await restore(db, await dump(db, bench.workspaceId), "Copy");
		expect(copy.id).not.toBe(bench.workspaceId);
		expect(await hashState(db, copy.id)).toBe(await hashState(db, bench.workspaceId));
		const ben = { workspaceId: copy.id, accountId: bench.people.ben };
		const { reader, writer } = await bench.graph.openSession(ben);
		const links = (): string[] => reader.graph.linksOf(note.id).map(({ other }) => other.title);
		expect(links()).toEqual(["Vault"]);
		expect((await reader.rows.blocks(arch.id)).map(({ kind }) => kind)).toEqual(["heading", "paragraph"]);
		await writer.create({ kind: "note", title: "Later" }, "test");
		const later = (await bench.graph.openSession(ben)).reader.graph;
		expect(
			later
				.linksOf(note.id)
				.map(({ other }) => other.title)
				.sort(),
		).toEqual(["Later", "Vault"]);
		const gil = await bench.graph.openSession({ workspaceId: copy.id, accountId: bench.people.gil });
		expect(gil.reader.graph.size).toBe(0);
	});

	test("[T1] [A19] kept queries come back; an export has none", async () => {
		const own = await Workbench.create(db);
		const { savedQueries, archive } = await own.as("ben");
		await savedQueries.save({ name: "Loose ends", wql: "SELECT t FROM task WHERE t.open = yes" });
		const copy = await restore(db, await dump(db, own.workspaceId), "With queries");
		const again = await own.graph.openSession({ workspaceId: copy.id, accountId: own.people.ben });
		expect(await again.savedQueries.list()).toEqual(await savedQueries.list());
		let exported = "";
		await archive.dump(async (lines) => {
			exported += lines;
		});
		expect(exported).not.toContain("Loose ends");
	});

	test("[T1] [A18] ratings come back with their questions; an export has none", async () => {
		const own = await Workbench.create(db);
		const { manifests, ratings, archive } = await own.as("ben");
		const note = await own.create("ben", { kind: "note", title: "Glue" });
		const id = newId();
		const items = [{ id: note.id, blockId: note.id, form: "light" }];
		const payload = { sections: [{ items }], metadata: { usedTokens: 9 } };
		await manifests.save({
			id,
			revision: 1,
			payload,
			entityIds: [note.id],
			request: { query: "Which glue?" },
		});
		await ratings.rate(id, "answer", "not_helped");
		await ratings.rate(id, note.id, "noise");
		const copy = await restore(db, await dump(db, own.workspaceId), "With ratings");
		const again = await own.graph.openSession({ workspaceId: copy.id, accountId: own.people.ben });
		expect(await again.ratings.list({ limit: 10 })).toEqual(await ratings.list({ limit: 10 }));
		let exported = "";
		await archive.dump(async (lines) => {
			exported += lines;
		});
		expect(exported).toContain("Glue");
		expect(exported).not.toContain("Which glue?");
	});

	test("is refused where the workspace is already, when it is cut off and when it is damaged", async () => {
		const text = await dump(db, bench.workspaceId);
		await expect(restore(db, text)).rejects.toMatchObject({ code: "workspace_exists" });
		const lines = text.trimEnd().split("\n");
		await expect(restore(db, lines.slice(0, -1).join("\n"), "Cut")).rejects.toMatchObject({
			code: "archive_invalid",
		});
		await expect(restore(db, lines.slice(2).join("\n"), "Headless")).rejects.toMatchObject({
			code: "archive_invalid",
		});
		const names = (await new Store(db).workspaces.list()).map(({ name }) => name);
		expect(names).not.toContain("Cut");
	});

	test("[T2] an owner's export with rights and history restores what they may read; the past of others stays theirs", async () => {
		const own = await Workbench.create(db);
		const project = await own.project("Bridge", { visibility: "private", editors: ["ben"] });
		const task = await own.create("ben", { kind: "task", title: "Dig", project_id: project });
		await own.commit("ben", { op: "update", id: task.id, version: 1, patch: { title: "Dig deeper" } });
		const read = async (include: readonly ArchivePart[]): Promise<string> => {
			const parts: string[] = [];
			await (await own.as("ada")).archive.dump(async (lines) => void parts.push(lines), include);
			return parts.join("");
		};
		const copy = await restore(db, await read(["rights", "history"]), "Of Ada");
		expect(await hashState(db, copy.id)).toBe(await hashState(db, own.workspaceId));
		const changes = await db.query("SELECT FROM change WHERE workspace_id = $1", [copy.id]);
		expect(changes).toHaveLength(await own.revision());

		const secret = await own.create("cy", {
			kind: "note",
			title: "Draft",
			body: "hidden words",
			visibility: "private",
		});
		await own.commit("cy", {
			op: "update",
			id: secret.id,
			version: 1,
			patch: { visibility: "inherit", body: "open" },
		});
		const text = await read(["rights", "history"]);
		expect(text).toContain('"open"');
		expect(text).not.toContain("hidden words");
		await expect(restore(db, await read([]), "Nobody's")).rejects.toMatchObject({ code: "archive_invalid" });
	});

	test("[T2] an export counts only the changes that its maker may know of", async () => {
		const own = await Workbench.create(db);
		const hide = (title: string) => own.create("cy", { kind: "note", title, visibility: "private" });
		const write = (title: string) => own.create("ben", { kind: "note", title });
		await write("First");
		await hide("Between");
		const shared = await own.create("ben", { kind: "note", title: "Shared", visibility: "restricted" });
		await hide("Again");
		await (await own.as("ben")).shares.replace(shared.id, [{ grantee_id: own.people.ada, level: "read" }]);
		await own.commit("ben", { op: "update", id: shared.id, version: 1, patch: { title: "Shared on" } });
		await write("Last");
		const parts: string[] = [];
		const { archive } = await own.as("ada");
		await archive.dump(async (lines) => void parts.push(lines), ["rights", "history"]);
		const lines = parts
			.join("")
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		const rowsOf = (wanted: string) => lines.filter(({ type }) => type === wanted).map(({ row }) => row);
		const places = rowsOf("change").map(({ revision }) => revision);
		expect(places).toEqual(places.map((_, index) => index + 1));
		expect(rowsOf("workspace")[0].revision).toBe(places.length);
		expect(await own.revision()).toBeGreaterThan(places.length);
		expect(new Set(rowsOf("change_row").map(({ revision }) => revision))).toEqual(new Set(places));
		const [share] = rowsOf("share");
		const renamed = rowsOf("change_row").filter(({ row_id }) => row_id === shared.id);
		expect(share.since).toBeLessThanOrEqual(renamed[0].revision);

		const copy = await restore(db, parts.join(""), "Counted by Ada");
		const log = await db.query("SELECT revision FROM change WHERE workspace_id = $1 ORDER BY revision", [
			copy.id,
		]);
		expect(log.map(({ revision }) => Number(revision))).toEqual(places);
	});

	test("[T2] of what a reader may not see, their export holds no byte", async () => {
		await bench.create("cy", { kind: "note", title: "Secret of Cy", visibility: "private" });
		const parts: string[] = [];
		const { archive } = await bench.as("ada");
		await archive.dump(async (lines) => void parts.push(lines), ["rights"]);
		const text = parts.join("");
		expect(text).toContain("Vault");
		expect(text).not.toContain("Secret of Cy");
		expect(text).not.toContain("secret_hash");
		const { archive: guests } = await bench.as("gil");
		expect(() => guests.dump(async () => {}, ["rights"])).toThrow(/owner or admin/);
	});
});
