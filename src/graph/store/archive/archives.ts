import { randomBytes } from "node:crypto";
import { managesWorkspace } from "../../model/access.ts";
import { checkColumns } from "../../model/check-input.ts";
import { type Entity, foldTitle, isShaped } from "../../model/entity.ts";
import { ConflictError, ForbiddenError, InvalidInputError } from "../../model/errors.ts";
import { isId, newId } from "../../model/ids.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import { checkOwnKind, type OwnKindDefinition } from "../../model/own-kind.ts";
import { type Db, type Queryable, StorePart } from "../engine/db.ts";
import type { Workspace } from "../people/workspaces.ts";
import { Repository } from "../rights/access.ts";
import { loadKinds } from "../tables/kinds.ts";
import { ARCHIVE_TABLES, type ArchivePart, TABLES_LEFT_OUT } from "./archive-tables.ts";
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, type DumpOptions, dumpWorkspace } from "./dump-workspace.ts";

export interface RestoreOptions {
	readonly lines: AsyncIterable<string>;
	/** Restores it as another workspace of this name, next to the original. */
	readonly asCopy?: string;
	readonly onProgress?: (rows: number) => void;
	readonly signal?: AbortSignal;
}

interface Line {
	readonly type: string;
	readonly row: JsonObject;
}

const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 8_000_000;
const ROW_TABLES: ReadonlySet<string> = new Set(ARCHIVE_TABLES.map((table) => table.name));

const refuse = (why: string): InvalidInputError =>
	new InvalidInputError(`This is no archive that can be restored: ${why}`, {}, "archive_invalid");

/** Nobody finds the workspace before its last line is in: a restore that is cut off leaves nothing to be seen. */
async function restoreWorkspace(db: Db, options: RestoreOptions): Promise<Workspace> {
	const { lines, asCopy, onProgress, signal } = options;
	const restore = new Restore(db, asCopy);
	let batch: Line[] = [];
	let characters = 0;
	let rows = 0;
	let ended: number | undefined;
	const flush = async (): Promise<void> => {
		if (batch.length > 0) await restore.write(batch);
		batch = [];
		characters = 0;
		onProgress?.(rows);
	};
	for await (const text of lines) {
		signal?.throwIfAborted();
		if (text.trim() === "") continue;
		if (ended !== undefined) throw refuse("something follows its last line.");
		const line = parseLine(text);
		if (line.type === "skein") restore.open(line.row);
		else if (line.type === "end") {
			await flush();
			ended = Number(line.row.rows);
		} else {
			// A statement writes rows of one table.
			if (batch[0] !== undefined && batch[0].type !== line.type) await flush();
			batch.push(line);
			characters += text.length;
			if (line.type !== "workspace") rows += 1;
			if (batch.length >= BATCH_ROWS || characters > BATCH_CHARACTERS) await flush();
		}
	}
	if (ended !== rows)
		throw refuse(`it is not complete (${rows} of ${ended ?? "an unknown number of"} rows).`);
	return restore.finish();
}

function parseLine(text: string): Line {
	let value: Json;
	try {
		value = JSON.parse(text) as Json;
	} catch {
		throw refuse(`a line is no JSON: ${text.slice(0, 60)}`);
	}
	if (!isObject(value)) throw refuse("a line is no object.");
	const { type, row } = value;
	if (typeof type !== "string") throw refuse("a line has no type.");
	if (type === "skein" || type === "end") return { type, row: value };
	if (type !== "workspace" && type !== "account" && !ROW_TABLES.has(type))
		throw refuse(`it has lines of the type "${type.slice(0, 60)}", which this version does not know.`);
	if (!isObject(row)) throw refuse(`a ${type} has no row.`);
	return { type, row };
}

class Restore {
	readonly #db: Db;
	readonly #asCopy: string | undefined;
	readonly #columns = new Map<string, ReadonlySet<string>>();
	/** Accounts that are here already under another id, because they have the same e-mail address. */
	readonly #accounts = new Map<string, string>();
	#version: number | undefined;
	#workspace: Workspace | undefined;
	#kinds: KindRegistry | undefined;

	constructor(db: Db, asCopy: string | undefined) {
		this.#db = db;
		this.#asCopy = asCopy;
	}

	open({ format, version }: JsonObject): void {
		if (format !== ARCHIVE_FORMAT) throw refuse("its first line does not say so.");
		if (typeof version !== "number" || version > ARCHIVE_VERSION)
			throw refuse(`it was written by a newer version (${String(version)}). Update, and try again.`);
		this.#version = version;
	}

	write(batch: readonly Line[]): Promise<void> {
		if (this.#version === undefined) throw refuse("its first line does not say so.");
		const [{ type } = { type: "" }] = batch;
		return this.#db.transaction(async (tx) => {
			const rows = batch.map((line) => this.#renameAccounts(line.row));
			if (type === "workspace") await this.#createWorkspace(tx, rows);
			else if (type === "account") await this.#writeAccounts(tx, rows);
			else await this.#writeRows(tx, type, rows);
		});
	}

