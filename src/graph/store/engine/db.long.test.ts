import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../../../test/support/open-test-database.ts";
import {
	createScratchDatabase,
	skipReason,
	testDatabaseUrl,
} from "../../../../test/support/scratch-postgres.ts";
import { ConflictError, InvalidInputError, StoreUnavailableError } from "../../model/errors.ts";
import type { Db } from "./db.ts";

interface Engine {
	readonly name: string;
	readonly open: () => Promise<Db>;
	readonly skip: boolean;
}

const engines: readonly Engine[] = [
	{ name: "pglite", open: () => openTestDatabase({ statementTimeoutMs: 2_000 }), skip: false },
	{
		name: `postgres${skipReason}`,
		open: () => createScratchDatabase({ statementTimeoutMs: 2_000 }),
		skip: testDatabaseUrl === undefined,
	},
];

for (const engine of engines) {
	describe.skipIf(engine.skip)(`a database speaks the same on ${engine.name}`, () => {
		let db: Db;
		beforeAll(async () => {
			db = await engine.open();
			await db.query("CREATE TABLE item (id text PRIMARY KEY, size int CHECK (size > 0), data jsonb)");
			await db.query("CREATE TABLE part (item_id text NOT NULL REFERENCES item (id))");
		});
		beforeEach(() => db.query("TRUNCATE item CASCADE"));
		afterAll(() => db?.close());

		const countItems = async () => (await db.query<{ n: number }>("SELECT count(*) AS n FROM item"))[0]?.n;
		const insert = (id: string, data: unknown = null) =>
			db.query("INSERT INTO item (id, data) VALUES ($1, $2::jsonb)", [id, data]);

		describe("values", () => {
			const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
			test.each<[string, unknown, unknown]>([
				["text", "naïve ☃ 𝄞 '\"\\ {a,b} $1 \n\t", undefined],
				["text", "", undefined],
				["text", "[[a wikilink]] and {braces}", undefined],
				["uuid", "018f3b6e-0000-7000-8000-000000000001", undefined],
				["boolean", true, undefined],
				["int4", -5, undefined],
				["int8", Number.MAX_SAFE_INTEGER, undefined],
				["float8", 0.1, undefined],
				["numeric", "12345678901234567890.5", undefined],
				["bytea", bytes, undefined],
				["bytea", Buffer.from("abc"), Uint8Array.from([97, 98, 99])],
				["date", "2024-02-29", undefined],
				["timestamptz", "2024-03-01T10:00:00.123456+05:30", "2024-03-01T04:30:00.123Z"],
				["timestamptz", new Date("2024-03-01T00:00:00Z"), "2024-03-01T00:00:00.000Z"],
				["timestamptz", "1900-01-01T00:00:00.000Z", undefined],
				["jsonb", { a: [1, { b: null }], ключ: "☃" }, undefined],
				["jsonb", '[1,"two"]', [1, "two"]],
				["jsonb", "null", null],
				["json", { a: 1 }, undefined],
				["text[]", ["a", 'b"c', "d\\e", "", "NULL", "{x},y"], undefined],
				["text[]", [], undefined],
				["text[]", ["a", null], undefined],
				["int8[]", [1, 2], undefined],
				["uuid[]", ["018f3b6e-0000-7000-8000-000000000001"], undefined],
				["bytea[]", [bytes], undefined],
				["timestamptz[]", ["2024-03-01T00:00:00.000Z"], undefined],
				["jsonb[]", [{ a: 1 }], undefined],
				["int4", null, null],
				["int4", undefined, null],
			])("%s comes back: %s", async (type, given, expected) => {
				const [row] = await db.query<{ value: unknown }>(`SELECT $1::${type} AS value`, [given]);
				expect(row?.value).toStrictEqual(expected === undefined ? given : expected);
			});

			test("ten megabytes come back whole", async () => {
				const text = "lorem ipsum ☃ ".repeat(700_000);
				await insert("big", { text });
				const [row] = await db.query<{ data: { text: string } }>("SELECT data FROM item");
				expect(row?.data.text).toBe(text);
			});

			test("a bigint past the safe range is refused, never rounded", async () => {
				await expect(db.query("SELECT 9007199254740993::int8 AS value", [])).rejects.toThrow();
				expect(await countItems()).toBe(0);
			});

			test("a column keeps its own name even when two are alike", async () => {
				expect(await db.query("SELECT 1 AS a, 2 AS b, 'x' AS a")).toEqual([{ a: "x", b: 2 }]);
			});

			test("several statements without parameters tell the last one's rows", async () => {
				expect(await db.query("SELECT 1 AS a; SELECT 2 AS b")).toEqual([{ b: 2 }]);
			});
		});

		describe("transactions", () => {
			test("commit when the work resolves", async () => {
				const result = await db.transaction(async (tx) => {
					await tx.query("INSERT INTO item (id) VALUES ($1)", ["a"]);
					return "done";
				});
				expect(result).toBe("done");
				expect(await countItems()).toBe(1);
			});

			test("roll back when the work rejects, and pass its error on", async () => {
				const failure = new Error("no");
				const work = db.transaction(async (tx) => {
					await tx.query("INSERT INTO item (id) VALUES ($1)", ["a"]);
					throw failure;
				});
				await expect(work).rejects.toBe(failure);
				expect(await countItems()).toBe(0);
			});

			test("a swallowed failure is not acknowledged as a commit", async () => {
				const work = db.transaction(async (tx) => {
					await tx.query("INSERT INTO item (id) VALUES ($1)", ["a"]);
					await tx.query("INSERT INTO item (id) VALUES ($1)", ["a"]).catch(() => undefined);
				});
				await expect(work).rejects.toBeInstanceOf(ConflictError);
				expect(await countItems()).toBe(0);
			});

			test("a statement nobody waited for still belongs to the transaction", async () => {
				await db.transaction(async (tx) => {
					void tx.query("INSERT INTO item (id) VALUES ($1)", ["a"]);
				});
				expect(await countItems()).toBe(1);
			});

			test("do not interleave: concurrent increments are all kept", async () => {
				await db.query("INSERT INTO item (id, size) VALUES ('counter', 1)");
				const increment = () =>
					db.transaction(async (tx) => {
						const [row] = await tx.query<{ size: number }>(
							"SELECT size FROM item WHERE id = 'counter' FOR UPDATE",
						);
						await wait(2);
						await tx.query("UPDATE item SET size = $1 WHERE id = 'counter'", [(row?.size ?? 0) + 1]);
					});
				await Promise.all(Array.from({ length: 20 }, increment));
				expect(await db.query("SELECT size FROM item")).toEqual([{ size: 21 }]);
			});

			test("a query outside sees nothing of an open transaction", async () => {
				const seen: (number | undefined)[] = [];
				const outside = wait(10).then(async () => seen.push(await countItems()));
				await db
					.transaction(async (tx) => {
						await tx.query("INSERT INTO item (id) VALUES ('a')");
						await wait(50);
						throw new Error("undo");
					})
					.catch(() => undefined);
				await outside;
				expect(seen).toEqual([0]);
			});

			test("the database itself is refused inside, instead of waiting for ever", async () => {
				await expect(db.transaction(() => db.query("SELECT 1"))).rejects.toThrow("use the handle");
			});

			test("the handle is refused after the end", async () => {
				const tx = await db.transaction(async (handle) => handle);
				await expect(tx.query("SELECT 1")).rejects.toThrow("has ended");
			});

			test("a savepoint may be rolled back inside", async () => {
				await db.transaction(async (tx) => {
					await tx.query("SAVEPOINT before");
					await tx.query("INSERT INTO item (id) VALUES ('a')");
					await tx.query("ROLLBACK TO before");
				});
				expect(await countItems()).toBe(0);
			});
		});

		describe("session state", () => {
			test.each(["SET work_mem = '1MB'", "BEGIN", "commit", "RESET ALL", "set session timezone to 'CET'"])(
				"%s is refused",
				(sql) => expect(db.query(sql)).rejects.toThrow("session state"),
			);

			test("SET LOCAL ends with its transaction", async () => {
				const read = "SELECT current_setting('work_mem') AS value";
				const before = await db.query(read);
				await db.transaction((tx) => tx.query("SET LOCAL work_mem = '123kB'"));
				expect(await Promise.all(Array.from({ length: 12 }, () => db.query(read)))).toEqual(
					Array.from({ length: 12 }, () => before),
				);
			});
		});

		describe("errors", () => {
			test.each<[string, string, unknown]>([
				["22P02 not a uuid", "SELECT 'x'::uuid", InvalidInputError],
				["22012 division by zero", "SELECT 1/0", InvalidInputError],
				["22P05 NUL in jsonb", `SELECT '"\\u0000"'::jsonb`, InvalidInputError],
				["23502 not null", "INSERT INTO part VALUES (NULL)", InvalidInputError],
				["23503 foreign key", "INSERT INTO part VALUES ('nobody')", ConflictError],
				["23505 unique", "INSERT INTO item (id) VALUES ('a'), ('a')", ConflictError],
				["23514 check", "INSERT INTO item (id, size) VALUES ('a', 0)", InvalidInputError],
				["54001 too deep", "SELECT (repeat('[', 60000) || repeat(']', 60000))::jsonb", InvalidInputError],
				["42P01 no such table", "SELECT * FROM secret_table", StoreUnavailableError],
			])("%s", async (label, sql, expected) => {
				const error = await db.query(sql, []).catch((thrown: unknown) => thrown);
				expect(error).toBeInstanceOf(expected);
				expect((error as { cause: unknown }).cause).toMatchObject({ code: label.slice(0, 5) });
				expect(JSON.stringify({ ...(error as Error) }) + (error as Error).message).not.toMatch(
					/item|part|secret|constraint|relation|syntax/,
				);
				expect(await countItems()).toBe(0);
			});

			test("NUL and JSON nested 10,000 deep are refused, and nothing is stored", async () => {
				const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
				let nested: unknown = [];
				for (let depth = 0; depth < 10_000; depth++) nested = { nested };
				for (const data of [deep, nested, `"a\0b"`, { a: "b\0c" }]) {
					await expect(insert(randomUUID(), data)).rejects.toBeInstanceOf(InvalidInputError);
				}
				await expect(insert("a\0b")).rejects.toBeInstanceOf(InvalidInputError);
				expect(await countItems()).toBe(0);
			});

			test("a lone surrogate in JSON is refused", async () => {
				await expect(insert("a", { text: "\ud800" })).rejects.toBeInstanceOf(InvalidInputError);
				expect(await countItems()).toBe(0);
			});

			test("a failed statement leaves the next caller untouched", async () => {
				await expect(db.query("SELECT 1/0", [])).rejects.toBeInstanceOf(InvalidInputError);
				expect(await db.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
			});

			test("a statement that runs too long is ended, and the next one is served", async () => {
				const endless = "SELECT count(*) FROM generate_series(1, 1000000000000)";
				await expect(db.query(endless)).rejects.toBeInstanceOf(StoreUnavailableError);
				expect(await db.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
			});
		});

		test("a closed database refuses, and closing twice is harmless", async () => {
			const other = await engine.open();
			await Promise.all([other.query("SELECT 1"), other.close(), other.close()]);
			await expect(other.query("SELECT 1")).rejects.toBeInstanceOf(StoreUnavailableError);
		});
	});
}
