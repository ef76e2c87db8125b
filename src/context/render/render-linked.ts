import type { RelationReading } from "../../graph/model/relations.ts";
import type {
	LinkedContent,
	LinkedEntity,
	LinkedGroup,
	PrintedDigest,
	ShrinkableLine,
} from "../model/findings.ts";
import { inOneLine } from "./fence-text.ts";

/** One line about a neighbour: its title, its name for a call, its state, and how it is joined. */
export function printLinkedLine(
	[title, id, state]: readonly [title: string, id: string, state: string | null],
	relations: readonly Pick<RelationReading, "relation" | "direction">[],
	marker?: string,
): string {
	const read = relations.map(({ relation, direction }) =>
		direction === "incoming" ? `${relation} (incoming)` : relation,
	);
	const joined = [...read, ...(marker === undefined ? [] : [marker])].join(", ");
	return `- **${inOneLine(title)}** [${id}]${state === null ? "" : ` (${state})`} - ${joined}\n`;
}

/** All that is known of a neighbour, a line for each row that has a value. */
export function printLinkedFull(
	title: string,
	id: string,
	rows: readonly (readonly [name: string, value: string | null | undefined])[],
): string {
	const lines = rows.flatMap(([name, value]) => (value ? [`- **${name}:** ${value}\n`] : []));
	return `#### ${inOneLine(title)} [${id}]\n\n${lines.join("")}\n`;
}

/** Below the heading of the section. */
const GROUP_LEVEL = 1;

export const countLinked = (total: number, shown: number): string =>
	total > shown ? `${total} linked, showing first ${shown}` : `${total} linked`;

const renderLine = ({ candidate, title, relations, marker }: LinkedEntity): ShrinkableLine => ({
	candidate,
	text: printLinkedLine([title, candidate.subject.ref, candidate.subject.state_key], relations, marker),
});

function renderGroup(group: LinkedGroup, count: number): ShrinkableLine[] {
	const total = group.entities.length;
	const shown = group.entities.slice(0, count);
	const hidden = total - shown.length;
	const noun = hidden === 1 ? group.singular : group.noun;
	const lines = [
		{
			text: `### ${group.heading} (${countLinked(total, shown.length)})\n\n`,
			role: { is: "heading", level: GROUP_LEVEL } as const,
		},
		...shown.map(renderLine),
		...(hidden > 0
			? [
					{
						text: `- ... and ${hidden} more ${noun}\n`,
						role: { is: "rest", level: GROUP_LEVEL } as const,
					},
				]
			: []),
		...(group.added ? [renderLine(group.added)] : []),
	];
	return lines.map((line, index) =>
		index === lines.length - 1 ? { ...line, text: `${line.text}\n` } : line,
	);
}

/** Lists the entries per group for each size: every group gets its first before any gets its second. */
function planSizes({ groups, perKind }: LinkedContent): readonly (readonly number[])[] {
	const sizes: number[][] = [groups.map(() => 0)];
	for (let count = 1; count <= perKind; count += 1) {
		const nextOnes = groups.flatMap(({ entities, added }, index) => {
			const entity = entities[count - 1] ?? (count === 1 ? added : undefined);
			return entity ? [{ index, rank: entity.rank }] : [];
		});
		for (const { index } of nextOnes.sort((a, b) => a.rank - b.rank)) {
			sizes.push((sizes.at(-1) as number[]).with(index, count));
		}
	}
	return sizes;
}

function printLinked(
	{ kindLabel, source, groups }: LinkedContent,
	counts: readonly number[],
): readonly ShrinkableLine[] {
	const folded = groups
		.filter((group, index) => counts[index] === 0 && group.entities.length > 0)
		.map(({ entities, noun, singular }) => `${entities.length} ${entities.length === 1 ? singular : noun}`);
	const listed = groups.flatMap((group, index) => {
		const count = counts[index] ?? 0;
		return count === 0 ? [] : renderGroup(group, count);
	});
	const also = listed.length === 0 ? "Joined" : "Also joined";
	return [
		{
			text: `## Linked Entities\n\nWhat this ${kindLabel.toLowerCase()} is joined to:\n\n`,
			role: { is: "heading", level: 0 },
		},
		...listed,
		...(folded.length > 0 ? [{ text: `${also} to ${folded.join(", ")}.\n` }] : []),
		{
			text: `_Descriptions and whatever is not listed: call \`get_linked_entities\` with entity_id ${source.ref}._\n\n`,
			role: { is: "rest", level: 0 },
		},
	];
}

/** Third entries leave first, then second ones, and at last kind after kind folds into one line of counts. */
export function renderLinked(content: LinkedContent): PrintedDigest {
	const sizes = planSizes(content);
	const countsAt = (size: number): readonly number[] => sizes[size] ?? [];
	return {
		largest: sizes.length - 1,
		print: (size) => printLinked(content, countsAt(size)),
		leavesOut: (size) =>
			content.groups.flatMap(({ entities }, index) =>
				entities.slice(countsAt(size)[index]).map(({ candidate }) => candidate),
			),
	};
}
