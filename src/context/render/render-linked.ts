import type { LinkedEntity, LinkedGroup } from "../model/linked.ts";
import { inOneLine } from "./fence-text.ts";

/** A line of the section; one that names an entity carries its id, so that it can be counted as an item. */
export interface LinkedLine {
	readonly text: string;
	readonly id?: string;
}

const printRelations = ({ relations }: LinkedEntity): string =>
	relations
		.map(({ relation, direction }) => (direction === "incoming" ? `${relation} (incoming)` : relation))
		.join(", ");

function renderLine(entity: LinkedEntity): LinkedLine {
	const { node } = entity;
	const state = node.state_key === null ? "" : ` (${node.state_key})`;
	return {
		id: node.id,
		text: `- **${inOneLine(node.title)}** [${node.ref}]${state} - ${printRelations(entity)}\n`,
	};
}

function renderGroup(group: LinkedGroup, perKind: number): LinkedLine[] {
	const total = group.entities.length;
	const shown = group.entities.slice(0, perKind);
	const hidden = total - shown.length;
	const counted = hidden > 0 ? `${total} linked, showing first ${shown.length}` : `${total} linked`;
	const noun = hidden === 1 ? group.noun.replace(/s$/, "") : group.noun;
	return [
		{ text: `### ${group.heading} (${counted})\n\n` },
		...shown.map(renderLine),
		...(hidden > 0 ? [{ text: `- ... and ${hidden} more ${noun}\n` }] : []),
	];
}

/** The relationships of the focus, at most `perKind` of each kind with the true counts; 0 folds them into one line. */
export function renderLinked(input: {
	readonly kindLabel: string;
	readonly groups: readonly LinkedGroup[];
	readonly perKind: number;
}): readonly LinkedLine[] {
	const { kindLabel, groups, perKind } = input;
	const counts = groups.map((group) => `${group.entities.length} ${group.noun}`).join(", ");
	const body =
		perKind === 0
			? [{ text: `Joined to ${counts}.\n` }]
			: groups.flatMap((group) => renderGroup(group, perKind));
	return [
		{ text: `## Linked Entities\n\nWhat this ${kindLabel.toLowerCase()} is joined to:\n\n` },
		...body,
		{ text: "_Descriptions and whatever is not listed: call `get_linked_entities`._\n" },
	];
}
