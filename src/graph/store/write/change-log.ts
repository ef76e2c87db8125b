import { isDeepStrictEqual } from "node:util";
import type { changesSchema } from "../../../contract/change.ts";
import type { Answer } from "../../../contract/frozen.ts";
import { type AccessSet, knowsAfter, knowsBefore } from "../../model/access.ts";
import type { Edge, Entity } from "../../model/entity.ts";
import { EntityNotFoundError } from "../../model/errors.ts";
import { isId } from "../../model/ids.ts";
import type { OwnKindRow } from "../../model/own-kind.ts";
import { Repository, sinceOf, sinceParam } from "../rights/access.ts";
import { knownParams, knownTo } from "../rights/known-to.ts";
import type { RowChange } from "../tables/row-change.ts";

type SentChange = Answer<typeof changesSchema>["changes"][number];

/** Its title after the change, and the columns that changed; null where the reader may not know the values before. */
export type LoggedRow = Omit<SentChange["rows"][number], "before" | "after"> &
	Partial<Pick<EntityChange, "before" | "after">>;

/** Counts all rows that the reader may know of, and holds the first of them. */
export interface LoggedChange extends Omit<SentChange, "revision" | "rows"> {
	readonly revision: number;
	readonly rows: readonly LoggedRow[];
}

/** One entity before and after a change; null where it was not there, or the reader may not know what was. */
export interface EntityChange {
	readonly id: string;
	readonly before: object | null;
	readonly after: object | null;
}

export interface LogFilter {
	/** Oldest first from there on; newest first without it. */
	readonly since?: number | undefined;
	readonly before?: number | undefined;
	/** Only what touched this entity. */
	readonly entityId?: string | undefined;
	readonly actorId?: string | undefined;
	/** Only what touched an entity of this kind, or the kind itself. */
	readonly kind?: string | undefined;
	/** Only what touched an entity that is in this project now. */
	readonly projectId?: string | undefined;
	readonly limit: number;
	/** The rows before and after; a list of changes needs them without the texts of the entities, which may be long. */
	readonly withImages: boolean | "without texts";
}

type ChangeHead = Omit<LoggedChange, "row_count" | "counts" | "rows">;

type RowCount = LoggedChange["counts"][number];

interface StoredRow {
	readonly revision: number;
	readonly table: RowChange["table"];
	readonly row_id: string;
	readonly verb: LoggedRow["verb"];
	readonly total: number;
	readonly before: object | null;
	readonly after: object | null;
	/** The revision from which on the reader may know of the row's entity. */
	readonly since: number;
}

const ROWS_SHOWN = 50;
const MOST_OF_ENTITIES = 2_000;
const LONG_TEXT = 2_000;
/** Characters that the images of one page have together: 200 changes of long texts would need more memory than there is. */
const MOST_CHARACTERS = 10_000_000;

/** A page of the log. It holds fewer changes than the limit where their images are long. */
interface LogPage {
	readonly changes: readonly LoggedChange[];
	readonly hasMore: boolean;
}

/** From which revision on the reader may know of a row: of an edge, from when on they could read both of its ends. */
const SINCE = `coalesce(CASE r.table_name WHEN 'entity' THEN ${sinceOf("e", "$12")}
	WHEN 'edge' THEN greatest(${sinceOf("s", "$12")}, ${sinceOf("d", "$12")}) END, 0)`;

/** The rows of the log that the reader may know of, and could when they were written, with their entities. */
const KNOWN_ROWS = `change_row r
	LEFT JOIN entity e ON r.table_name = 'entity' AND e.workspace_id = $1 AND e.id = r.row_id
	LEFT JOIN entity s ON r.table_name = 'edge' AND s.workspace_id = $1
		AND s.id = (coalesce(r.after, r.before) ->> 'src_id')::uuid
	LEFT JOIN entity d ON r.table_name = 'edge' AND d.workspace_id = $1
		AND d.id = (coalesce(r.after, r.before) ->> 'dst_id')::uuid
	WHERE r.workspace_id = $1 AND (r.table_name = 'own_kind' OR ${knownTo("e")} OR (${knownTo("s")} AND ${knownTo("d")}))
		AND r.revision >= ${SINCE} + (r.after IS NULL)::int`;

/** For a row that this change opened, the log does not reveal whether it was in the trash before. */
const VERB = `CASE WHEN r.before IS NOT NULL AND r.revision <= ${SINCE} THEN 'updated'
	WHEN r.after IS NULL OR r.after ->> 'deleted_at' IS NOT NULL THEN 'deleted'
	WHEN r.before IS NULL THEN 'created'
	WHEN r.before ->> 'deleted_at' IS NOT NULL THEN 'restored' ELSE 'updated' END`;

/**
 * The rows that a filter asks for; takes `aboutParams` as $13 to $15. It looks at the entities as they are now: where one
 * was before may be what the reader must not know.
 */
