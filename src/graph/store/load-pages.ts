import type { AccessSet } from "../model/access.ts";
import type { Entity } from "../model/entity.ts";
import type { Block } from "./derive/sync-blocks.ts";
import type { Queryable } from "./engine/db.ts";
import { READABLE, readableParams } from "./rights/access.ts";
import { entityColumns } from "./tables/entity-columns.ts";

export interface Page {
	readonly entity: Entity;
	/** In their order, up to the limit. */
	readonly blocks: readonly Block[];
	/** How many blocks of each kind there are, beyond the limit too. */
	readonly counts: Readonly<Partial<Record<Block["kind"], number>>>;
}

export interface PageLimits {
	readonly blocks: number;
}

type PageRow = Entity & Pick<Page, "blocks" | "counts">;

/** In one statement: by two, blocks could be of another version and cut the text in the middle of its words. */
export async function loadPages(
	db: Queryable,
	access: AccessSet,
	ids: readonly string[],
	{ blocks: limit }: PageLimits,
): Promise<ReadonlyMap<string, Page>> {
	if (ids.length === 0) return new Map();
	const rows = await db.query<PageRow>(
		`SELECT ${entityColumns("e.")},
				(SELECT coalesce(json_agg(json_build_object('id', b.id, 'parent_id', b.parent_id, 'ordinal', b.ordinal,
						'kind', b.kind, 'level', b.level, 'checked', b.checked, 'start_offset', b.start_offset,
						'end_offset', b.end_offset, 'hash', b.hash) ORDER BY b.ordinal), '[]')
					FROM block b
					WHERE b.workspace_id = $1 AND b.entity_id = e.id AND NOT b.retired AND b.ordinal < $9::integer) AS blocks,
				(SELECT coalesce(json_object_agg(c.kind, c.count), '{}')
					FROM (SELECT b.kind, count(*) FROM block b
						WHERE b.workspace_id = $1 AND b.entity_id = e.id AND NOT b.retired GROUP BY b.kind) c) AS counts
			FROM entity e WHERE ${READABLE} AND e.id = ANY($8::uuid[])`,
		[...readableParams(access), ids, limit],
	);
	return new Map(
		rows.map(({ blocks, counts, ...entity }): [string, Page] => [entity.id, { entity, blocks, counts }]),
	);
}