	async finish(): Promise<Workspace> {
		const workspace = this.#found();
		const [member] = await this.#db.query("SELECT FROM member WHERE workspace_id = $1 LIMIT 1", [
			workspace.id,
		]);
		if (member === undefined) {
			throw refuse("it does not say who belongs to the workspace. Import it, or export it with its rights.");
		}
		if (this.#version === 1) await this.#db.transaction((tx) => carryOverArchive(tx, workspace.id));
		await this.#db.query(
			"UPDATE workspace SET ready = true, permission_epoch = permission_epoch + 1 WHERE id = $1",
			[workspace.id],
		);
		return workspace;
	}

	#found(): Workspace {
		if (this.#workspace === undefined) throw refuse("it does not say which workspace it is.");
		return this.#workspace;
	}

	async #createWorkspace(tx: Queryable, [row]: readonly JsonObject[]): Promise<void> {
		const { id, name } = row ?? {};
		if (this.#workspace !== undefined || typeof id !== "string" || !isId(id) || typeof name !== "string")
			throw refuse("it does not say which workspace it is.");
		this.#workspace = { id: this.#asCopy === undefined ? id : newId(), name: this.#asCopy ?? name };
		const [existing] = await tx.query<{ ready: boolean }>("SELECT ready FROM workspace WHERE id = $1", [
			this.#workspace.id,
		]);
		if (existing?.ready) {
			throw new ConflictError(
				`The workspace "${name}" is here already. Restore it into an empty store, or under another name.`,
				{},
				"workspace_exists",
			);
		}
		if (existing) await clearWorkspace(tx, this.#workspace.id);
		const key = `\\x${randomBytes(16).toString("hex")}`;
		await this.#insert(tx, "workspace", [
			{ ...row, ...this.#workspace, ref_key: key, ready: false, permission_epoch: 0 },
		]);
	}

	/** A person with an account here keeps it; an archive must not change anybody's name, address or password. */
	async #writeAccounts(tx: Queryable, rows: readonly JsonObject[]): Promise<void> {
		const known = await tx.query<{ old_id: string; id: string }>(
			`SELECT r.id AS old_id, a.id FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, email text)
				JOIN account a ON a.id = r.id OR a.email = r.email`,
			[JSON.stringify(rows)],
		);
		for (const { old_id, id } of known) if (old_id !== id) this.#accounts.set(old_id, id);
		const here = new Set(known.map((row) => row.old_id));
		await this.#insert(
			tx,
			"account",
			rows.filter(({ id }) => !here.has(String(id))).map((row) => ({ profile: {}, ...row, named_by: null })),
		);
	}

	async #writeRows(tx: Queryable, type: string, rows: readonly JsonObject[]): Promise<void> {
		const { id: workspaceId } = this.#found();
		if (type === "own_kind") for (const row of rows) checkKind(row);
		const isEntity = type === "entity";
		if (isEntity) this.#kinds ??= await loadKinds(tx, workspaceId);
		const written = rows.map((row) => ({
			...row,
			...(isEntity && { title_key: checkEntity(row, this.#kinds) }),
			workspace_id: workspaceId,
		}));
		await this.#insert(tx, type, written);
		if (!isEntity) return;
		const aliases = rows.flatMap(({ id, aliases: names }) => {
			const keys = (names as readonly string[]).map(foldTitle);
			return [...new Set(keys)].map((title_key) => ({ workspace_id: workspaceId, entity_id: id, title_key }));
		});
		await this.#insert(tx, "alias", aliases);
	}

	/** Columns that the archive does not know yet take their defaults; those that are gone here are left out. */
	async #insert(tx: Queryable, table: string, rows: readonly JsonObject[]): Promise<void> {
		if (rows.length === 0) return;
		const known = await this.#loadColumns(tx, table);
		const columns = [...known].filter((column) => rows.some((row) => row[column] !== undefined));
		const list = columns.map((column) => `"${column}"`).join(", ");
		await tx.query(
			`INSERT INTO ${table} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
			[JSON.stringify(rows)],
		);
	}

	async #loadColumns(tx: Queryable, table: string): Promise<ReadonlySet<string>> {
		const known = this.#columns.get(table);
		if (known) return known;
		const rows = await tx.query<{ name: string }>(
			`SELECT attname AS name FROM pg_attribute
				WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
			[table],
		);
		const columns = new Set(rows.map((row) => row.name));
		this.#columns.set(table, columns);
		return columns;
	}

	#renameAccounts(row: JsonObject): JsonObject {
		if (this.#accounts.size === 0) return row;
		const rename = (value: Json | undefined): Json | undefined => {
			if (typeof value === "string") return this.#accounts.get(value) ?? value;
			if (Array.isArray(value)) return value.map((entry) => rename(entry) ?? null);
			if (value === null || typeof value !== "object") return value;
			return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, rename(entry)]));
		};
		return rename(row) as JsonObject;
	}
}

