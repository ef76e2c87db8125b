import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../../../test/support/open-test-database.ts";
import {
	createScratchDatabase,
	skipReason,
	testDatabaseUrl,
} from "../../../../test/support/scratch-postgres.ts";
import type { Principal } from "../../model/access.ts";
import type { Db } from "../../store/engine/db.ts";
import { migrate } from "../../store/engine/migrate.ts";
import { type Repositories, Store } from "../../store/store.ts";
import type { ImportItem } from "../source/import-item.ts";
import { importItems } from "./import-items.ts";

async function openScratchPostgres(): Promise<Db> {
	const db = await createScratchDatabase();
	await migrate(db);
	return db;
}

describe("on the embedded engine", () => testOn(openTestDatabase));
describe.skipIf(testDatabaseUrl === undefined)(`on PostgreSQL${skipReason}`, () =>
	testOn(openScratchPostgres),
);

function testOn(openEngine: () => Promise<Db>): void {
	let store: Store;
	let principal: Principal;

	beforeAll(async () => {
		store = new Store(await openEngine());
		const workspace = await store.workspaces.create("Items");
		const account = await store.workspaces.ensureAccount({ email: "you@example.org", display_name: "You" });
		await store.workspaces.setMember(workspace.id, account.id, "owner");
		principal = { workspaceId: workspace.id, accountId: account.id };
	});
	afterAll(() => store.close());

	const open = async (): Promise<Repositories> => store.as(await store.access(principal));

	const item = (title: string, hash = "1"): ImportItem => ({
		externalId: title,
		kind: "note",
		title,
		hash,
		load: async () => ({ hash, entity: { kind: "note", title, body: `version ${hash}` } }),
	});

	const runImport = async (source: string, items: readonly ImportItem[]) =>
		importItems({
			imports: (await open()).imports,
			survey: { source, items, kinds: [], fields: [], losses: [] },
			via: "test",
		});

	test("one item that the store refuses does not keep its batch out", async () => {
		const refused: ImportItem = {
			...item("refused"),
			load: async () => ({ hash: "1", entity: { kind: "note", title: " " } }),
		};
		const unread: ImportItem = {
			...item("unread"),
			load: async () => ({ loss: { what: "a row", where: "unread", why: "It is gone." } }),
		};
		const items = [item("a"), item("b"), refused, item("c"), unread, item("d")];
		const { entities, losses } = await runImport("refusing", items);
		expect(entities).toEqual({ created: 4, updated: 0, skipped: 0 });
		expect(losses.map(({ where, why }) => `${where}: ${why}`).sort()).toEqual([
			"refused: A note needs a title.",
			"unread: It is gone.",
		]);
		expect((await runImport("refusing", items)).entities).toEqual({ created: 0, updated: 0, skipped: 4 });
	});

	test("[G9] other names that are given twice take the place of no other", async () => {
		const names = Array.from({ length: 100 }, (_, at) => `name ${at}`);
		const aliases = ["Many", ...names.slice(0, 60), ...names];
		const many: ImportItem = {
			...item("Many"),
			load: async () => ({ hash: "1", entity: { kind: "note", title: "Many", aliases } }),
		};
		expect((await runImport("names", [many])).losses).toEqual([]);
		const { entities } = await (await open()).rows.list({ kind: "note", q: "Many" });
		expect(entities.find(({ title }) => title === "Many")?.aliases).toEqual(names);
	});

	test("an edit that comes between the judging and the writing is kept", async () => {
		await runImport("racing", [item("x"), item("y")]);
		const { rows, writer } = await open();
		const { entities } = await rows.list({ kind: "note", q: "x" });
		const edited = entities.find((entity) => entity.title === "x");
		const racing: ImportItem = {
			...item("x", "2"),
			load: async () => {
				await writer.update({ id: edited?.id ?? "", version: 1, patch: { body: "mine" }, via: "test" });
				return item("x", "2").load();
			},
		};
		const { entities: counts, losses } = await runImport("racing", [racing, item("y", "2")]);
		expect(counts).toEqual({ created: 0, updated: 1, skipped: 1 });
		expect(losses).toEqual([expect.objectContaining({ where: "x" })]);
		expect((await rows.get(edited?.id ?? "")).body).toBe("mine");
	});

	test("two sources may use the same ids", async () => {
		await runImport("first", [item("same")]);
		expect((await runImport("second", [item("same")])).entities.created).toBe(1);
	});

	test("a note in another's text becomes an edge, counted once it is there", async () => {
		const linking: ImportItem = {
			...item("linking"),
			load: async () => ({
				hash: "1",
				entity: { kind: "note", title: "linking", body: "[[later]] [[later]] [[linking]] [[never]]" },
			}),
		};
		expect((await runImport("links", [linking])).edges).toMatchObject({ created: 0, unresolved: 3 });
		const { edges, losses } = await runImport("links", [linking, item("later")]);
		expect(edges).toEqual({ created: 1, resolved: 2, unresolved: 1, ambiguous: 0 });
		expect(losses).toEqual([expect.objectContaining({ where: "[[never]] (1)" })]);
	});
}
