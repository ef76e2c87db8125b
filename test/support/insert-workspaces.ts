import { foldTitle } from "../../src/graph/model/entity.ts";
import type { Db, Queryable } from "../../src/graph/store/engine/db.ts";
import { EDGE_COLUMNS, ENTITY_COLUMNS } from "../../src/graph/store/tables/row-change.ts";
import type { RandomWorkspace } from "./random-workspace.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const REF_KEY_HEX = "\\x00000000000000000000000000000000";

const recordset = (columns: Readonly<Record<string, string>>): string =>
	Object.entries(columns)
		.map(([name, type]) => `${name} ${type}`)
		.join(", ");

/** Inserts rows of one shape with one statement. */
async function insert(tx: Queryable, table: string, shape: string, rows: readonly object[]): Promise<void> {
	if (rows.length === 0) return;
	const columns = shape
		.split(", ")
		.map((column) => column.split(" ")[0])
		.join(", ");
	await tx.query(
		`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_to_recordset($1::json) AS r(${shape})
			ON CONFLICT DO NOTHING`,
		[JSON.stringify(rows)],
	);
}

/**
 * Puts whole workspaces into the database, row by row and past every rule of the writer: a suite can so make states that
 * are rare, many of them at a time.
 */
export function insertWorkspaces(db: Db, workspaces: readonly RandomWorkspace[]): Promise<void> {
	const rows = (make: (workspace: RandomWorkspace) => readonly object[]): readonly object[] =>
		workspaces.flatMap((workspace) => make(workspace).map((row) => ({ ...row, workspace_id: workspace.id })));
	return db.transaction(async (tx) => {
		await insert(
			tx,
			"workspace",
			"id uuid, name text, ref_key bytea, revision bigint, created_at timestamptz",
			workspaces.map(({ id }) => ({
				id,
				name: "Random",
				ref_key: REF_KEY_HEX,
				revision: 1,
				created_at: NOW,
			})),
		);
		await insert(
			tx,
			"account",
			"id uuid, display_name text, profile jsonb, created_at timestamptz",
			workspaces.flatMap(({ people }) =>
				people.map(({ id }) => ({ id, display_name: "Someone", profile: {}, created_at: NOW })),
			),
		);
		await insert(
			tx,
			"member",
			"workspace_id uuid, account_id uuid, role text",
			rows(({ people }) =>
				people.flatMap(({ id, role }) => (role === null ? [] : [{ account_id: id, role }])),
			),
		);
		await insert(
			tx,
			"own_kind",
			"workspace_id uuid, id uuid, kind text, definition jsonb, version integer",
			rows(({ id, ownKinds }) =>
				ownKinds.map((definition) => ({ id, kind: definition.kind, definition, version: 1 })),
			),
		);
		await insert(
			tx,
			"entity",
			`workspace_id uuid, title_key text, ${recordset(ENTITY_COLUMNS)}`,
			rows(({ entities }) => entities.map((entity) => ({ ...entity, title_key: foldTitle(entity.title) }))),
		);
		await insert(
			tx,
			"alias",
			"workspace_id uuid, title_key text, entity_id uuid",
			rows(({ entities }) =>
				entities.flatMap(({ id, aliases }) =>
					aliases.map((alias) => ({ title_key: foldTitle(alias), entity_id: id })),
				),
			),
		);
		await insert(
			tx,
			"edge",
			`workspace_id uuid, ${recordset(EDGE_COLUMNS)}`,
			rows(({ edges }) => edges),
		);
		await insert(
			tx,
			"project_access",
			"workspace_id uuid, project_id uuid, visibility text",
			rows(({ projects }) => projects.map(({ id, visibility }) => ({ project_id: id, visibility }))),
		);
		await insert(
			tx,
			"project_member",
			"workspace_id uuid, project_id uuid, account_id uuid, role text",
			rows(({ projects }) =>
				projects.flatMap(({ id, members }) =>
					members.map(({ accountId, role }) => ({ project_id: id, account_id: accountId, role })),
				),
			),
		);
		await insert(
			tx,
			"account_group",
			"workspace_id uuid, id uuid, name text",
			rows(({ groups }) => groups.map(({ id }) => ({ id, name: "Group" }))),
		);
		await insert(
			tx,
			"account_group_member",
			"workspace_id uuid, group_id uuid, account_id uuid",
			rows(({ groups }) =>
				groups.flatMap(({ id, memberIds }) =>
					memberIds.map((accountId) => ({ group_id: id, account_id: accountId })),
				),
			),
		);
		await insert(
			tx,
			"share",
			"workspace_id uuid, entity_id uuid, grantee_id uuid, level text",
			rows(({ shares }) =>
				shares.map(({ entityId, granteeId, level }) => ({
					entity_id: entityId,
					grantee_id: granteeId,
					level,
				})),
			),
		);
	});
}
