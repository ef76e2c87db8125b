import type { Answer } from "../../contract/frozen.ts";
import type { suggestionListSchema } from "../../contract/suggestion.ts";
import type { GraphView } from "../search/view/graph-view.ts";
import type { Rows } from "../store/rows.ts";

/** Something that a person may want to set right, for them to accept or dismiss. */
export type Suggestion = Answer<typeof suggestionListSchema>["suggestions"][number];

export type SuggestedEntity = Suggestion["entities"][number];

/** The rows a person may see, to suggest from. */
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
