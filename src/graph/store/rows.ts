import { LRUCache } from "lru-cache";
import type { EntityFilter } from "../../contract/entity-request.ts";
import { LARGEST_PAGE, USUAL_PAGE } from "../../contract/limits.ts";
import { type AccessSet, type Guarded, mayRead } from "../model/access.ts";
import type { Entity, EntityHeader } from "../model/entity.ts";
import { EntityNotFoundError } from "../model/errors.ts";
import { isId, isRef } from "../model/ids.ts";
import { type Block, loadBlocks } from "./derive/sync-blocks.ts";
import type { Queryable } from "./engine/db.ts";
import { READABLE, readableParams } from "./rights/access.ts";
import { findInTitle } from "./tables/find-in-title.ts";
import { encodeCursor, readCursor } from "./tables/read-cursor.ts";
import { entityColumns } from "./tables/row-change.ts";

export interface EntityPage {
	readonly entities: readonly Entity[];
	readonly total: number;
	readonly next_cursor: string | null;
}

type ReadText = Pick<Entity, "version" | "body" | "description">;

const EMPTY_PAGE: EntityPage = { entities: [], total: 0, next_cursor: null };

const readLimit = (limit = USUAL_PAGE): number =>
	Number.isFinite(limit) ? Math.min(Math.max(Math.trunc(limit), 1), LARGEST_PAGE) : USUAL_PAGE;

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
async function loadPages(
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

interface Known {
	readonly entity: Entity;
	readonly page: Page | undefined;
}

const MOST_CHARACTERS = 64_000_000;
/** The size of an entity without its texts, and of each of its blocks, in characters. */
const RECORD_SIZE = 500;
const BLOCK_SIZE = 200;

/**
 * Entities as they were read, by version. A version is never written twice, so that it need not be read twice. It holds
 * the texts of every reader: only `Rows` uses it, which checks the rights of its reader for each answer.
 */
export class KnownTexts {
	readonly #known = new LRUCache<string, Known>({ maxSize: MOST_CHARACTERS });

	/** With a page, if all of its blocks were read. */
	find(workspaceId: string, { id, version }: EntityHeader): Known | undefined {
		const known = this.#known.get(`${workspaceId}${id}`);
		return known?.entity.version === version ? known : undefined;
	}

	keep(workspaceId: string, entity: Entity, page?: Page): void {
		const { id, body, description } = entity;
		const blocks = (page?.blocks.length ?? 0) * BLOCK_SIZE;
		const size = RECORD_SIZE + body.length + description.length + blocks;
		this.#known.set(`${workspaceId}${id}`, { entity, page }, { size });
	}
}

/** The rows of one workspace as one principal may read them. There is no other way to a row. */
export class Rows {
	readonly access: AccessSet;
	readonly #db: Queryable;
	readonly #known: KnownTexts;

	constructor(db: Queryable, access: AccessSet, known = new KnownTexts()) {
		this.#db = db;
		this.access = access;
		this.#known = known;
	}

	/** Returns the readable ones among `ids`, by id, without the others. */
	async getMany(ids: readonly string[]): Promise<ReadonlyMap<string, Entity>> {
		const wellFormed = ids.filter(isId);
		if (wellFormed.length === 0) return new Map();
		const rows = await this.#db.query<Entity>(
			`SELECT ${entityColumns("e.")} FROM entity e WHERE ${READABLE} AND e.id = ANY($8::uuid[])`,
			[...readableParams(this.access), wellFormed],
		);
		return new Map(rows.map((row) => [row.id, row]));
	}

	/** Nodes with their texts. Known versions are checked against the rights and not read again; a newer one is as it is now. */
	async addTexts(nodes: readonly EntityHeader[]): Promise<ReadonlyMap<string, Entity>> {
		const found = new Map<string, Entity>();
		const unread = new Map<string, EntityHeader>();
		for (const node of nodes) {
			const known = this.#known.find(this.access.workspaceId, node)?.entity;
			if (known === undefined) unread.set(node.id, node);
			else if (this.#mayRead(known)) found.set(node.id, known);
		}
		const moved: string[] = [];
		for (const read of await this.#readTexts([...unread.keys()])) {
			const node = unread.get(read.id);
			if (node?.version !== read.version) moved.push(read.id);
			else found.set(read.id, this.#keep({ ...node, ...read }));
		}
		for (const entity of (await this.getMany(moved)).values()) found.set(entity.id, this.#keep(entity));
		return found;
	}

	async get(idOrRef: string): Promise<Entity> {
		const column = isId(idOrRef) ? "e.id = $8::uuid" : "e.ref = $8";
		const [row] =
			isId(idOrRef) || isRef(idOrRef)
				? await this.#db.query<Entity>(
						`SELECT ${entityColumns("e.")} FROM entity e WHERE ${READABLE} AND ${column}`,
						[...readableParams(this.access), idOrRef],
					)
				: [];
		if (row === undefined) throw new EntityNotFoundError();
		return row;
	}

	async blocks(idOrRef: string): Promise<readonly Block[]> {
		const { id } = await this.get(idOrRef);
		return loadBlocks(this.#db, this.access.workspaceId, id);
	}

	/** Whose text holds this block; nothing for one that is not there or that may not be read. */
	async entityOfBlock(blockId: string): Promise<string | undefined> {
		if (!isId(blockId)) return undefined;
		const [row] = await this.#db.query<{ id: string }>(
			`SELECT e.id FROM block b JOIN entity e ON e.workspace_id = b.workspace_id AND e.id = b.entity_id
				WHERE ${READABLE} AND b.id = $8::uuid AND NOT b.retired`,
			[...readableParams(this.access), blockId],
		);
		return row?.id;
	}

	/** Returns nodes with their texts and the first blocks of these, of one moment, without the unreadable ones. */
	async pages(nodes: readonly EntityHeader[], limits: PageLimits): Promise<ReadonlyMap<string, Page>> {
		const { workspaceId } = this.access;
		const found = new Map<string, Page>();
		const unread: string[] = [];
		for (const node of nodes) {
			const known = this.#known.find(workspaceId, node)?.page;
			if (known === undefined) unread.push(node.id);
			else if (this.#mayRead(known.entity))
				found.set(node.id, { ...known, blocks: known.blocks.slice(0, limits.blocks) });
		}
		for (const page of (await loadPages(this.#db, this.access, unread, limits)).values()) {
			const isWhole = page.blocks.length < limits.blocks;
			this.#known.keep(workspaceId, page.entity, isWhole ? page : undefined);
			found.set(page.entity.id, page);
		}
		return found;
	}

	async list(filter: EntityFilter): Promise<EntityPage> {
		// A project id that is none names no project, as one that is absent or hidden does.
		if (filter.project_id !== undefined && !isId(filter.project_id)) return EMPTY_PAGE;
		const limit = readLimit(filter.limit);
		const matching = `${READABLE}
			AND ($8::text IS NULL OR e.kind = $8)
			AND ($9::uuid IS NULL OR e.project_id = $9)
			AND ($10::text IS NULL OR e.state_key = $10)
			AND ($11::text IS NULL OR e.title ILIKE $11)`;
		const params = [
			...readableParams(this.access),
			filter.kind ?? null,
			filter.project_id ?? null,
			filter.state_key ?? null,
			findInTitle(filter.q),
		];
		const [updatedAt, id] = readCursor(filter.cursor);
		const rows = await this.#db.query<Entity>(
			`SELECT ${entityColumns("e.")} FROM entity e WHERE ${matching}
				AND ($12::timestamptz IS NULL OR (e.updated_at, e.id) < ($12, $13::uuid))
				ORDER BY e.updated_at DESC, e.id DESC LIMIT ${limit + 1}`,
			[...params, updatedAt, id],
		);
		const [count] = await this.#db.query<{ total: number }>(
			`SELECT count(*) AS total FROM entity e WHERE ${matching}`,
			params,
		);
		const entities = rows.slice(0, limit);
		const last = entities.at(-1);
		return {
			entities,
			total: count?.total ?? 0,
			next_cursor: rows.length > limit && last ? encodeCursor(last.updated_at, last.id) : null,
		};
	}

	/** With the columns that decide who may read it: later readers are checked against those. */
	async #readTexts(ids: readonly string[]): Promise<(Guarded & ReadText)[]> {
		if (ids.length === 0) return [];
		return this.#db.query(
			`SELECT e.id, e.version, e.project_id, e.visibility, e.owner_id, e.body, e.description FROM entity e
				WHERE ${READABLE} AND e.id = ANY($8::uuid[])`,
			[...readableParams(this.access), ids],
		);
	}

	#keep(entity: Entity): Entity {
		this.#known.keep(this.access.workspaceId, entity);
		return entity;
	}

	#mayRead(entity: Entity): boolean {
		return entity.deleted_at === null && mayRead(this.access, entity);
	}
}
