import type { trashSchema } from "../../contract/change.ts";
import type { Answer } from "../../contract/frozen.ts";
import { isId } from "../model/ids.ts";
import { Repository, sinceOf, sinceParam } from "./rights/access.ts";
import { knownParams, knownTo } from "./rights/known-to.ts";
import { findInTitle } from "./tables/find-in-title.ts";
import { encodeCursor, readCursor } from "./tables/read-cursor.ts";

/** The title of its project is for the view of the reader to say. */
export type TrashedEntity = Omit<Answer<typeof trashSchema>["entities"][number], "project_title">;

export interface TrashFilter {
	readonly q?: string | undefined;
	readonly kind?: string | undefined;
	readonly projectId?: string | undefined;
	/** Only this one, for a page that was opened by its address. */
	readonly entityId?: string | undefined;
	readonly limit: number;
	readonly cursor?: string | undefined;
}

interface TrashPage {
	readonly entities: readonly TrashedEntity[];
	readonly total: number;
	readonly next_cursor: string | null;
}

/** A project in the trash is one row: nobody can know what it holds until it is back. */
const MATCHING = `${knownTo("e")} AND e.deleted_at IS NOT NULL
	AND ($12::text IS NULL OR e.title ILIKE $12) AND ($13::text IS NULL OR e.kind = $13)
	AND ($14::uuid IS NULL OR e.project_id = $14) AND ($15::uuid IS NULL OR e.id = $15)`;

/** Relations to what the reader may read; they are seen again as soon as it is back. */
const LINKS = `SELECT count(*)::int FROM edge x JOIN entity o ON o.workspace_id = $1
		AND o.id = CASE x.src_id WHEN t.id THEN x.dst_id ELSE x.src_id END
	WHERE x.workspace_id = $1 AND (x.src_id = t.id OR x.dst_id = t.id) AND o.id <> t.id
		AND o.deleted_at IS NULL AND ${knownTo("o")}`;

/** Entities of a project as they will be readable when it is back. */
const CONTENTS = `SELECT count(*)::int FROM entity o WHERE o.workspace_id = $1 AND t.project_id = t.id
	AND o.project_id = t.id AND o.id <> t.id AND o.deleted_at IS NULL
	AND (o.visibility = 'inherit' OR o.owner_id = $5 OR (o.visibility = 'restricted' AND o.id = ANY($6::uuid[])))`;

/** The change that threw it away, for those who could know of it then. */
const DELETION = `SELECT json_build_object('id', c.actor_id, 'name', coalesce(m.called, a.display_name))
	FROM change_row r JOIN change c ON c.workspace_id = $1 AND c.revision = r.revision
	JOIN account a ON a.id = c.actor_id
	LEFT JOIN member m ON m.workspace_id = $1 AND m.account_id = c.actor_id
	WHERE r.workspace_id = $1 AND r.table_name = 'entity' AND r.row_id = t.id AND r.revision >= t.since
		AND r.after ->> 'deleted_at' IS NOT NULL AND r.before ->> 'deleted_at' IS NULL
	ORDER BY r.revision DESC LIMIT 1`;

/** The trash of a workspace: what one principal may take out of it, thrown away last first. */
export class Trash extends Repository {
	async list({ q, kind, projectId, entityId, limit, cursor }: TrashFilter): Promise<TrashPage> {
		// An id that is none names nothing, as one that is absent or hidden does.
		if (entityId !== undefined && !isId(entityId)) return { entities: [], total: 0, next_cursor: null };
		const [deletedAt, id] = readCursor(cursor);
		const params = [
			...knownParams(this.access),
			...[findInTitle(q), kind ?? null, projectId ?? null, entityId ?? null],
		];
		const rows = await this.db.query<TrashedEntity>(
			`SELECT t.id, t.ref, t.kind, t.title, t.project_id, t.deleted_at, (${DELETION}) AS deleted_by,
				(${LINKS}) AS link_count, (${CONTENTS}) AS content_count
			FROM (SELECT e.id, e.ref, e.kind, e.title, e.project_id, e.deleted_at, ${sinceOf("e", "$16")} AS since
				FROM entity e WHERE ${MATCHING} AND ($17::timestamptz IS NULL OR (e.deleted_at, e.id) < ($17, $18::uuid))
				ORDER BY e.deleted_at DESC, e.id DESC LIMIT $19) t
			ORDER BY t.deleted_at DESC, t.id DESC`,
			[...params, sinceParam(this.access), deletedAt, id, limit + 1],
		);
		const [count] = await this.db.query<{ total: number }>(
			`SELECT count(*)::int AS total FROM entity e WHERE ${MATCHING}`,
			params,
		);
		const entities = rows.slice(0, limit);
		const last = entities.at(-1);
		return {
			entities,
			total: count?.total ?? 0,
			next_cursor: rows.length > limit && last ? encodeCursor(last.deleted_at, last.id) : null,
		};
	}
}
