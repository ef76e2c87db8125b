import type { Db, Queryable } from "./db.ts";

/** Runs `work` on a database inside one transaction, which is taken back however it ends. */
export async function rehearse<Result>(
	db: Pick<Db, "engine" | "transaction">,
	work: (db: Db) => Promise<Result>,
): Promise<Result> {
	const done: { result?: Result } = {};
	await db
		.transaction(async (tx) => {
			done.result = await work(openRehearsal(db.engine, tx));
			throw done;
		})
		.catch((reason: unknown) => {
			if (reason !== done) throw reason;
		});
	return done.result as Result;
}

/** Transactions of a rehearsal are savepoints: one that fails leaves what the others wrote. */
function openRehearsal(engine: Db["engine"], tx: Queryable): Db {
	return {
		engine,
		query: (sql, parameters) => tx.query(sql, parameters),
		async transaction(work) {
			await tx.query("SAVEPOINT step");
			try {
				const result = await work(tx);
				await tx.query("RELEASE SAVEPOINT step");
				return result;
			} catch (error) {
				await tx.query("ROLLBACK TO SAVEPOINT step; RELEASE SAVEPOINT step");
				throw error;
			}
		},
		rehearse: () => Promise.reject(new Error("A rehearsal is not rehearsed.")),
		close: async () => {},
	};
}
