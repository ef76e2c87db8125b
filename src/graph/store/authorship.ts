import type { AccessSet } from "../model/access.ts";
import type { Queryable } from "./db.ts";

/** Entry points through which a person writes with their own hands. Tools, agents and imports have others. */
const OWN_HANDS: readonly string[] = ["http", "cli", "library"];

/**
 * A change that the person made with their own hands, or confirmed after every word of it had been shown to them. The
 * approval is looked up and must name this very change: a model's call could put any approval into the entry point's name.
 */
const IS_OWN_CHANGE = `c.actor_id = $2 AND (c.via = ANY($3::text[]) OR EXISTS (
	SELECT FROM approval a WHERE a.workspace_id = $1 AND a.account_id = $2 AND a.state = 'approved'
		AND a.id = CASE WHEN c.via ~ ' approval:[0-9a-f-]{36}$' THEN right(c.via, 36)::uuid END
		AND a.outcome->>'changeId' = c.id::text AND (a.outcome->>'shownWhole')::boolean))`;

/** The rows of which every version is one person's own text. A row that the log does not know is nobody's. */
export interface OwnRows {
	/** Ids of entities and of stated edges. */
	readonly ids: ReadonlySet<string>;
	/** Names of the workspace's own kinds. */
	readonly kinds: ReadonlySet<string>;
}

/** Who wrote what, according to the log. */
export class Authorship {
	readonly #db: Queryable;
	readonly #access: AccessSet;

	constructor(db: Queryable, access: AccessSet) {
		this.#db = db;
		this.#access = access;
	}

	/** Those of these entities of which some version is not this person's own text, or of no known author. */
	async listForeign(entityIds: readonly string[]): Promise<readonly string[]> {
		if (entityIds.length === 0) return [];
		const rows = await this.#db.query<{ id: string }>(
			`SELECT DISTINCT asked.id FROM unnest($4::uuid[]) AS asked(id)
				LEFT JOIN change_row r ON r.workspace_id = $1 AND r.row_id = asked.id
				LEFT JOIN change c ON c.workspace_id = $1 AND c.revision = r.revision
				WHERE c.revision IS NULL OR NOT (${IS_OWN_CHANGE})`,
			[...this.#params, entityIds],
		);
		return rows.map(({ id }) => id);
	}

	/** All rows of the workspace that are this person's own, as the log has them now. */
	async listOwn(): Promise<OwnRows> {
		const rows = await this.#db.query<{ id: string; kind: string | null }>(
			`WITH own AS MATERIALIZED (
					SELECT c.revision FROM change c WHERE c.workspace_id = $1 AND ${IS_OWN_CHANGE}
				), touched AS (
					SELECT r.row_id AS id, bool_and(own.revision IS NOT NULL) AS is_own FROM change_row r
						LEFT JOIN own ON own.revision = r.revision WHERE r.workspace_id = $1 GROUP BY r.row_id
				)
				SELECT touched.id, k.kind FROM touched
					LEFT JOIN own_kind k ON k.workspace_id = $1 AND k.id = touched.id WHERE touched.is_own`,
			this.#params,
		);
		return {
			ids: new Set(rows.map(({ id }) => id)),
			kinds: new Set(rows.flatMap(({ kind }) => kind ?? [])),
		};
	}

	get #params(): readonly unknown[] {
		return [this.#access.workspaceId, this.#access.accountId, OWN_HANDS];
	}
}
