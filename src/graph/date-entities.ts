import type { Reader } from "./graph.ts";
import { type DueState, readDueState } from "./model/due.ts";
import type { EntityNode } from "./model/kind.ts";
import { makeReaderDays } from "./model/reader-days.ts";

/** Adds to an entity when it is due and whether it is overdue or done, as its kind declares it, by the days of the reader. */
export async function dateEntities(
	reader: Reader,
): Promise<<Node extends EntityNode>(entity: Node) => Node & DueState> {
	const { time_zone: timeZone } = await reader.profile();
	const days = makeReaderDays({ timeZone });
	return (entity) => ({ ...entity, ...readDueState(reader.graph.kinds.get(entity.kind), entity, days) });
}