/** Takes away what an unfinished restore has left, the other way round than it was written. */
async function clearWorkspace(tx: Queryable, workspaceId: string): Promise<void> {
	const tables = [...ARCHIVE_TABLES.map((table) => table.name), ...TABLES_LEFT_OUT];
	for (const table of [...new Set(tables)].reverse()) {
		await tx.query(`DELETE FROM ${table} WHERE workspace_id = $1`, [workspaceId]);
	}
	await tx.query("DELETE FROM workspace WHERE id = $1", [workspaceId]);
}

function checkKind({ definition }: JsonObject): void {
	const { fields } = (definition ?? {}) as Partial<OwnKindDefinition>;
	if (!Array.isArray(fields)) throw refuse("a kind has no definition.");
	checkOwnKind(definition as unknown as OwnKindDefinition, []);
}

/** The columns that a writer would have checked. Returns the folded title. */
function checkEntity(row: JsonObject, kinds: KindRegistry | undefined): string {
	const entity = row as unknown as Entity;
	const kind = isShaped(entity) ? kinds?.find(entity.kind) : undefined;
	if (kind === undefined)
		throw refuse("an entity is damaged, or of a kind that the archive does not define.");
	checkColumns(kind, entity);
	return foldTitle(entity.title);
}

/** The files that an image of an entity lists among its properties, by path and hash. */
const filesOf = (image: string, entityId: string): string => `coalesce((
	SELECT jsonb_object_agg(t.path, t.hash) FROM attachment t
	WHERE t.workspace_id = $1 AND t.entity_id = ${entityId}
		AND jsonb_typeof(${image}->'props'->'attachments') = 'array' AND ${image}->'props'->'attachments' ? t.path
		AND coalesce(${image}->'props'->'attachment_versions'->>t.path, '1') = t.version::text), '{}')`;

const convertImages = (column: "before" | "after"): string => `UPDATE change_row r SET ${column} = (
		SELECT (i.image || jsonb_build_object('props', (i.image->'props') - 'attachments' - 'attachment_versions',
			'held_files', ${filesOf("i.image", "r.row_id")}))::json
		FROM (SELECT r.${column}::jsonb AS image) i)
	WHERE r.workspace_id = $1 AND r.table_name = 'entity' AND r.${column} IS NOT NULL
		AND EXISTS (SELECT FROM attachment t WHERE t.workspace_id = $1 AND t.entity_id = r.row_id)`;

/** The steps of migration 14 for one workspace from an older archive. */
const STEPS: readonly string[] = [
	`UPDATE entity e SET held_files = ${filesOf("to_jsonb(e)", "e.id")}, props = e.props - 'attachments' - 'attachment_versions'
		WHERE e.workspace_id = $1 AND EXISTS (SELECT FROM attachment t WHERE t.workspace_id = $1 AND t.entity_id = e.id)`,
	convertImages("before"),
	convertImages("after"),
	`INSERT INTO audience_since (workspace_id, entity_id, revision)
		SELECT workspace_id, row_id, max(revision) FROM change_row
		WHERE workspace_id = $1 AND table_name = 'entity' AND before->>'visibility' <> after->>'visibility'
		GROUP BY workspace_id, row_id`,
	`INSERT INTO audience_since (workspace_id, entity_id, revision)
		SELECT p.workspace_id, p.project_id, w.revision FROM project_access p JOIN workspace w ON w.id = p.workspace_id
		WHERE p.workspace_id = $1 AND p.visibility = 'workspace' ON CONFLICT DO NOTHING`,
	"UPDATE share s SET since = w.revision FROM workspace w WHERE w.id = s.workspace_id AND s.workspace_id = $1",
];

/** Brings a workspace that was restored from an archive of format 1 to what this version writes. */
async function carryOverArchive(tx: Queryable, workspaceId: string): Promise<void> {
	for (const step of STEPS) await tx.query(step, [workspaceId]);
}

const EVERYTHING: readonly ArchivePart[] = ["rights", "history", "personal"];

/** Whole workspaces, past all rights: for the operator of the store, who could read its files as well. */
export class Archives extends StorePart {
	/** Writes the workspace as lines, from one moment; returns the number of rows. */
	dump(
		workspaceId: string,
		write: DumpOptions["write"],
		include: readonly ArchivePart[] = EVERYTHING,
	): Promise<number> {
		return dumpWorkspace(this.db, { workspaceId, include, write });
	}

	restore(options: RestoreOptions): Promise<Workspace> {
		return restoreWorkspace(this.db, options);
	}
}

/** The rows of a workspace that one principal may read, as lines of the same format. */
export class ReadableArchive extends Repository<Db> {
	dump(write: DumpOptions["write"], include: readonly ArchivePart[] = []): Promise<number> {
		const { principal, workspaceId } = this.access;
		const manages = managesWorkspace(this.access) && principal.grant === undefined;
		if (include.includes("personal")) {
			throw new InvalidInputError("Chats and activity are part of a backup only.", { field: "include" });
		}
		if (include.length > 0 && !manages) {
			throw new ForbiddenError(
				"Only an owner or admin, signed in, may export rights or history. Export the content alone.",
			);
		}
		return dumpWorkspace(this.db, { workspaceId, access: this.access, include, write });
	}
}
