import type { Answer } from "../../../contract/frozen.ts";
import type { diagnosisSchema } from "../../../contract/operation.ts";
import type { Db } from "./db.ts";

/** With the last migration that was applied, and whether the optional search in SQL can be installed. */
export type EngineFacts = Answer<typeof diagnosisSchema>["engine"];

export async function describeEngine(db: Db): Promise<EngineFacts> {
	const [row] = await db.query<Omit<EngineFacts, "engine">>(
		`SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
			EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS trigrams,
			(SELECT max(number) FROM migration) AS schema,
			pg_database_size(current_database()) AS bytes`,
	);
	const { version = "", trigrams = false, schema = 0, bytes = 0 } = row ?? {};
	return { engine: db.engine, version, trigrams, schema, bytes };
}
