import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { SpokenRelation } from "./read-relation.ts";

/** What a question asks of something, and of what. */
export interface WalkInput {
	readonly graph: GraphView;
	/** The question without the name of its subject. */
	readonly query: string;
	/** What the question is about; several where it asks about a set. */
	readonly from: readonly EntityHeader[];
	/** Where the question names it; undefined where it does not. */
	readonly start: number | undefined;
	/** Relations that ship of which the question speaks. */
	readonly spoken: readonly SpokenRelation[];
	/** Kinds that it asks for. */
	readonly wanted: readonly Kind[];
	readonly today: string;
	/** What it is about was spoken of before, and is not named. */
	readonly isRecalled: boolean;
}
