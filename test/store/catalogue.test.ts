import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { openTestDatabase } from "../support/open-test-database.ts";

/** Small tables that every shard holds whole. All other tables belong to a workspace. */
const GLOBAL_TABLES = ["account", "migration", "workspace"];

let db: Db;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db?.close());

interface Key {
	readonly table: string;
	readonly name: string;
	readonly first: string;
	readonly refers: string | null;
}

const listConstraints = (): Promise<Key[]> =>
	db.query<Key>(
		`SELECT c.conrelid::regclass::text AS table, c.conname AS name, a.attname AS first,
				nullif(c.confrelid, 0)::regclass::text AS refers
			FROM pg_constraint c
			JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
			WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('p', 'u', 'f')`,
	);

const listIndexes = (): Promise<Key[]> =>
	db.query<Key>(
		`SELECT i.indrelid::regclass::text AS table, i.indexrelid::regclass::text AS name,
				coalesce(a.attname, '(an expression)') AS first, NULL AS refers
			FROM pg_index i
			JOIN pg_class t ON t.oid = i.indrelid AND t.relnamespace = 'public'::regnamespace AND t.relkind = 'r'
			LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]`,
	);

test("[G17] every table belongs to a workspace or is listed as global", async () => {
	const tables = await db.query<{ name: string; owned: boolean }>(
		`SELECT t.relname AS name, EXISTS (SELECT FROM pg_attribute a
				WHERE a.attrelid = t.oid AND a.attname = 'workspace_id' AND a.attnotnull) AS owned
			FROM pg_class t WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' ORDER BY 1`,
	);
	expect(tables.length).toBeGreaterThan(15);
	expect(tables.filter(({ owned }) => !owned).map(({ name }) => name)).toEqual(GLOBAL_TABLES);
});

test("[G17] workspace_id comes first in every key and index, or the tables cannot be sharded by it", async () => {
	const keys = [...(await listConstraints()), ...(await listIndexes())].filter(
		({ table }) => !GLOBAL_TABLES.includes(table),
	);
	expect(keys.length).toBeGreaterThan(40);
	const astray = keys.filter(({ first, refers }) => {
		const toGlobal = refers !== null && GLOBAL_TABLES.includes(refers);
		return first !== "workspace_id" && !toGlobal;
	});
	expect(astray).toEqual([]);
});

test("[G17] every table of a workspace has a primary key, and none has a trigger of ours", async () => {
	const constraints = await listConstraints();
	const tables = await db.query<{ name: string }>(
		"SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
	);
	const primary = await db.query<{ name: string }>(
		"SELECT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'p' AND connamespace = 'public'::regnamespace",
	);
	expect(primary.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
	expect(constraints.length).toBeGreaterThan(primary.length);
	const triggers = await db.query("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal");
	expect(triggers).toEqual([]);
});
