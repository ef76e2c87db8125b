import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../test/support/open-test-database.ts";

const READERS = 40;
const QUERIES = 5;
const WORK = 3;

/** The work of a reader with an answer: nothing else can run meanwhile. */
function workOn(milliseconds: number): void {
	for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test("[D6] between the answers of the embedded database the event loop turns, however busy its readers are", async () => {
	const db = await openTestDatabase();
	let sinceTick = 0;
	let most = 0;
	const ticking = setInterval(() => {
		sinceTick = 0;
	}, 1);
	const read = async (): Promise<void> => {
		for (let query = 0; query < QUERIES; query += 1) {
			await db.query("SELECT 1");
			sinceTick += 1;
			most = Math.max(most, sinceTick);
			workOn(WORK);
		}
	};
	await Promise.all(Array.from({ length: READERS }, read));
	clearInterval(ticking);
	await db.close();
	expect(most).toBeLessThanOrEqual(3);
}, 120_000);
