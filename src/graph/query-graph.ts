import { EntityNotFoundError } from "./model/errors.ts";
import { groupBy } from "./model/group-by.ts";
import type { Person } from "./model/kind.ts";
import { remember } from "./model/remember.ts";
import { answerQuery, type QueryAnswer } from "./query/execute-query.ts";
import { ANY, type JoinedRow, type QueryRow, type QueryRows } from "./query/query-rows.ts";
import type { GraphView } from "./search/view/graph-view.ts";

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

class ViewRows implements QueryRows {
	readonly #graph: GraphView;
	readonly #byKind: ReadonlyMap<string, QueryRow[]>;

	constructor(graph: GraphView) {
		this.#graph = graph;
		this.#byKind = groupBy(graph.nodes(), ({ kind }) => kind);
	}

	ofKind(kind: string): readonly QueryRow[] {
		return kind === ANY ? [...this.#byKind.values()].flat() : (this.#byKind.get(kind) ?? []);
	}

	joined(id: string): readonly JoinedRow[] {
		return this.#graph
			.linksOf(id)
			.map(({ edge, other, seenFrom }) => ({ rel: edge.rel, seenFrom, row: other }));
	}

	hasRelation(rel: string): boolean {
		for (const { id } of this.#graph.nodes())
			if (this.#graph.related({ of: id, rel, direction: "outgoing" }).length > 0) return true;
		return false;
	}

	row(id: string): QueryRow | undefined {
		return this.#graph.node(id);
	}
}

const rowsOfView = new WeakMap<GraphView, ViewRows>();

/** The rows one reader may see, by kind. Kept with the view, so that each kind is gathered once. */
export const rowsOf = (graph: GraphView): ViewRows => remember(rowsOfView, graph, () => new ViewRows(graph));
