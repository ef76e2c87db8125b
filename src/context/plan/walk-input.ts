import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { SpokenRelation } from "./read-relation.ts";

/** A request about some entities. */
export interface WalkInput {
	readonly graph: GraphView;
	/** The question without the name of its subject. */
	readonly query: string;
	/** The subject of the question; several where it asks about a set. */
	readonly from: readonly EntityHeader[];
	/** Where the question names it; undefined where it does not. */
	readonly start: number | undefined;
	/** Built-in relations in the question. */
	readonly spoken: readonly SpokenRelation[];
	/** Kinds that it asks for. */
	readonly wanted: readonly Kind[];
	readonly today: string;
	/** The subject comes from the turn before, and is not named. */
	readonly isRecalled: boolean;
}
