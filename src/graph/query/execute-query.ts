import { LARGEST_TABLE } from "../../contract/limits.ts";
import { EntityNotFoundError } from "../model/errors.ts";
import type { KindRegistry } from "../model/kinds/kind-registry.ts";
import { checkQuery } from "./check-query.ts";
import { parseQuery } from "./parse-query.ts";
import type { QueryRow } from "./query-rows.ts";
import { QueryRun, type QueryRunInput } from "./query-run.ts";
import { selectRows } from "./select-rows.ts";

const DEFAULT_LIMIT = 100;

export interface QueryAnswer {
	readonly rows: readonly QueryRow[];
	readonly total: number;
	readonly truncated: boolean;
}

export interface AnswerQueryInput extends QueryRunInput {
	readonly text: string;
	readonly kinds: KindRegistry;
	readonly thisId?: string | undefined;
	/** Used where the query itself has no LIMIT. */
	readonly limit?: number | undefined;
}

/** From the words of a query to its rows, over what the reader may see: read, check, run. */
export function answerQuery({ text, kinds, limit = DEFAULT_LIMIT, ...input }: AnswerQueryInput): QueryAnswer {
	const { thisId = "", rows: all } = input;
	const query = checkQuery({
		query: parseQuery(text),
		kinds,
		givesThis: input.thisId !== undefined,
		hasRelation: (rel) => all.hasRelation(rel),
	});
	if (query.usesThis && all.row(thisId) === undefined) throw new EntityNotFoundError();
	const among = all.ofKind(query.kind.kind);
	const found = selectRows(query, { run: new QueryRun(input), thisId, among });
	const rows = found.slice(0, Math.min(query.limit ?? limit, LARGEST_TABLE));
	return { rows, total: found.length, truncated: rows.length < found.length };
}
