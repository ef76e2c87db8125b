import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEST_ENGINES } from "../../../../test/support/test-engines.ts";
import { newId } from "../../model/ids.ts";
import type { Db } from "../engine/db.ts";
import { BinaryValue } from "../engine/encode-parameter.ts";
import { encodeColumn } from "./encode-column.ts";

const LONG = 'Käse 🧀 "quoted" \\ {braces}, NULL\n'.repeat(9);
const COLUMNS: Readonly<Record<string, readonly unknown[]>> = {
	uuid: [newId(), null, "ffffffff-0000-7abc-89ab-0123456789ab"],
	integer: [0, -1, null, 2_147_483_647, -2_147_483_648],
	boolean: [true, null, false],
	text: ["", LONG, null, "NULL", "{}", "日本", "[".repeat(5_000)],
	json: [{ b: 1, a: [LONG, null] }, null, [], { "": {} }],
	jsonb: [{ b: 1, a: [LONG, null] }, null, [], { "": {} }],
};

for (const engine of TEST_ENGINES) {
	describe.skipIf(engine.skip)(`a column of values, on ${engine.name}`, () => {
		let db: Db;
		beforeAll(async () => {
			db = await engine.open();
		});
		afterAll(() => db?.close());

		test.each(Object.entries(COLUMNS))("of %s comes back as it was sent", async (type, values) => {
			const column = encodeColumn(type, values);
			expect(column).toBeInstanceOf(BinaryValue);
			const sql = `SELECT unnest($1::${type}[]) AS value`;
			const rows = await db.query<{ value: unknown }>(sql, [column]);
			expect(rows.map((row) => row.value)).toEqual(values);
			expect(await db.query(sql, [encodeColumn(type, [])])).toEqual([]);
		});

		test("that holds what is no UUID, or a NUL character, is refused as everywhere", async () => {
			const sql = "SELECT unnest($1::uuid[]) AS value";
			await expect(db.query(sql, [encodeColumn("uuid", ["no-uuid"])])).rejects.toThrow();
			expect(() => encodeColumn("text", ["a\0b"])).toThrow("NUL");
			const deep = `${"[".repeat(600)}${"]".repeat(600)}`;
			expect(() => encodeColumn("jsonb", [deep])).toThrow("levels deep");
		});
	});
}
