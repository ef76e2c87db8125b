import type { RowChange } from "../tables/row-change.ts";

/**
 * How often somebody's rights may have become fewer, by workspace, as far as this process has written it. A stream asks
 * this before every word, which costs nothing; what another process has written, it finds in the database by and by.
 */
const moves = new Map<string, number>();

export const countMovedRights = (workspaceId: string): number => moves.get(workspaceId) ?? 0;

/** Called when the transaction has been committed: a stream that asks earlier would still find the old rights. */
export function noteMovedRights(workspaceId: string): void {
	moves.set(workspaceId, countMovedRights(workspaceId) + 1);
}

export const movesReaders = (changes: readonly RowChange[]): boolean =>
	changes.some(
		(change) =>
			change.table === "entity" &&
			change.before !== null &&
			(change.before.visibility !== change.after.visibility ||
				change.before.project_id !== change.after.project_id ||
				change.before.owner_id !== change.after.owner_id),
	);
