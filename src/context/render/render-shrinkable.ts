import { type OwnProfile, type Profile, UNNAMED } from "../../graph/model/profile.ts";
import type {
	AskedContent,
	CoverageContent,
	DigestContent,
	HistoryContent,
	PrintableDigest,
	PrintedDigest,
	ProfileContent,
	SchemaContent,
	SchemaKind,
	ShrinkableLine,
	ShrinkablePart,
	SnapshotContent,
} from "../model/findings.ts";
import type { GraphSnapshot, KindCoverage, SnapshotNode } from "../model/payload.ts";
import type { ConversationMessage } from "../model/request.ts";
import { clipText, fenceText, inOneLine } from "./fence-text.ts";
import { renderTitle } from "./render-entity.ts";
import { renderLinked } from "./render-linked.ts";

/** In a prompt, what is unknown costs tokens and says nothing. */
function renderNode({ ref, name, state_key, type_key, ...node }: SnapshotNode): string {
	return JSON.stringify({
		id: ref,
		kind: node.kind,
		name: inOneLine(name),
		...(state_key !== null && { state_key }),
		...(type_key !== null && { type_key }),
		direct_edge: node.direct_edge,
		last_updated: node.last_updated,
	});
}

/** Every line of a list but the last has a comma, or the block would not be JSON. */
const withCommas = (lines: readonly string[]): string[] =>
	lines.map((line, index) => (index < lines.length - 1 ? `${line},\n` : `${line}\n`));

function renderEdges({ nodes, edges, root_id }: GraphSnapshot, projectRef: string, size: number): string[] {
	const refs = new Map([
		[root_id, projectRef],
		...nodes.slice(0, size).map(({ id, ref }) => [id, ref] as const),
	]);
	return edges.flatMap(({ src_id, rel, dst_id }) => {
		const [source, target] = [refs.get(src_id), refs.get(dst_id)];
		return source && target ? [JSON.stringify([source, rel, target])] : [];
	});
}

/** Renders the kinds that are listed by membership alone; the other kinds are described below the slices. */
function printListedCoverage({ snapshot, listedByMembership }: SnapshotContent): string {
	const counts = Object.entries(snapshot.coverage)
		.filter(([plural]) => listedByMembership.includes(plural))
		.map(([plural, { total, direct, unlinked }]) => [plural, { total, direct, unlinked }]);
	return JSON.stringify(Object.fromEntries(counts));
}

/** The graph of a project as one block of JSON, its first `size` nodes with the edges among them. */
function printSnapshot(content: SnapshotContent, size: number): readonly ShrinkableLine[] {
	const { snapshot, candidates, project } = content;
	const { root_kind, max_depth, nodes, omitted } = snapshot;
	const shown = nodes.slice(0, size);
	const head = JSON.stringify({ root_id: project.ref, root_kind, max_depth }).slice(0, -1);
	const cut = nodes.length - shown.length;
	const left = omitted.nodes + cut;
	const forRoom = cut > 0 ? ` (${cut} of the ${nodes.length} nodes of this graph cut for tokens)` : "";
	return [
		{ text: "### Project graph\n\n", role: { is: "heading", level: 1 } },
		{ text: `\`\`\`json\n${head},"nodes":[\n` },
		...withCommas(shown.map(renderNode)).map((text, index): ShrinkableLine => {
			const candidate = candidates[index];
			return candidate ? { text, candidate, alone: renderTitle(candidate.subject) } : { text };
		}),
		{ text: '],"edges":[\n' },
		...withCommas(renderEdges(snapshot, project.ref, size)).map((text) => ({ text })),
		{ text: `],"coverage":${printListedCoverage(content)}}\n\`\`\`\n` },
		{
			text:
				left > 0
					? `_${left} more within ${max_depth} steps${forRoom}: call \`get_project_graph\` with project_id ${project.ref} and detail full._\n\n`
					: `_All that edges reach from the project within ${max_depth} steps._\n\n`,
			...(left > 0 && { role: { is: "rest", level: 1 } as const }),
		},
	];
}

