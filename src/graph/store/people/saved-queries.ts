import type { Answer } from "../../../contract/frozen.ts";
import { LONGEST_NAME } from "../../../contract/limits.ts";
import type { savedQuerySchema } from "../../../contract/search.ts";
import { EntityNotFoundError, ForbiddenError, InvalidInputError, SkeinError } from "../../model/errors.ts";
import { isId, newId } from "../../model/ids.ts";
import { Repository } from "../rights/access.ts";

export type SavedQuery = Answer<typeof savedQuerySchema>;

export type QueryToSave = Pick<SavedQuery, "name" | "wql">;

const MOST_QUERIES = 500;
const COLUMNS = "id, name, wql, created_at, updated_at";

function readName(name: string): string {
	const trimmed = name.trim();
	if (trimmed !== "" && trimmed.length <= LONGEST_NAME) return trimmed;
	throw new InvalidInputError(
		`A query is kept under a name of 1 to ${LONGEST_NAME} characters. Give it one.`,
		{ field: "name" },
	);
}

const nameTaken = (name: string): SkeinError =>
	new SkeinError("query_name_taken", `You keep another query as "${name}". Choose another name.`, {
		details: { field: "name" },
	});

/** The queries that one person keeps: nobody else reaches them, nor a token that is bound to projects. They move no revision. */
export class SavedQueries extends Repository {
	async list(): Promise<readonly SavedQuery[]> {
		if (this.isBound) return [];
		return this.db.query<SavedQuery>(
			`SELECT ${COLUMNS} FROM saved_query WHERE workspace_id = $1 AND account_id = $2 ORDER BY lower(name), name, id`,
			this.owner,
		);
	}

	/** Keeps a query. Two queries of one person have different names: a second one must not replace the first unseen. */
	async save({ name, wql }: QueryToSave): Promise<SavedQuery> {
		this.checkMayWrite();
		const called = readName(name);
		const [{ count } = { count: 0 }] = await this.db.query<{ count: number }>(
			"SELECT count(*)::int AS count FROM saved_query WHERE workspace_id = $1 AND account_id = $2",
			this.owner,
		);
		if (count >= MOST_QUERIES) {
			throw new InvalidInputError(`You keep ${MOST_QUERIES} queries. Remove one to keep another.`, {
				field: "name",
			});
		}
		const [saved] = await this.db.query<SavedQuery>(
			`INSERT INTO saved_query (workspace_id, account_id, id, name, wql, created_at, updated_at)
				VALUES ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz)
				ON CONFLICT (workspace_id, account_id, name) DO NOTHING RETURNING ${COLUMNS}`,
			[...this.owner, newId(), called, wql, new Date().toISOString()],
		);
		if (saved === undefined) throw nameTaken(called);
		return saved;
	}

	async change(
		id: string,
		change: { readonly [Key in keyof QueryToSave]?: QueryToSave[Key] | undefined },
	): Promise<SavedQuery> {
		this.checkMayWrite();
		const known = await this.#find(id);
		const name = change.name === undefined ? known.name : readName(change.name);
		const wql = change.wql ?? known.wql;
		const [changed] = await this.db.query<SavedQuery>(
			`UPDATE saved_query q SET name = $4, wql = $5, updated_at = $6::timestamptz
				WHERE q.workspace_id = $1 AND q.account_id = $2 AND q.id = $3::uuid AND NOT EXISTS (SELECT FROM saved_query o
					WHERE o.workspace_id = $1 AND o.account_id = $2 AND o.name = $4 AND o.id <> $3::uuid)
				RETURNING ${COLUMNS}`,
			[...this.owner, id, name, wql, new Date().toISOString()],
		);
		if (changed === undefined) throw nameTaken(name);
		return changed;
	}

	async remove(id: string): Promise<void> {
		this.checkMayWrite();
		await this.#find(id);
		await this.db.query(
			"DELETE FROM saved_query WHERE workspace_id = $1 AND account_id = $2 AND id = $3::uuid",
			[...this.owner, id],
		);
	}

	async #find(id: string): Promise<SavedQuery> {
		const [found] = isId(id)
			? await this.db.query<SavedQuery>(
					`SELECT ${COLUMNS} FROM saved_query WHERE workspace_id = $1 AND account_id = $2 AND id = $3::uuid`,
					[...this.owner, id],
				)
			: [];
		if (found === undefined) throw new EntityNotFoundError("query");
		return found;
	}

	protected override checkMayWrite(): void {
		super.checkMayWrite();
		if (this.isBound)
			throw new ForbiddenError(
				"This token is bound to projects, and kept queries belong to a person. Sign in.",
			);
	}
}
