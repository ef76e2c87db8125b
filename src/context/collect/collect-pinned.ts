import { MOST_PINS } from "../../contract/limits.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { type Findings, makeCandidate, makeGroup, NOTHING_FOUND } from "../model/findings.ts";
import { unite } from "../plan/list-work.ts";
import type { CollectScope } from "./collector.ts";

const LONGEST_PIN = 4_000;

const PINNED = makeGroup({
	section: "pinned",
	key: "pinned",
	// Each was attached by hand: none must find the room gone.
	linesFirst: true,
	printMissing: (count) => `- ... and ${count} more pinned, left out for room: call get_entity_details\n\n`,
});

/** Returns the first five readable pins. Archived ones look unknown, or a pin would reveal that they exist. */
export function choosePins(graph: GraphView, asked: readonly string[]) {
	const found = [...new Set(asked)].map((name) => ({ name, node: graph.find(name) }));
	const readable = found.flatMap(({ node }) => (node?.archived_at === null ? [node] : []));
	const pins = unite(readable);
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

export function collectPinned({ reader, request }: CollectScope): Findings {
	const { pins, refused } = choosePins(reader.graph, request.pins ?? []);
	if (pins.length === 0 && refused.length === 0) return NOTHING_FOUND;
	const candidates = pins.map((node, position) =>
		makeCandidate(PINNED, node, {
			collector: "pinned",
			position,
			relevance: 1,
			reason: "pinned by the reader",
			presentation: { as: "note", longest: LONGEST_PIN },
		}),
	);
	return { candidates, parts: [PINNED], refused, considered: pins.length + refused.length };
}