/** Nodes leave from the end, with their edges; without any, the counts stay. */
function renderSnapshot(content: SnapshotContent): PrintedDigest {
	const { nodes } = content.snapshot;
	return {
		largest: nodes.length,
		print: (size) => printSnapshot(content, size),
		leavesOut: (size) => content.candidates.slice(size),
	};
}

/** Names are no entities and no budget counts them: more than these are counted. */
const MOST_BESIDES = 12;

/** Prints the requested set: the true count, then as many lines as fit. */
function printAsked(
	{ heading, entries, total, outOf = total, besides = [], call }: AskedContent,
	size: number,
): readonly ShrinkableLine[] {
	const shown = entries.slice(0, size);
	const hidden = total - shown.length;
	return [
		{
			text: `#### ${inOneLine(heading)} (${total + besides.length}${outOf > total ? ` of ${outOf}` : ""})\n\n`,
		},
		...shown.flatMap(({ candidate, facts, under }, place): ShrinkableLine[] => [
			...(under !== undefined && under !== shown[place - 1]?.under
				? [{ text: `${inOneLine(under)}:\n` }]
				: []),
			{ candidate, text: renderTitle(candidate.subject, facts) },
		]),
		...besides
			.slice(0, MOST_BESIDES)
			.map((said) => ({ text: `- ${inOneLine(said)}, without an entry of their own\n` })),
		...(besides.length > MOST_BESIDES
			? [{ text: `- ... and ${besides.length - MOST_BESIDES} more without an entry of their own: ${call}\n` }]
			: []),
		{
			text:
				hidden > 0
					? `- ... and ${hidden} more: ${call}\n\n`
					: total === 0
						? "_None._\n\n"
						: outOf > total
							? `_The first ${total === 1 ? "" : `${total} `}of ${outOf}; for the others, ${call}._\n\n`
							: "_That is all of them._\n\n",
		},
	];
}

function renderAsked(content: AskedContent): PrintedDigest {
	return {
		largest: Math.min(content.entries.length, content.most ?? Number.POSITIVE_INFINITY),
		print: (size) => printAsked(content, size).map((line) => ({ ...line, role: { is: "answer" } })),
		leavesOut: (size) => content.entries.slice(size).map(({ candidate }) => candidate),
	};
}

/** The printer of each type of digest. */
const PRINTERS: {
	readonly [As in DigestContent["as"]]: (content: Extract<DigestContent, { as: As }>) => PrintedDigest;
} = {
	linked: renderLinked,
	snapshot: renderSnapshot,
	coverage: renderCoverage,
	asked: renderAsked,
	history: renderHistory,
	profile: renderProfile,
	schema: renderSchema,
};

export function renderShrinkable(part: ShrinkablePart): PrintableDigest {
	const print = PRINTERS[part.content.as] as (content: DigestContent) => PrintedDigest;
	return { ...part, leavesOut: () => [], ...print(part.content) };
}

const LONGEST_MESSAGE = 2_000;
const NAMES: Readonly<Record<ConversationMessage["role"], string>> = {
	user: "Reader",
	assistant: "Assistant",
	system: "System",
};

function renderMessage({ role, content }: ConversationMessage): ShrinkableLine {
	const hidden = content.length - LONGEST_MESSAGE;
	const text = hidden > 0 ? `${content.slice(0, LONGEST_MESSAGE)}…` : content;
	const rest = hidden > 0 ? `… ${hidden} more characters\n` : "";
	return { text: `${NAMES[role]}:\n${fenceText(text)}${rest}\n` };
}

/**
 * The newest messages, oldest of them first. While all of them fit, a longer conversation begins with the very text of
 * the shorter one; a count at its head would change with every message, and no prompt cache would know it again.
 */
function renderHistory({ messages }: HistoryContent): PrintedDigest {
	return {
		largest: messages.length,
		print: (size) => {
			const hidden = messages.length - size;
			const count = hidden > 0 ? [{ text: `_(${hidden} earlier)_\n\n` }] : [];
			return [...count, ...messages.slice(hidden).map(renderMessage)];
		},
	};
}

