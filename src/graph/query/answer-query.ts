import type { KindRegistry } from "../model/kinds/kind-registry.ts";
import { checkQuery } from "./check-query.ts";
import { type QueryAnswer, type RunQueryInput, runQuery } from "./execute-query.ts";
import { parseQuery } from "./parse-query.ts";

export interface AnswerQueryInput extends Omit<RunQueryInput, "query"> {
	/** The query as it was written. */
	readonly text: string;
	readonly kinds: KindRegistry;
}

/** From the words of a query to its rows: read, check, run. */
export function answerQuery({ text, kinds, ...input }: AnswerQueryInput): QueryAnswer {
	const query = checkQuery({
		query: parseQuery(text),
		kinds,
		givesThis: input.thisId !== undefined,
		hasRelation: (rel) => input.rows.hasRelation(rel),
	});
	return runQuery({ ...input, query });
}
