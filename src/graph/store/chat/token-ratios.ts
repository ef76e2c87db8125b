import { Repository } from "../rights/access.ts";

const RATIOS_KEPT = 50;
/** A server that calls another model every day must not remember all of them. */
const MODELS_KEPT = 50;

/** How many tokens each model needed for each of ours, as providers reported it: learnt by all turns of a workspace. */
export class TokenRatios extends Repository {
	/** Oldest first; none for a model that has not reported yet. */
	async of(model: string): Promise<readonly number[]> {
		const [row] = await this.db.query<{ ratios: readonly number[] }>(
			"SELECT ratios FROM token_ratio WHERE workspace_id = $1 AND model = $2",
			[this.access.workspaceId, model],
		);
		return row?.ratios ?? [];
	}

	/** One statement, so that two turns that end together both count. */
	async observe(model: string, ratio: number): Promise<void> {
		await this.db.query(
			`WITH forgotten AS (
					DELETE FROM token_ratio WHERE workspace_id = $1 AND model <> $2 AND model NOT IN (
						SELECT model FROM token_ratio WHERE workspace_id = $1 AND model <> $2
							ORDER BY updated_at DESC, model LIMIT ${MODELS_KEPT - 1})
				)
				INSERT INTO token_ratio AS t (workspace_id, model, ratios, updated_at)
					VALUES ($1, $2, jsonb_build_array($3::float8), $4)
					ON CONFLICT (workspace_id, model) DO UPDATE SET updated_at = excluded.updated_at, ratios = (
						SELECT jsonb_agg(r.value ORDER BY r.place)
							FROM jsonb_array_elements(t.ratios || excluded.ratios) WITH ORDINALITY AS r (value, place)
							WHERE r.place > jsonb_array_length(t.ratios) + 1 - ${RATIOS_KEPT})`,
			[this.access.workspaceId, model, ratio, new Date().toISOString()],
		);
	}
}
