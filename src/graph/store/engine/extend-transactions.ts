import type { Db, Queryable } from "./db.ts";

/** The same database, with one more step at the end of each transaction: what it writes is stored with the rest or not at all. */
export const extendTransactions = (db: Db, step: (tx: Queryable) => Promise<void>): Db => ({
	...db,
	transaction: (work) =>
		db.transaction(async (tx) => {
			const result = await work(tx);
			await step(tx);
			return result;
		}),
});
