import type { Candidate } from "../model/candidate.ts";
import { type Findings, makeGroup, NOTHING_FOUND } from "../model/findings.ts";
import { choosePins } from "./choose-pins.ts";
import type { CollectScope } from "./collector.ts";

const LONGEST_PIN = 4_000;

const PINNED = makeGroup({
	section: "pinned",
	key: "pinned",
	// Each was attached by hand: none must find the room gone.
	linesFirst: true,
	printMissing: (count) => `- ... and ${count} more pinned, left out for room: call get_entity_details\n\n`,
});

/** The notes that the asker attached, in the order in which they were attached. */
export function collectPinned({ reader, request }: CollectScope): Findings {
	const { pins, refused } = choosePins(reader.graph, request.pins ?? []);
	if (pins.length === 0 && refused.length === 0) return NOTHING_FOUND;
	const candidates = pins.map(
		(node, position): Candidate => ({
			subject: node,
			collector: "pinned",
			section: "pinned",
			group: PINNED.key,
			position,
			relevance: 1,
			path: [{ id: node.id, title: node.title }],
			reason: "pinned by the reader",
			presentation: { as: "note", longest: LONGEST_PIN },
		}),
	);
	return { candidates, parts: [PINNED], refused, considered: pins.length + refused.length };
}
