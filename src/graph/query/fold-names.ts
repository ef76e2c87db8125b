import { foldTitle } from "../model/entity.ts";
import type { QueryRow } from "./query-rows.ts";

/** A target that many rows refer to would otherwise be folded once for each of them. */
const FOLDED = new WeakMap<QueryRow, readonly [title: string, ...aliases: string[]]>();

/** The title of a row and its other names, as they are compared. */
export function foldNames(row: QueryRow): readonly [title: string, ...aliases: string[]] {
	const known = FOLDED.get(row);
	if (known) return known;
	const names = [foldTitle(row.title), ...row.aliases.map(foldTitle)] as const;
	FOLDED.set(row, names);
	return names;
}
