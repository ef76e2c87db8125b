import type { Candidate } from "../model/candidate.ts";
import { type Findings, makeCandidate, makeGroup, NOTHING_FOUND } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";
import { type MentionedEntity, recallMentions } from "./walk-mentions.ts";

/** How much each step away from what was mentioned still matters. */
const RELEVANCE = [1, 0.7, 0.4] as const;

const MENTIONED = makeGroup({
	section: "entities",
	key: "mentioned",
	printMissing: (count) =>
		`- ... and ${count} more that these refer to, left out for room: call get_entity_details\n\n`,
});

function describeMentioned({ node, ...mention }: MentionedEntity, position: number): Candidate {
	const { depth, via } = mention;
	return makeCandidate(MENTIONED, node, {
		collector: "mentioned",
		position,
		relevance: RELEVANCE[depth],
		path: [{ id: node.id, title: node.title, ...(via[0] !== undefined && { relation: via[0] }) }],
		reason: depth === 0 ? "mentioned" : `referenced via ${via.join(", ")}`,
		presentation: { as: "mention", ...mention },
		// Only its name is shown here: its text appears where another collector finds it.
		...(depth === 2 && { reference: true }),
	});
}

/** Collects the entities mentioned with @ and those they refer to, up to two steps away. */
export async function collectMentioned(scope: CollectScope): Promise<Findings> {
	const { mentions = [] } = scope.request;
	if (mentions.length === 0) return NOTHING_FOUND;
	const walk = await recallMentions(scope);
	return {
		candidates: walk.entities.map(describeMentioned),
		parts: [{ ...MENTIONED, beyond: walk.beyond }],
		refused: walk.unknown.map((id) => ({ id, reason: "not_found" })),
		considered: walk.entities.length + walk.beyond,
	};
}
