import { MOST_PINS } from "../../contract/limits.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";

export interface ChosenPins {
	readonly pins: readonly EntityHeader[];
	readonly refused: readonly { readonly id: string; readonly reason: "limit" | "not_found" }[];
}

/**
 * Returns the first five readable pins. Archived ones are refused like unknown ones, so that a pin does not reveal
 * whether something exists.
 */
export function choosePins(graph: GraphView, asked: readonly string[]): ChosenPins {
	const found = [...new Set(asked)].map((name) => ({ name, node: graph.find(name) }));
	const readable = found.flatMap(({ node }) => (node?.archived_at === null ? [node] : []));
	const pins = [...new Map(readable.map((node) => [node.id, node])).values()];
	return {
		pins: pins.slice(0, MOST_PINS),
		refused: [
			...pins.slice(MOST_PINS).map(({ id }) => ({ id, reason: "limit" as const })),
			...found.flatMap(({ name, node }) =>
				node?.archived_at === null ? [] : [{ id: name, reason: "not_found" as const }],
			),
		],
	};
}
