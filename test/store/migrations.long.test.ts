import { copyFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { migrate } from "../../src/graph/store/engine/migrate.ts";
import { openPglite } from "../../src/graph/store/engine/open-pglite.ts";
import { openPostgres } from "../../src/graph/store/engine/open-postgres.ts";
import { PgliteSession } from "../../src/graph/store/engine/pglite-session.ts";
import { prepareTestFolder } from "../support/open-test-database.ts";
import { Random } from "../support/random.ts";
import { createScratchUrl, skipReason, testDatabaseUrl } from "../support/scratch-postgres.ts";

const shipped = fileURLToPath(new URL("../../src/graph/store/engine/migrations", import.meta.url));
const EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";
const everyStatement = Number(process.env.SKEIN_TEST_FACTOR ?? 0) >= 1;

/** A folder with the first migrations only, as an older version had them. */
async function copySteps(count: number): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "skein-steps-"));
	for (const file of (await readdir(shipped)).sort().slice(0, count)) {
		await copyFile(join(shipped, file), join(folder, file));
	}
	return folder;
}

async function migrateTo(db: Db, count: number): Promise<void> {
	const directory = await copySteps(count);
	await migrate(db, { directory }).finally(() => rm(directory, { recursive: true, force: true }));
}

async function readStatements(step: number): Promise<string[]> {
	const file = (await readdir(shipped)).sort()[step - 1] as string;
	const sql = await readFile(join(shipped, file), "utf8");
	return sql
		.replace(/--.*$/gm, "")
		.split(";")
		.map((statement) => statement.trim())
		.filter((statement) => statement !== "");
}

const SCHEMA = `
	SELECT 'column' AS part, concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default)
		AS line FROM information_schema.columns WHERE table_schema = 'public'
	UNION ALL SELECT 'index', indexdef FROM pg_indexes WHERE schemaname = 'public'
	UNION ALL SELECT 'rule', conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
		WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
	ORDER BY 1, 2`;

/** A database that can be left in the middle of a transaction, as a process does that is killed. */
interface Victim {
	open(): Promise<Db>;
	/** Runs the statements in a transaction and dies before its end. */
	runAndDie(statements: readonly string[]): Promise<void>;
	remove(): Promise<void>;
}

async function makeEmbeddedVictim(): Promise<Victim> {
	const dataFolder = await prepareTestFolder();
	const folder = join(dataFolder, "database");
	return {
		open: () => openPglite({ folder }),
		async runAndDie(statements) {
			const session = await PgliteSession.start(folder);
			for (const statement of ["BEGIN", ...statements]) await session.run(statement, undefined, 0);
			await session.terminate("killed");
		},
		remove: () => rm(dataFolder, { recursive: true, force: true }),
	};
}

