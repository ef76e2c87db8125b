import { foldTitle } from "../model/entity.ts";
import { remember } from "../model/remember.ts";
import type { QueryRow } from "./query-rows.ts";

/** A target that many rows refer to would otherwise be folded once for each of them. */
const FOLDED = new WeakMap<QueryRow, readonly [title: string, ...aliases: string[]]>();

/** The title of a row and its other names, as they are compared. */
export const foldNames = (row: QueryRow): readonly [title: string, ...aliases: string[]] =>
	remember(FOLDED, row, () => [foldTitle(row.title), ...row.aliases.map(foldTitle)]);
