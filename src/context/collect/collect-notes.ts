import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Findings, makeCandidate, makeGroup, NOTHING_FOUND } from "../model/findings.ts";
import { choosePins } from "./collect-pinned.ts";
import type { CollectScope } from "./collector.ts";
import { recallMentions } from "./walk-mentions.ts";

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
