import type { AccessSet } from "../../model/access.ts";
import { EntityNotFoundError } from "../../model/errors.ts";
import type { Db, Queryable } from "../engine/db.ts";
import { READABLE, readableParams, sinceOf, sinceParam } from "../rights/access.ts";
import { ARCHIVE_TABLES, type ArchivePart, type ArchiveTable, READABLE_CHANGE } from "./archive-tables.ts";

export const ARCHIVE_FORMAT = "skein";
export const ARCHIVE_VERSION = 2;

export interface DumpOptions {
	readonly workspaceId: string;
	/** The rights to read with. Without them the dump is the whole workspace, for the operator of the store. */
	readonly access?: AccessSet;
	readonly include: readonly ArchivePart[];
	/** Gets whole lines, in order. The store waits for it, so it must be as quick as a disk. */
	readonly write: (lines: string) => Promise<void>;
}

const PAGE = 2_000;

const WORKSPACE = `SELECT (to_jsonb(w) - '{ref_key,ready,permission_epoch}'::text[])::text AS line FROM workspace w WHERE id = $1`;

/** Everybody who belongs here or is named in a row. */
const ACCOUNTS = `
	SELECT to_jsonb(a)::text AS line FROM account a WHERE a.id IN (
		SELECT account_id FROM member WHERE workspace_id = $1
		UNION SELECT owner_id FROM entity WHERE workspace_id = $1
		UNION SELECT created_by FROM entity WHERE workspace_id = $1
		UNION SELECT created_by FROM edge WHERE workspace_id = $1
		UNION SELECT actor_id FROM change WHERE workspace_id = $1
	) ORDER BY a.id`;

/** The entities a reader may read, with the revision from which on their past is readable too. */
const READABLE_IDS = `WITH readable AS (SELECT e.id, ${sinceOf("e", "$8")} AS since FROM entity e WHERE ${READABLE})`;
const readerParams = (access: AccessSet): unknown[] => [...readableParams(access), sinceParam(access)];

/** A reader gets only the names of the people whose things they may read; a full dump has all members. */
const listReadableAccounts = (include: readonly ArchivePart[]): string => `
	${READABLE_IDS}
	SELECT json_build_object('id', a.id, 'display_name', coalesce(m.called, a.display_name), 'created_at', a.created_at
			${include.includes("rights") ? ", 'email', a.email" : ""})::text AS line
	FROM account a LEFT JOIN member m ON m.workspace_id = $1 AND m.account_id = a.id WHERE a.id IN (
		SELECT owner_id FROM entity WHERE workspace_id = $1 AND id IN (SELECT id FROM readable)
		UNION SELECT created_by FROM entity WHERE workspace_id = $1 AND id IN (SELECT id FROM readable)
		${include.includes("rights") ? "UNION SELECT account_id FROM member WHERE workspace_id = $1" : ""}
		${include.includes("history") ? `UNION SELECT t.actor_id FROM change t WHERE t.workspace_id = $1 AND ${READABLE_CHANGE}` : ""}
	) ORDER BY a.id`;

interface LineRow {
	readonly line: string;
}

interface DumpedRow extends LineRow {
	readonly key: readonly string[];
	readonly revision: number;
}

/** The revisions of the changes that a reader may know of, ascending, where their export has a history. */
async function readPlaces(
	tx: Queryable,
	{ access, include }: DumpOptions,
): Promise<readonly number[] | undefined> {
	if (access === undefined) return undefined;
	if (!include.includes("history")) return [];
	const changes = await tx.query<{ revision: number }>(
		`${READABLE_IDS} SELECT t.revision FROM change t WHERE t.workspace_id = $1 AND ${READABLE_CHANGE} ORDER BY t.revision`,
		readerParams(access),
	);
	return changes.map(({ revision }) => Number(revision));
}

/** Revisions count everybody's changes: gaps between them would reveal how many were made that the reader may not see. */
function findPlace(places: readonly number[], revision: number): number {
	if (revision === 0 || places.length === 0) return 0;
	let [low, high] = [0, places.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((places[middle] as number) < revision) low = middle + 1;
		else high = middle;
	}
	return low + 1;
}

const describeWorkspace = (line: string, places: readonly number[] | undefined): string =>
	places === undefined ? line : JSON.stringify({ ...(JSON.parse(line) as object), revision: places.length });

const print = (type: string, row: string): string => `{"type":"${type}","row":${row}}\n`;

export function dumpWorkspace(db: Db, options: DumpOptions): Promise<number> {
	const { workspaceId, access, include, write } = options;
	return db.transaction(async (tx) => {
		// Otherwise every page would show another moment, and an edge could come without its ends.
		await tx.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
		const [workspace] = await tx.query<LineRow>(WORKSPACE, [workspaceId]);
		if (workspace === undefined) throw new EntityNotFoundError("workspace");
		const places = await readPlaces(tx, options);
		const header = { type: "skein", format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, include };
		await write(
			`${JSON.stringify(header)}\n${print("workspace", describeWorkspace(workspace.line, places))}`,
		);
		const accounts = access
			? await tx.query<LineRow>(listReadableAccounts(include), readerParams(access))
			: await tx.query<LineRow>(ACCOUNTS, [workspaceId]);
		await write(accounts.map(({ line }) => print("account", line)).join(""));
		let rows = accounts.length;
		for (const table of ARCHIVE_TABLES) {
			const isIncluded = table.part === undefined || include.includes(table.part);
			if (isIncluded && (access === undefined || table.readable !== undefined)) {
				rows += await dumpTable(tx, table, options, places);
			}
		}
		await write(`${JSON.stringify({ type: "end", rows })}\n`);
		return rows;
	});
}

async function dumpTable(
	tx: Queryable,
	table: ArchiveTable,
	{ workspaceId, access, write }: DumpOptions,
	places: readonly number[] | undefined,
): Promise<number> {
	const params: unknown[] = access ? readerParams(access) : [workspaceId];
	const readable = access ? READABLE_IDS : "";
	const conditions = [
		"t.workspace_id = $1",
		...(table.where ? [table.where] : []),
		...(access ? [table.readable ?? "false"] : []),
	];
	const columns = table.key.map(([column]) => `t.${column}`).join(", ");
	const after = table.key.map(([, type], index) => `$${params.length + 1 + index}::${type}`).join(", ");
	const place = places === undefined ? undefined : table.place;
	const left = ["workspace_id", ...(table.derived ?? []), ...(place === undefined ? [] : [place])].join(",");
	const printRow = ({ line, revision }: DumpedRow): string =>
		place === undefined || places === undefined
			? print(table.name, line)
			: print(table.name, `{"${place}":${findPlace(places, Number(revision))},${line.slice(1)}`);
	const { page = PAGE } = table;
	const select = (from: readonly string[]): string =>
		`${readable} SELECT (to_jsonb(t) - '{${left}}'::text[])::text AS line, ARRAY[${table.key.map(([column]) => `t.${column}::text`).join(", ")}] AS key, ${place === undefined ? "0" : `t.${place}`} AS revision
			FROM ${table.name} t WHERE ${from.join(" AND ")} ORDER BY ${columns} LIMIT ${page}`;
	let rows = await tx.query<DumpedRow>(select(conditions), params);
	let count = 0;
	while (rows.length > 0) {
		await write(rows.map(printRow).join(""));
		count += rows.length;
		if (rows.length < page) break;
		const last = rows.at(-1)?.key ?? [];
		rows = await tx.query(select([...conditions, `(${columns}) > (${after})`]), [...params, ...last]);
	}
	return count;
}