const ABOUT = `($13::uuid IS NULL OR e.id = $13 OR s.id = $13 OR d.id = $13)
	AND ($14::text IS NULL OR e.kind = $14 OR s.kind = $14 OR d.kind = $14
		OR (r.table_name = 'own_kind' AND coalesce(r.after, r.before) ->> 'kind' = $14))
	AND ($15::uuid IS NULL OR e.project_id = $15 OR s.project_id = $15 OR d.project_id = $15)`;

/** An image whose text is only compared and not shown: where it is long, its hash takes its place. */
const withoutText = (column: string): string =>
	`CASE WHEN length(r.${column} ->> 'body') > ${LONG_TEXT}
		THEN r.${column}::jsonb || jsonb_build_object('body', md5(r.${column} ->> 'body')) ELSE r.${column}::jsonb END`;

const SIZE = "coalesce(length(r.before::text), 0) + coalesce(length(r.after::text), 0)";

const logParams = (access: AccessSet): unknown[] => [...knownParams(access), sinceParam(access)];

const aboutParams = ({ entityId, kind, projectId }: LogFilter): unknown[] => [
	entityId ?? null,
	kind ?? null,
	projectId ?? null,
];

export class ChangeLog extends Repository {
	async list(filter: LogFilter): Promise<readonly LoggedChange[]> {
		return (await this.page(filter)).changes;
	}

	/** The same, and whether there is more. */
	async page(filter: LogFilter): Promise<LogPage> {
		if (filter.entityId !== undefined) await this.#requireKnown(filter.entityId);
		const order = filter.since === undefined ? "DESC" : "ASC";
		const heads = await this.db.query<ChangeHead>(
			`SELECT c.id, c.revision, c.actor_id, coalesce(m.called, a.display_name) AS actor_name, c.via, c.undoes, c.created_at
				FROM change c JOIN account a ON a.id = c.actor_id
				LEFT JOIN member m ON m.workspace_id = $1 AND m.account_id = c.actor_id
				WHERE c.workspace_id = $1 AND ($16::bigint IS NULL OR c.revision > $16)
					AND ($17::bigint IS NULL OR c.revision < $17) AND ($18::uuid IS NULL OR c.actor_id = $18)
					AND EXISTS (SELECT FROM ${KNOWN_ROWS} AND r.revision = c.revision AND ${ABOUT})
				ORDER BY c.revision ${order} LIMIT $19`,
			[
				...logParams(this.access),
				...aboutParams(filter),
				filter.since ?? null,
				filter.before ?? null,
				filter.actorId ?? null,
				filter.limit + 1,
			],
		);
		const wanted = heads.slice(0, filter.limit);
		const kept = filter.withImages ? await this.#keepWithin(wanted) : wanted;
		const revisions = kept.map(({ revision }) => revision);
		const rows = await this.#rowsOf(revisions, filter);
		const counts = await this.#countRows(revisions);
		const changes = kept.map((head) => {
			const own = rows.filter(({ revision }) => revision === head.revision);
			const shown = own.map((row) => describeRow(row, filter.withImages));
			return { ...head, row_count: own[0]?.total ?? 0, counts: counts.get(head.revision) ?? [], rows: shown };
		});
		return { changes, hasMore: heads.length > kept.length };
	}

