import type { Reader } from "./graph.ts";
import { type DueState, readDueState } from "./model/due.ts";
import type { EntityHeader } from "./model/entity.ts";
import { ConflictError } from "./model/errors.ts";
import { makeReaderDays } from "./model/reader-days.ts";

/** Adds to an entity when it is due and whether it is overdue or done, as its kind declares it, by the days of the reader. */
export async function dateEntities(
	reader: Reader,
): Promise<<Node extends EntityHeader>(entity: Node) => Node & DueState> {
	const { time_zone: timeZone } = await reader.profile();
	const days = makeReaderDays({ timeZone });
	return (entity) => ({ ...entity, ...readDueState(reader.graph.kinds.get(entity.kind), entity, days) });
}

/** The error, where it is a conflict with the present row dated as entities are in every other answer. */
export async function dateConflict(reader: Reader, error: unknown): Promise<unknown> {
	const current =
		error instanceof ConflictError ? (error.details.current as EntityHeader | undefined) : undefined;
	if (!(error instanceof ConflictError) || current?.kind === undefined) return error;
	const { message, details, code } = error;
	return new ConflictError(message, { ...details, current: (await dateEntities(reader))(current) }, code);
}
