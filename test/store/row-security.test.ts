import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Graph } from "../../src/graph/graph.ts";
import type { Principal } from "../../src/graph/model/access.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { migrate } from "../../src/graph/store/engine/migrate.ts";
import { Store } from "../../src/graph/store/store.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { forEachSeed } from "../support/random.ts";
import { makeRandomWorkspace } from "../support/random-workspace.ts";
import { createScratchDatabase, testDatabaseUrl } from "../support/scratch-postgres.ts";

const WORKSPACES = 60;
const ROLE = `skein_oracle_${process.pid}`;

/**
 * The promises about reading, written a third time as policies of the database itself. They are no lock of the product's: they
 * keep the planner off its indexes, and the embedded engine's only user is above them. Here they are a second opinion.
 */
const POLICIES = `
	CREATE FUNCTION oracle_setting(name text) RETURNS text LANGUAGE sql STABLE AS
		$$ SELECT nullif(current_setting('oracle.' || name, true), '') $$;
	CREATE FUNCTION oracle_project_is_there(w uuid, p uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS
		$$ SELECT EXISTS (SELECT 1 FROM entity WHERE workspace_id = w AND id = p AND deleted_at IS NULL) $$;
	CREATE FUNCTION oracle_role(w uuid) RETURNS text LANGUAGE sql STABLE AS
		$$ SELECT role FROM member WHERE workspace_id = w AND account_id = oracle_setting('account')::uuid $$;
	CREATE ROLE ${ROLE} NOLOGIN;
	GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${ROLE};
	ALTER TABLE entity ENABLE ROW LEVEL SECURITY;
	CREATE POLICY wall ON entity AS RESTRICTIVE TO ${ROLE} USING (
		workspace_id = oracle_setting('workspace')::uuid AND oracle_role(workspace_id) IS NOT NULL AND deleted_at IS NULL
		AND (project_id IS NULL OR oracle_project_is_there(workspace_id, project_id)));
	CREATE POLICY token ON entity AS RESTRICTIVE TO ${ROLE} USING (
		oracle_setting('projects') IS NULL OR project_id::text = ANY(string_to_array(oracle_setting('projects'), ',')));
	CREATE POLICY of_the_workspace ON entity TO ${ROLE} USING (
		visibility = 'inherit' AND project_id IS NULL AND oracle_role(workspace_id) <> 'guest');
	CREATE POLICY of_a_project ON entity TO ${ROLE} USING (
		visibility = 'inherit' AND (
			EXISTS (SELECT 1 FROM project_member m WHERE m.workspace_id = entity.workspace_id
				AND m.project_id = entity.project_id AND m.account_id = oracle_setting('account')::uuid)
			OR (oracle_role(workspace_id) <> 'guest' AND EXISTS (SELECT 1 FROM project_access a
				WHERE a.workspace_id = entity.workspace_id AND a.project_id = entity.project_id AND a.visibility = 'workspace'))));
	CREATE POLICY of_the_owner ON entity TO ${ROLE} USING (
		visibility IN ('private', 'restricted') AND owner_id = oracle_setting('account')::uuid);
	CREATE POLICY shared ON entity TO ${ROLE} USING (
		visibility = 'restricted' AND EXISTS (SELECT 1 FROM share s WHERE s.workspace_id = entity.workspace_id
			AND s.entity_id = entity.id AND (s.grantee_id = oracle_setting('account')::uuid OR s.grantee_id IN (
				SELECT g.group_id FROM account_group_member g WHERE g.workspace_id = entity.workspace_id
					AND g.account_id = oracle_setting('account')::uuid))));`;

describe.skipIf(testDatabaseUrl === undefined)(
	"row-level security as a second opinion, on PostgreSQL",
	() => {
		let db: Db;
		let graph: Graph;
		beforeAll(async () => {
			db = await createScratchDatabase();
			await migrate(db);
			await db.query(POLICIES);
			graph = new Graph(new Store(db));
		});
		afterAll(async () => {
			await db?.query(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
			await db?.close();
		});

		const readByPolicy = (principal: Principal): Promise<string[]> =>
			db.transaction(async (tx) => {
				const projects = principal.grant?.projectIds;
				await tx.query(
					"SELECT set_config('oracle.workspace', $1, true), set_config('oracle.account', $2, true), set_config('oracle.projects', $3, true)",
					[
						principal.workspaceId,
						principal.accountId,
						projects?.length === 0 ? "none" : (projects?.join(",") ?? ""),
					],
				);
				await tx.query(`SET LOCAL ROLE ${ROLE}`);
				const rows = await tx.query<{ id: string }>("SELECT id FROM entity ORDER BY id");
				return rows.map((row) => row.id);
			});

		test(`[R1-R8] both read the same rows for everybody in ${WORKSPACES} random workspaces`, async () => {
			let compared = 0;
			await forEachSeed(WORKSPACES, async (seed) => {
				const workspace = makeRandomWorkspace(2_000_000 + seed);
				await insertWorkspaces(db, [workspace]);
				for (const principal of workspace.principals) {
					const session = await graph.openSession(principal).catch(() => undefined);
					const all = workspace.entities.map((entity) => entity.id);
					const ours = session ? [...(await session.reader.rows.getMany(all)).keys()].sort() : [];
					expect(ours).toEqual(await readByPolicy(principal));
					compared += ours.length;
				}
			});
			expect(compared).toBeGreaterThan(1_000);
		}, 120_000);
	},
);
