import { SkeinError } from "../../model/errors.ts";
import type { Db, Queryable } from "../engine/db.ts";

/** A request that may be repeated: its sender, their key, and its content. */
export interface IdempotencyKey {
	readonly workspaceId: string;
	/** The person, or the token that acts for them. */
	readonly actor: string;
	readonly key: string;
	readonly requestHash: Uint8Array;
}

const KEPT_DAYS = 7;
const DAY = 86_400_000;

/** Claims the key, or returns its earlier result. A second claim at the same moment waits here for the first. */
async function claim(
	tx: Queryable,
	{ workspaceId, actor, key, requestHash }: IdempotencyKey,
	step: number,
): Promise<{ readonly result: unknown } | null> {
	const now = Date.now();
	await tx.query("DELETE FROM request_once WHERE workspace_id = $1 AND created_at < $2", [
		workspaceId,
		new Date(now - KEPT_DAYS * DAY).toISOString(),
	]);
	const claimed = await tx.query(
		`INSERT INTO request_once (workspace_id, actor, key, step, request_hash, created_at)
			VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING step`,
		[workspaceId, actor, key, step, requestHash, new Date(now).toISOString()],
	);
	if (claimed.length === 1) return null;
	const [known] = await tx.query<{ same: boolean; result: unknown }>(
		`SELECT request_hash = $5 AS same, result FROM request_once
			WHERE workspace_id = $1 AND actor = $2 AND key = $3 AND step = $4`,
		[workspaceId, actor, key, step, requestHash],
	);
	if (known?.same) return { result: known.result };
	throw keyReused();
}

export const keyReused = (): SkeinError =>
	new SkeinError(
		"idempotency_key_reused",
		"This Idempotency-Key has been used for another request. Give every request a key of its own.",
	);

/**
 * The database for one request that may be repeated. The answer of each of its transactions is kept in that very
 * transaction; when the request is repeated they answer the same and do nothing. A request that failed kept nothing and
 * runs again.
 */
export function openIdempotent(
	db: Db,
	once: IdempotencyKey,
	/** Throws when an answer that was kept may not be given any more. */
	checkKept: (tx: Queryable, result: unknown) => Promise<void>,
): Db {
	let step = 0;
	return {
		...db,
		transaction: <Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> => {
			const own = step;
			step += 1;
			return db.transaction(async (tx) => {
				const earlier = await claim(tx, once, own);
				if (earlier) {
					await checkKept(tx, earlier.result);
					return earlier.result as Result;
				}
				const result = await work(tx);
				await tx.query(
					"UPDATE request_once SET result = $5::json WHERE workspace_id = $1 AND actor = $2 AND key = $3 AND step = $4",
					[once.workspaceId, once.actor, once.key, own, JSON.stringify(result ?? null)],
				);
				return result;
			});
		},
	};
}
