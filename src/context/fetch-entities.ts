import type { Reader } from "../graph/graph.ts";
import type { Entity } from "../graph/model/entity.ts";
import type { Candidate } from "./model/candidate.ts";

const TOUCHED_DAYS = 30;
const DAY = 86_400_000;

/** What candidates hold beyond what the graph keeps, in one go: their rows, and what the reader did to them of late. */
export async function fetchEntities(
	{ graph, rows, activity }: Reader,
	candidates: readonly Candidate[],
	today: string,
): Promise<{
	readonly entities: ReadonlyMap<string, Entity>;
	readonly touched: ReadonlyMap<string, "edit" | "view">;
}> {
	const ids = [...new Set(candidates.map(({ subject }) => subject.id))];
	const since = new Date(Date.parse(today) - TOUCHED_DAYS * DAY).toISOString();
	const nodes = ids.flatMap((id) => graph.node(id) ?? []);
	const [entities, touched] = await Promise.all([rows.addTexts(nodes), activity.touched(ids, since)]);
	return { entities, touched };
}

/** What an entity says, its name first; nothing for one that could not be read. */
export const readText = (entity: Entity | undefined): string =>
	entity === undefined ? "" : `${entity.title}.\n${entity.body}`;
