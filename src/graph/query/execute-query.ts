import { LARGEST_TABLE } from "../../contract/limits.ts";
import { EntityNotFoundError } from "../model/errors.ts";
import type { CheckedQuery } from "./checked-query.ts";
import type { QueryRow } from "./query-rows.ts";
import { QueryRun, type QueryRunInput } from "./query-run.ts";
import { selectRows } from "./select-rows.ts";

const DEFAULT_LIMIT = 100;

export interface QueryAnswer {
	readonly rows: readonly QueryRow[];
	/** How many rows the query finds before any limit. */
	readonly total: number;
	/** Whether there are more than these. */
	readonly truncated: boolean;
}

export interface RunQueryInput extends QueryRunInput {
	readonly query: CheckedQuery;
	/** The entity that `{this}` refers to. */
	readonly thisId?: string | undefined;
	/** Used where the query itself has no LIMIT. */
	readonly limit?: number;
}

/** Answers a checked query over what the reader may see. */
export function runQuery({
	query,
	thisId = "",
	limit = DEFAULT_LIMIT,
	...input
}: RunQueryInput): QueryAnswer {
	if (query.usesThis && input.rows.row(thisId) === undefined) throw new EntityNotFoundError();
	const among = input.rows.ofKind(query.kind.kind);
	const found = selectRows(query, { run: new QueryRun(input), thisId, among });
	const rows = found.slice(0, Math.min(query.limit ?? limit, LARGEST_TABLE));
	return { rows, total: found.length, truncated: rows.length < found.length };
}
