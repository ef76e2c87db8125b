import { MOST_PINS } from "../../contract/limits.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Findings, makeCandidate, makeGroup, NOTHING_FOUND } from "../model/findings.ts";
import { unite } from "../plan/list-work.ts";
import type { CollectScope } from "./collector.ts";
import { recallMentions } from "./walk-mentions.ts";

const LONGEST_PIN = 4_000;

const PINNED = makeGroup({
	section: "pinned",
	key: "pinned",
	// Each was attached by hand: none must find the room gone.
	linesFirst: true,
	printMissing: (count) => `- ... and ${count} more pinned, left out for room: call get_entity_details\n\n`,
});

/** Returns the first five readable pins. Archived ones look unknown, or a pin would reveal that they exist. */
function choosePins(graph: GraphView, asked: readonly string[]) {
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

const MOST_NOTES = 3;
const LONGEST_NOTE = 2_000;
const RELEVANCE = 0.8;

const NOTES = makeGroup({
	section: "notes",
	key: "notes",
	printMissing: (count) => `- ... and ${count} more such notes: call get_entity_details\n\n`,
});

const describeNote = (node: EntityHeader, position: number): Candidate =>
	makeCandidate(NOTES, node, {
		collector: "notes",
		position,
		relevance: RELEVANCE,
		reason: "held by a field of what was mentioned",
		presentation: { as: "note", longest: LONGEST_NOTE },
	});

/** Collects notes in the fields of mentioned entities, without those that the context already has. */
export async function collectNotes(scope: CollectScope): Promise<Findings> {
	const { reader, request, focus } = scope;
	if ((request.mentions ?? []).length === 0) return NOTHING_FOUND;
	const shown = new Set([
		focus?.id,
		...choosePins(reader.graph, request.pins ?? []).pins.map(({ id }) => id),
	]);
	const { noteIds } = await recallMentions(scope);
	const notes = noteIds.filter((id) => !shown.has(id)).flatMap((id) => reader.graph.node(id) ?? []);
	const beyond = notes.slice(MOST_NOTES);
	return {
		candidates: notes.slice(0, MOST_NOTES).map(describeNote),
		parts: notes.length === 0 ? [] : [{ ...NOTES, beyond: beyond.length }],
		refused: beyond.map(({ id }) => ({ id, reason: "limit" })),
		considered: notes.length,
	};
}
