import { EntityNotFoundError } from "./model/errors.ts";
import type { Person } from "./model/is-theirs.ts";
import { answerQuery, type QueryAnswer } from "./query/execute-query.ts";
import type { GraphView } from "./search/view/graph-view.ts";
import { rowsOf } from "./view-rows.ts";

export interface GraphQuestion {
	readonly wql: string;
	/** The entity that `{this}` refers to: an id, a ref or a title. */
	readonly this?: string | undefined;
	readonly limit?: number | undefined;
	readonly now: Date;
	readonly timeZone: string;
	/** The caller, whose entities are `mine`. */
	readonly asker?: Person | undefined;
}

/** Answers a query of the query language on what the reader may see, and on nothing else. */
export function queryGraph(graph: GraphView, question: GraphQuestion): QueryAnswer {
	const subject = question.this === undefined ? undefined : graph.find(question.this);
	if (question.this !== undefined && subject === undefined) throw new EntityNotFoundError();
	return answerQuery({
		...question,
		text: question.wql,
		kinds: graph.kinds,
		rows: rowsOf(graph),
		thisId: subject?.id,
	});
}