type Row = readonly [key: keyof Profile | "display_name", label: string, longest: number];

/** Two lines, since they are in every context: who asks, and what an answer should be like. */
const LINES: readonly (readonly Row[])[] = [
	[
		["display_name", "Name", 100],
		["role", "Role", 100],
		["language", "Language", 35],
		["time_zone", "Time zone", 60],
	],
	[
		["answer_style", "Likes answers", 160],
		["about", "About", 100],
	],
];

const HEADING = "### About the Reader\n\n";

function renderLine(rows: readonly Row[], profile: OwnProfile): string {
	const parts = rows.flatMap(([key, label, longest]) => {
		const value = clipText(profile[key] ?? "", longest);
		// "Name: You" would read as the name of the model.
		return value === "" || (key === "display_name" && value === UNNAMED) ? [] : [`${label}: ${value}`];
	});
	return parts.length === 0 ? "" : `${parts.join(" · ")}\n`;
}

/** Renders the reader's profile; where there is little room, only their name. */
function renderProfile({ profile }: ProfileContent): PrintedDigest {
	const lines = LINES.map((rows) => renderLine(rows, profile)).filter((line) => line !== "");
	return {
		largest: lines.length,
		print: (size) => (size === 0 ? [] : [{ text: HEADING }, { text: `${lines.slice(0, size).join("")}\n` }]),
	};
}

const OPENING =
	"### Kinds and relations\n\nWhat can be written: `upsert_entity` takes these kinds, fields and states, `link_entities` these relations.\n\n";

const renderList = (name: string, entries: readonly string[], between: string): string =>
	entries.length === 0 ? "" : `  ${name}: ${entries.map(inOneLine).join(between)}\n`;

const renderKind = ({ kind, fields, states, relations }: SchemaKind): string =>
	`- **${inOneLine(kind)}**\n${renderList("fields", fields, ", ")}${renderList("states", states, ", ")}${renderList("relations", relations, "; ")}`;

function printSchema({ kinds, relations }: SchemaContent, size: number): readonly ShrinkableLine[] {
	if (size === 0) return [];
	const hidden = kinds.slice(size).map(({ kind }) => inOneLine(kind));
	const more =
		hidden.length === 0
			? ""
			: `- ... and ${hidden.length} more kinds (${hidden.join(", ")}): call describe_workspace\n`;
	return [
		{ text: OPENING },
		...kinds.slice(0, size).map((kind) => ({ text: renderKind(kind) })),
		{ text: `${more}- any kind: ${relations.map(inOneLine).join("; ")}\n\n` },
	];
}

/** The kinds that the request is about leave last; what leaves is still named. */
function renderSchema(content: SchemaContent): PrintedDigest {
	return {
		largest: content.kinds.length,
		print: (size) => printSchema(content, size),
	};
}

const ADDED: readonly (keyof KindCoverage)[] = ["total", "direct", "unlinked", "isolated"];

const renderCounts = (name: string, { total, direct, unlinked, isolated }: KindCoverage): string =>
	`- ${name}: ${total} total, ${direct} direct, ${unlinked} unlinked, ${isolated} isolated\n`;

/** Prints how far edges agree with membership: in one sum, or by kind as well. */
function printCoverage({ project, coverage }: CoverageContent, size: number): readonly ShrinkableLine[] {
	const kinds = Object.entries(coverage);
	const sums = ADDED.map((name) => [name, kinds.reduce((sum, [, counts]) => sum + counts[name], 0)]);
	return [
		{ text: "### Edge coverage\n\n" },
		...(size === 0 ? [] : kinds.map(([plural, counts]) => ({ text: renderCounts(plural, counts) }))),
		{ text: renderCounts("all", Object.fromEntries(sums)) },
		{
			text: `_Direct: joined to the project by an edge. Isolated: joined to nothing. To see them: call \`list_entities\` with project_id ${project.ref} and linked unlinked or isolated._\n\n`,
		},
	];
}

function renderCoverage(content: CoverageContent): PrintedDigest {
	return {
		largest: 1,
		print: (size) => printCoverage(content, size),
	};
}