async function makeServerVictim(): Promise<Victim> {
	const scratch = await createScratchUrl();
	return {
		open: () => openPostgres({ databaseUrl: scratch.url }),
		async runAndDie(statements) {
			const client = new pg.Client({ connectionString: scratch.url });
			client.on("error", () => undefined);
			await client.connect();
			for (const statement of ["BEGIN", ...statements]) await client.query(statement);
			(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
		},
		remove: scratch.drop,
	};
}

const victims = [
	{ name: "pglite", make: makeEmbeddedVictim, skip: false, thorough: everyStatement },
	{
		name: `postgres${skipReason}`,
		make: makeServerVictim,
		skip: testDatabaseUrl === undefined,
		thorough: true,
	},
];

for (const { name, make, skip, thorough } of victims) {
	describe.skipIf(skip)(`[P17] every old schema on ${name}`, () => {
		let victim: Victim;
		beforeAll(async () => {
			victim = await make();
		});
		afterAll(() => victim?.remove());

		async function withDb<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
			const db = await victim.open();
			return work(db).finally(() => db.close());
		}
		const describeSchema = (db: Db): Promise<unknown[]> => db.query(SCHEMA);

		/** After each statement on a server; on the embedded engine, where each death costs a second, after two of them. */
		function chooseDeaths(statements: readonly string[], step: number): readonly number[] {
			const all = statements.map((_, index) => index + 1);
			if (thorough) return all;
			return [...new Set([new Random(step).pick(all), statements.length])];
		}

		test("is untouched by a process killed at a statement, and comes to the newest with what it held", async () => {
			const steps = (await readdir(shipped)).filter((file) => file.endsWith(".sql")).length;
			await withDb((db) => db.query(EMPTY));
			let deaths = 0;
			for (let step = 1; step <= steps; step += 1) {
				const before = await withDb(async (db) => {
					await migrateTo(db, step - 1);
					return describeSchema(db);
				});
				const statements = await readStatements(step);
				for (const count of chooseDeaths(statements, step)) {
					await victim.runAndDie(statements.slice(0, count));
					deaths += 1;
					if (thorough || count === statements.length) {
						expect(await withDb(describeSchema)).toEqual(before);
					}
				}
				if (step !== 1) continue;
				await withDb(async (db) => {
					await migrateTo(db, 1);
					await db.query(
						`INSERT INTO workspace (id, name, ref_key, created_at) VALUES (gen_random_uuid(), 'Old', '\\\\x00', now())`,
					);
				});
			}
			expect(deaths).toBeGreaterThan(steps);
			const { stepwise, names } = await withDb(async (db) => {
				await migrate(db);
				const rows = await db.query<{ name: string }>("SELECT name FROM workspace");
				return { stepwise: await describeSchema(db), names: rows.map((row) => row.name) };
			});
			expect(names).toEqual(["Old"]);
			const fresh = await withDb(async (db) => {
				await db.query(EMPTY);
				await migrate(db);
				return describeSchema(db);
			});
			expect(stepwise).toEqual(fresh);
		}, 400_000);

		test("[T10] [R16] files that were named by properties, and what had been opened, are carried over to step 14", async () => {
			const ids = ["1", "2", "3", "4", "5"].map((digit) => `0000000${digit}-0000-7000-8000-000000000000`);
			const [workspace, ada, ben, note, project] = ids as [string, string, string, string, string];
			const image = (changes: object): string =>
				JSON.stringify({ id: note, visibility: "private", props: {}, ...changes });
			const files = { attachments: ["a.png", "lost.png"], attachment_versions: { "a.png": 2 } };
			const carried = await withDb(async (db) => {
				await db.query(EMPTY);
				await migrateTo(db, 13);
				await db.query(
					"INSERT INTO workspace (id, name, ref_key, revision, created_at) VALUES ($1, 'W', 'x', 9, now())",
					[workspace],
				);
				for (const id of [ada, ben])
					await db.query("INSERT INTO account (id, display_name, created_at) VALUES ($1, 'P', now())", [id]);
				for (const [id, kind, place, props] of [
					[project, "project", project, { attachments: "mine" }],
					[note, "note", null, { ...files, extra: 1 }],
				] as const)
					await db.query(
						`INSERT INTO entity (workspace_id, id, ref, kind, project_id, title, title_key, props, visibility, owner_id,
								created_by, created_at, updated_at, version)
							VALUES ($1, $2, $3, $3, $4, 'T', 't', $5::jsonb, 'inherit', $6, $6, now(), now(), 3)`,
						[workspace, id, kind, place, JSON.stringify(props), ada],
					);
				for (const [version, hash] of [
					[1, "first"],
					[2, "second"],
				])
					await db.query(
						"INSERT INTO attachment (workspace_id, entity_id, path, version, hash, bytes) VALUES ($1, $2, 'a.png', $3, $4, '')",
						[workspace, note, version, hash],
					);
				for (const [revision, before, after] of [
					[3, null, image({ props: { attachments: ["a.png"] } })],
					[5, image({ props: { attachments: ["a.png"] } }), image({ visibility: "inherit", props: files })],
				])
					await db.query(
						`INSERT INTO change_row (workspace_id, revision, ordinal, table_name, row_id, before, after)
							VALUES ($1, $2, 0, 'entity', $3, $4::json, $5::json)`,
						[workspace, revision, note, before, after],
					);
				await db.query(
					"INSERT INTO project_access (workspace_id, project_id, visibility) VALUES ($1, $2, 'workspace')",
					[workspace, project],
				);
				await db.query(
					"INSERT INTO share (workspace_id, entity_id, grantee_id, level) VALUES ($1, $2, $3, 'read')",
					[workspace, note, ben],
				);
				await migrate(db);
				return {
					rows: await db.query("SELECT props, held_files FROM entity ORDER BY id"),
					log: await db.query("SELECT before, after FROM change_row ORDER BY revision"),
					audiences: await db.query("SELECT entity_id, revision FROM audience_since ORDER BY entity_id"),
					shares: await db.query("SELECT since FROM share"),
				};
			});
			expect(carried.rows).toEqual([
				{ props: { extra: 1 }, held_files: { "a.png": "second" } },
				{ props: { attachments: "mine" }, held_files: {} },
			]);
			const first = { props: {}, held_files: { "a.png": "first" } };
			expect(carried.log).toMatchObject([
				{ before: null, after: first },
				{ before: first, after: { props: {}, held_files: { "a.png": "second" }, visibility: "inherit" } },
			]);
			expect(carried.audiences).toEqual([
				{ entity_id: note, revision: 5 },
				{ entity_id: project, revision: 9 },
			]);
			expect(carried.shares).toEqual([{ since: 9 }]);
		}, 100_000);

		test("[A18] answers of before step 17 get their question from the chat, kept contexts have none", async () => {
			const ids = ["1", "2", "3", "4", "5", "6", "7"].map(
				(digit) => `0000000${digit}-0000-7000-8000-000000000000`,
			);
			const [workspace, ada, chat, question, answer, read, kept] = ids;
			const rows = await withDb(async (db) => {
				await db.query(EMPTY);
				await migrateTo(db, 16);
				await db.query("INSERT INTO workspace (id, name, ref_key, created_at) VALUES ($1, 'W', 'x', now())", [
					workspace,
				]);
				await db.query("INSERT INTO account (id, display_name, created_at) VALUES ($1, 'P', now())", [ada]);
				await db.query("INSERT INTO member (workspace_id, account_id, role) VALUES ($1, $2, 'owner')", [
					workspace,
					ada,
				]);
				await db.query(
					"INSERT INTO chat (workspace_id, id, account_id, created_at) VALUES ($1, $2, $3, now())",
					[workspace, chat, ada],
				);
				for (const id of [read, kept])
					await db.query(
						`INSERT INTO context_manifest (workspace_id, id, account_id, revision, entity_ids, payload, created_at)
							VALUES ($1, $2, $3, 1, '{}', '{}', now())`,
						[workspace, id, ada],
					);
				const asked = { focus: ada, mentions: [], pins: [chat] };
				for (const [id, role, parent, context, details] of [
					[question, "user", null, null, { asked }],
					[answer, "assistant", question, read, {}],
				] as const)
					await db.query(
						`INSERT INTO message (workspace_id, chat_id, id, role, text, state, parent_id, context_id, details, created_at)
							VALUES ($1, $2, $3, $4, 'Which glue?', 'answered', $5, $6, $7::jsonb, now())`,
						[workspace, chat, id, role, parent, context, JSON.stringify(details)],
					);
				await migrate(db);
				return db.query("SELECT id, request FROM context_manifest ORDER BY id");
			});
			const request = {
				query: "Which glue?",
				type: "chat",
				chatId: chat,
				focus: { id: ada },
				mentions: [],
				pins: [chat],
			};
			expect(rows).toEqual([
				{ id: read, request },
				{ id: kept, request: null },
			]);
		}, 100_000);
	});
}
