import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { SkeinError } from "../../model/errors.ts";
import { StorePart } from "./db.ts";

export interface SqlSearchRequest {
	readonly workspaceId: string;
	/** Whose rights decide what is found. */
	readonly accountId: string;
	readonly query: string;
	readonly projectId?: string;
	readonly types?: readonly string[];
	readonly limit?: number;
}

export interface SqlSearchHit {
	readonly type: string;
	readonly id: string;
	readonly project_id: string | null;
	readonly project_name: string | null;
	readonly title: string;
	/** Escaped HTML in which `<mark>` encloses each match. */
	readonly snippet: string;
	readonly score: number;
}

const source = fileURLToPath(new URL("./sql-search.sql", import.meta.url));
const SIGNATURE = "onto_search_entities(uuid, uuid, text, uuid, text[], integer)";

/** The database has no such extension, or does not let this user add it. */
class SqlSearchUnavailableError extends SkeinError {
	constructor(cause: unknown) {
		super(
			"sql_search_unavailable",
			"Search inside the database needs the extensions pg_trgm and btree_gin. Install PostgreSQL's contrib package, or have its owner create them in this database.",
			{ cause },
		);
	}
}

/** For people who query the database directly. Off by default: its indexes cost more than the write they belong to. */
export class SqlSearch extends StorePart {
	async isEnabled(): Promise<boolean> {
		const [row] = await this.db.query<{ there: boolean }>(
			`SELECT to_regprocedure('${SIGNATURE}') IS NOT NULL AS there`,
		);
		return row?.there ?? false;
	}

	/** Adds it, or brings it up to date. Takes a while on a large workspace, in one transaction. */
	async enable(): Promise<void> {
		const sql = await readFile(source, "utf8");
		await this.db.transaction(async (tx) => {
			await tx.query("SET LOCAL statement_timeout = 0");
			const [offered] = await tx.query<{ count: number }>(
				"SELECT count(*) AS count FROM pg_available_extensions WHERE name IN ('pg_trgm', 'btree_gin')",
			);
			if (offered?.count !== 2) throw new SqlSearchUnavailableError(undefined);
			await tx.query(sql).catch((error: unknown) => {
				throw isRefused(error) ? new SqlSearchUnavailableError(error) : error;
			});
		});
	}

	/** Takes it away again. The extensions stay: others may use them. */
	async disable(): Promise<void> {
		await this.db.transaction(async (tx) => {
			await tx.query("SET LOCAL statement_timeout = 0");
			await tx.query(
				`DROP FUNCTION IF EXISTS ${SIGNATURE};
				DROP INDEX IF EXISTS entity_title_trigrams, entity_props_trigrams;
				ALTER TABLE entity DROP COLUMN IF EXISTS search_vector`,
			);
		});
	}

	search(request: SqlSearchRequest): Promise<SqlSearchHit[]> {
		const { workspaceId, accountId, query, projectId = null, types = null, limit = null } = request;
		return this.db.query<SqlSearchHit>("SELECT * FROM onto_search_entities($1, $2, $3, $4, $5, $6)", [
			workspaceId,
			accountId,
			query,
			projectId,
			types,
			limit,
		]);
	}
}

const INSUFFICIENT_PRIVILEGE = "42501";

function isRefused(error: unknown): boolean {
	const { code, cause } = error as { code?: unknown; cause?: unknown };
	return code === INSUFFICIENT_PRIVILEGE || (cause !== undefined && isRefused(cause));
}
