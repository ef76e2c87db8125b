import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PgliteStatements } from "./pglite-statements.ts";

let engine: PGlite;
let statements: PgliteStatements;
beforeAll(async () => {
	engine = await PGlite.create();
	statements = new PgliteStatements(engine);
	statements.run("CREATE TABLE item (id int PRIMARY KEY, name text)", undefined);
}, 60_000);
afterAll(() => engine.close());

const countPrepared = (): number =>
	Number(statements.run("SELECT count(*) FROM pg_prepared_statements", undefined).rows[0]?.[0]);

test("a statement is prepared once, however often it runs", () => {
	const insert = "INSERT INTO item VALUES ($1, $2)";
	expect(statements.run(insert, ["1", "oak"])).toMatchObject({ command: "INSERT", changedRows: 1 });
	const before = countPrepared();
	expect(statements.run(insert, ["2", null])).toMatchObject({ command: "INSERT", changedRows: 1 });
	expect(countPrepared()).toBe(before);
	const read = statements.run("SELECT * FROM item WHERE id <= $1 ORDER BY id", ["2"]);
	expect(read.rows).toEqual([
		["1", "oak"],
		["2", null],
	]);
	expect(read.columns.map(({ name }) => name)).toEqual(["id", "name"]);
});

test("of several statements without parameters the last one's answer is told", () => {
	const { command, rows, columns } = statements.run(
		"SELECT 1 AS one; SELECT 2 AS two, 3 AS three",
		undefined,
	);
	expect({ command, rows }).toEqual({ command: "SELECT", rows: [["2", "3"]] });
	expect(columns.map(({ name }) => name)).toEqual(["two", "three"]);
	const update = statements.run("SELECT 1; UPDATE item SET name = 'elm' WHERE id = 2", undefined);
	expect(update).toMatchObject({ command: "UPDATE", rows: [], columns: [], changedRows: 1 });
});

test("a statement that fails is told with its code, and the same text runs when it can", () => {
	const sql = "SELECT name FROM later WHERE id = $1";
	expect(() => statements.run(sql, ["1"])).toThrow(expect.objectContaining({ code: "42P01" }));
	statements.run("CREATE TABLE later (id int, name text); INSERT INTO later VALUES (1, 'ash')", undefined);
	expect(statements.run(sql, ["1"]).rows).toEqual([["ash"]]);
	const insert = "INSERT INTO item VALUES ($1, 'twice')";
	statements.run(insert, ["10"]);
	expect(() => statements.run(insert, ["10"])).toThrow(expect.objectContaining({ code: "23505" }));
	expect(statements.run(insert, ["11"]).changedRows).toBe(1);
});

test("a failed transaction refuses what is new and what is prepared, until it is rolled back", () => {
	const known = "SELECT $1::int AS known";
	statements.run(known, ["1"]);
	statements.run("BEGIN", undefined);
	expect(() => statements.run("SELECT 1 / $1::int", ["0"])).toThrow("division by zero");
	for (const sql of [known, "SELECT $1::int AS unknown"]) {
		expect(() => statements.run(sql, ["1"])).toThrow(expect.objectContaining({ code: "25P02" }));
	}
	statements.run("ROLLBACK", undefined);
	for (const sql of [known, "SELECT $1::int AS unknown"])
		expect(statements.run(sql, ["1"]).rows).toEqual([["1"]]);
});

test("after a change of tables a known text tells the columns of now", () => {
	const sql = "SELECT * FROM item WHERE id = $1";
	expect(statements.run(sql, ["1"]).columns).toHaveLength(2);
	statements.run("ALTER TABLE item ADD COLUMN height int DEFAULT 3", undefined);
	const { columns, rows } = statements.run(sql, ["1"]);
	expect(columns.map(({ name }) => name)).toEqual(["id", "name", "height"]);
	expect(rows).toEqual([["1", "oak", "3"]]);
});

test("what the engine keeps of statements is bounded, and one that left comes back", () => {
	const texts = Array.from({ length: 700 }, (_, index) => `SELECT $1::int + ${index}`);
	for (const sql of [...texts, ...texts.slice(0, 5)]) statements.run(sql, ["1"]);
	expect(countPrepared()).toBeLessThanOrEqual(300);
	expect(statements.run(texts[0] as string, ["1"]).rows).toEqual([["1"]]);
});
