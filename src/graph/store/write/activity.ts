import type { Queryable } from "../engine/db.ts";
import { READABLE, Repository, readableParams } from "../rights/access.ts";

export type ActivityAction = "view" | "edit";

export interface ActivityEntry {
	readonly entity_id: string;
	readonly at: string;
}

/** Something a person keeps coming back to. */
export interface UsedEntity {
	readonly entity_id: string;
	readonly times: number;
}

/** Remembers the last time somebody saw or changed each of these. */
export async function recordActivity(
	db: Queryable,
	input: {
		readonly workspaceId: string;
		readonly accountId: string;
		readonly action: ActivityAction;
		readonly entityIds: readonly string[];
		readonly at: string;
	},
): Promise<void> {
	if (input.entityIds.length === 0) return;
	await db.query(
		`INSERT INTO activity (workspace_id, account_id, entity_id, action, at)
			SELECT $1, $2, unnest($3::uuid[]), $4, $5
			ON CONFLICT (workspace_id, account_id, action, entity_id) DO UPDATE SET at = excluded.at, times = activity.times + 1`,
		[input.workspaceId, input.accountId, [...new Set(input.entityIds)], input.action, input.at],
	);
}

/** The recent activity of one person, as far as they may still read it. */
export class Activity extends Repository {
	/** Called after the entity was read, so that it never reveals whether one exists. */
	recordView(entityId: string): Promise<void> {
		const { workspaceId, accountId } = this.access;
		const at = new Date().toISOString();
		return recordActivity(this.db, { workspaceId, accountId, action: "view", entityIds: [entityId], at });
	}

	/** Which of these they saw or changed since then; a change counts before a look. */
	async touched(entityIds: readonly string[], since: string): Promise<ReadonlyMap<string, ActivityAction>> {
		if (entityIds.length === 0) return new Map();
		// The order makes an edit the last word on what was also looked at.
		const rows = await this.db.query<{ entity_id: string; action: ActivityAction }>(
			`SELECT entity_id, action FROM activity WHERE workspace_id = $1 AND account_id = $2
				AND entity_id = ANY($3::uuid[]) AND at >= $4 ORDER BY action DESC`,
			[...this.owner, [...new Set(entityIds)], since],
		);
		return new Map(rows.map(({ entity_id: id, action }) => [id, action]));
	}

	/** Returns the entities they changed and those they looked at, each newest first, in one query. */
	async lately(input: {
		readonly since: string;
		readonly limits: Readonly<Record<ActivityAction, number>>;
	}): Promise<Readonly<Record<ActivityAction, readonly ActivityEntry[]>>> {
		const newest = (action: ActivityAction, limit: string): string =>
			`(SELECT a.entity_id, a.at, a.action FROM activity a
				JOIN entity e ON e.workspace_id = a.workspace_id AND e.id = a.entity_id
				WHERE a.workspace_id = $1 AND a.account_id = $8 AND a.action = '${action}' AND a.at >= $9 AND ${READABLE}
				ORDER BY a.at DESC, a.entity_id DESC LIMIT ${limit})`;
		const rows = await this.db.query<ActivityEntry & { readonly action: ActivityAction }>(
			`${newest("edit", "$10")} UNION ALL ${newest("view", "$11")} ORDER BY at DESC, entity_id DESC`,
			[
				...readableParams(this.access),
				this.access.accountId,
				input.since,
				input.limits.edit,
				input.limits.view,
			],
		);
		const of = (action: ActivityAction): readonly ActivityEntry[] =>
			rows.filter((row) => row.action === action).map(({ entity_id, at }) => ({ entity_id, at }));
		return { edit: of("edit"), view: of("view") };
	}

	async recent(input: {
		readonly action: ActivityAction;
		readonly since: string;
		readonly limit: number;
	}): Promise<readonly ActivityEntry[]> {
		const { action, since, limit } = input;
		return (await this.lately({ since, limits: { edit: 0, view: 0, [action]: limit } }))[action];
	}

	/** Lists the entities this person saw or changed, the latest first, with how often. */
	used(limit: number): Promise<UsedEntity[]> {
		return this.db.query<UsedEntity>(
			`SELECT a.entity_id, sum(a.times)::int AS times FROM activity a
				JOIN entity e ON e.workspace_id = a.workspace_id AND e.id = a.entity_id
				WHERE a.workspace_id = $1 AND a.account_id = $8 AND ${READABLE}
				GROUP BY a.entity_id ORDER BY max(a.at) DESC, a.entity_id LIMIT $9`,
			[...readableParams(this.access), this.access.accountId, limit],
		);
	}
}
