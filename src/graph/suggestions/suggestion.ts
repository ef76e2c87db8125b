import type { GraphView } from "../search/view/graph-view.ts";
import type { Rows } from "../store/rows.ts";

export interface SuggestedEntity {
	readonly id: string;
	readonly ref: string;
	readonly kind: string;
	readonly title: string;
}

/** Something that a person may want to set right, for them to accept or dismiss. */
export interface Suggestion {
	/** The same for the same suggestion, whenever it is made. */
	readonly key: string;
	readonly type: "duplicate" | "mention" | "orphan";
	/** What it is about; what is kept, or linked from, comes first. */
	readonly entities: readonly SuggestedEntity[];
	readonly why: string;
	/** What accepting it does. */
	readonly accept: string;
}

/** What a person may see, to suggest from. */
export interface SuggestionScope {
	readonly graph: GraphView;
	readonly rows: Rows;
}

export const describeEntity = ({ id, ref, kind, title }: SuggestedEntity): SuggestedEntity => ({
	id,
	ref,
	kind,
	title,
});
