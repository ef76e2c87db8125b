import { EntityNotFoundError } from "./model/errors.ts";
import { answerQuery } from "./query/answer-query.ts";
import type { QueryRow, QueryRows } from "./query/query-rows.ts";
import type { QueryAnswer } from "./query/run-query.ts";
import type { GraphView } from "./search/graph-view.ts";

export interface GraphQuestion {
	readonly wql: string;
	/** What `{this}` stands for: an id, a ref or a title. */
	readonly this?: string | undefined;
	readonly limit?: number | undefined;
	readonly now: Date;
	readonly timeZone: string;
}

/** The rows of a query, as one reader sees them. Kept with the view, so that each kind is gathered once. */
class ViewRows implements QueryRows {
	readonly #graph: GraphView;
	readonly #byKind = new Map<string, QueryRow[]>();

	constructor(graph: GraphView) {
		this.#graph = graph;
		for (const node of graph.nodes()) {
			const rows = this.#byKind.get(node.kind);
			if (rows) rows.push(node);
			else this.#byKind.set(node.kind, [node]);
		}
	}

	ofKind(kind: string): Iterable<QueryRow> {
		return this.#byKind.get(kind) ?? [];
	}

	row(id: string): QueryRow | undefined {
		return this.#graph.node(id);
	}
}

const rowsOfView = new WeakMap<GraphView, ViewRows>();

function rowsOf(graph: GraphView): ViewRows {
	const known = rowsOfView.get(graph);
	if (known) return known;
	const rows = new ViewRows(graph);
	rowsOfView.set(graph, rows);
	return rows;
}

/** Answers a query of the query language on what the reader may see, and on nothing else. */
export function queryGraph(graph: GraphView, question: GraphQuestion): QueryAnswer {
	const subject = question.this === undefined ? undefined : graph.find(question.this);
	if (question.this !== undefined && subject === undefined) throw new EntityNotFoundError();
	return answerQuery({
		text: question.wql,
		kinds: graph.kinds,
		rows: rowsOf(graph),
		now: question.now,
		timeZone: question.timeZone,
		...(subject && { thisId: subject.id }),
		...(question.limit !== undefined && { limit: question.limit }),
	});
}
