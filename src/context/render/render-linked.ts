import type { Digest, DigestContent, DigestLine, PrintableDigest } from "../model/findings.ts";
import type { LinkedEntity, LinkedGroup } from "../model/linked.ts";
import { inOneLine } from "./fence-text.ts";

type LinkedContent = Extract<DigestContent, { as: "linked" }>;

const printRelations = ({ relations }: LinkedEntity): string =>
	relations
		.map(({ relation, direction }) => (direction === "incoming" ? `${relation} (incoming)` : relation))
		.join(", ");

function printLine(entity: LinkedEntity): DigestLine {
	const { candidate } = entity;
	const { title, ref, state_key } = candidate.subject;
	const state = state_key === null ? "" : ` (${state_key})`;
	return { candidate, text: `- **${inOneLine(title)}** [${ref}]${state} - ${printRelations(entity)}\n` };
}

function printGroup(group: LinkedGroup, perKind: number): DigestLine[] {
	const total = group.entities.length;
	const shown = group.entities.slice(0, perKind);
	const hidden = total - shown.length;
	const counted = hidden > 0 ? `${total} linked, showing first ${shown.length}` : `${total} linked`;
	const noun = hidden === 1 ? group.noun.replace(/s$/, "") : group.noun;
	return [
		{ text: `### ${group.heading} (${counted})\n\n` },
		...shown.map(printLine),
		...(hidden > 0 ? [{ text: `- ... and ${hidden} more ${noun}\n` }] : []),
	];
}

/** The relationships of the focus, at most `perKind` of each kind with the true counts; 0 folds them into one line. */
function printLinked({ kindLabel, groups }: LinkedContent, perKind: number): readonly DigestLine[] {
	const counts = groups.map((group) => `${group.entities.length} ${group.noun}`).join(", ");
	const body =
		perKind === 0
			? [{ text: `Joined to ${counts}.\n` }]
			: groups.flatMap((group) => printGroup(group, perKind));
	return [
		{ text: `## Linked Entities\n\nWhat this ${kindLabel.toLowerCase()} is joined to:\n\n` },
		...body,
		{ text: "_Descriptions and whatever is not listed: call `get_linked_entities`._\n\n" },
	];
}

/** Third entries leave first, then second ones, and at last everything folds into one line of counts. */
export function renderLinked(digest: Digest, content: LinkedContent): PrintableDigest {
	return {
		...digest,
		largest: content.perKind,
		print: (perKind) => printLinked(content, perKind),
		leavesOut: (perKind) =>
			content.groups.flatMap(({ entities }) => entities.slice(perKind).map(({ candidate }) => candidate)),
	};
}