	/** As many of the changes as have images of that size together, and at least one. */
	async #keepWithin(heads: readonly ChangeHead[]): Promise<readonly ChangeHead[]> {
		const sizes = await this.db.query<{ readonly revision: number; readonly size: number }>(
			`SELECT revision, sum(size)::bigint AS size FROM (
				SELECT r.revision, ${SIZE} AS size, row_number() OVER (PARTITION BY r.revision ORDER BY r.ordinal) AS place
				FROM ${KNOWN_ROWS} AND r.revision = ANY($13::bigint[])) known
			WHERE place <= ${ROWS_SHOWN} GROUP BY revision`,
			[...logParams(this.access), heads.map(({ revision }) => revision)],
		);
		const sizeOf = new Map(sizes.map(({ revision, size }) => [revision, Number(size)]));
		let left = MOST_CHARACTERS;
		const beyond = heads.findIndex(({ revision }) => {
			left -= sizeOf.get(revision) ?? 0;
			return left < 0;
		});
		return beyond < 0 ? heads : heads.slice(0, Math.max(1, beyond));
	}

	/**
	 * Of one change with long images, as many rows as have that size together, and at least one. Those that
	 * the filter asks for come first: in the history of one of 500 imported notes, its own row must not be left out.
	 */
	#rowsOf(revisions: readonly number[], filter: LogFilter): Promise<StoredRow[]> {
		const { withImages } = filter;
		const order = `(${ABOUT}) IS NOT TRUE, r.ordinal`;
		const images =
			withImages === true
				? "r.before, r.after"
				: `${withoutText("before")} AS before, ${withoutText("after")} AS after`;
		const size = withImages ? SIZE : "0";
		return this.db.query<StoredRow>(
			`SELECT revision, table_name AS table, row_id, verb, total, before, after, since FROM (
				SELECT r.revision, r.table_name, r.row_id, ${VERB} AS verb, ${images}, ${SINCE} AS since,
					count(*) OVER (PARTITION BY r.revision) AS total,
					row_number() OVER (PARTITION BY r.revision ORDER BY ${order}) AS place,
					sum(${size}) OVER (PARTITION BY r.revision ORDER BY ${order}) AS used
				FROM ${KNOWN_ROWS} AND r.revision = ANY($16::bigint[])) known
			WHERE place = 1 OR (place <= ${ROWS_SHOWN} AND used <= ${MOST_CHARACTERS}) ORDER BY revision, place`,
			[...logParams(this.access), ...aboutParams(filter), revisions],
		);
	}

	/** How many rows of each change were made, changed, thrown away and brought back, those beyond the rows shown included. */
	async #countRows(revisions: readonly number[]): Promise<ReadonlyMap<number, readonly RowCount[]>> {
		const counted = await this.db.query<RowCount & Pick<StoredRow, "revision">>(
			`SELECT revision, "table", kind, verb, count(*)::int AS count FROM (
				SELECT r.revision, r.table_name AS "table", e.kind, ${VERB} AS verb, r.ordinal
				FROM ${KNOWN_ROWS} AND r.revision = ANY($13::bigint[])) known
			GROUP BY revision, "table", kind, verb ORDER BY revision, min(ordinal)`,
			[...logParams(this.access), revisions],
		);
		const byRevision = new Map<number, RowCount[]>();
		for (const { revision, ...count } of counted)
			byRevision.set(revision, [...(byRevision.get(revision) ?? []), count]);
		return byRevision;
	}

	/** Lists the changes of some entities from a moment on, oldest first; long texts by their hashes. */
	async ofEntities(
		ids: readonly string[],
		{ since }: { readonly since: string },
	): Promise<readonly EntityChange[]> {
		if (ids.length === 0) return [];
		const rows = await this.db.query<Omit<StoredRow, "table" | "verb" | "total">>(
			`SELECT r.revision, r.row_id, ${withoutText("before")} AS before,
				${withoutText("after")} AS after, ${SINCE} AS since
			FROM ${KNOWN_ROWS} AND r.table_name = 'entity' AND r.row_id = ANY($13::uuid[])
				AND EXISTS (SELECT FROM change c WHERE c.workspace_id = $1 AND c.revision = r.revision AND c.created_at >= $14)
			ORDER BY r.revision, r.ordinal LIMIT ${MOST_OF_ENTITIES}`,
			[...logParams(this.access), ids, since],
		);
		return rows.map(({ row_id: id, revision, since: from, before, after }) => ({
			id,
			before: before !== null && knowsBefore(from, revision) ? before : null,
			after: after !== null && knowsAfter(from, revision) ? after : null,
		}));
	}

	async #requireKnown(id: string): Promise<void> {
		const found = isId(id)
			? await this.db.query(`SELECT FROM entity e WHERE ${knownTo("e")} AND e.id = $12::uuid`, [
					...knownParams(this.access),
					id,
				])
			: [];
		if (found.length === 0) throw new EntityNotFoundError();
	}
}

const MARKS = new Set(["version", "updated_at"]);

function listChangedFields(before: object, after: object): string[] {
	const was = before as Record<string, unknown>;
	return Object.entries(after)
		.filter(([key, value]) => !MARKS.has(key) && !isDeepStrictEqual(was[key], value))
		.map(([key]) => key);
}

function describeSubject(row: StoredRow): { readonly title: string; readonly kind: string | null } {
	const image = row.after ?? row.before;
	switch (row.table) {
		case "entity":
			return { title: (image as Entity).title, kind: (image as Entity).kind };
		case "edge":
			return { title: (image as Edge).rel, kind: null };
		case "own_kind":
			return { title: (image as OwnKindRow).definition.label, kind: (image as OwnKindRow).kind };
	}
}

const dropText = (image: object | null): object | null => {
	if (image === null || !("body" in image)) return image;
	const { body: _, ...rest } = image;
	return rest;
};

function describeRow(row: StoredRow, withImages: LogFilter["withImages"]): LoggedRow {
	const { table, row_id: id, verb, revision, since, before, after } = row;
	const knownBefore = before === null || knowsBefore(since, revision);
	const knownAfter = after === null || knowsAfter(since, revision);
	const subject = knownAfter ? describeSubject(row) : { title: "", kind: null };
	const fields =
		!knownBefore || !knownAfter
			? null
			: before !== null && after !== null
				? listChangedFields(before, after)
				: [];
	if (!withImages) return { table, id, verb, ...subject, fields };
	const show = (image: object | null) => (withImages === true ? image : dropText(image));
	const images = { before: knownBefore ? show(before) : null, after: knownAfter ? show(after) : null };
	return { table, id, verb, ...subject, fields, ...images };
}
