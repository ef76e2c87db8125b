import type { PrintedDigest, ShrinkableLine, SnapshotContent } from "../model/findings.ts";
import type { GraphSnapshot, SnapshotNode } from "../model/payload.ts";
import { inOneLine } from "./fence-text.ts";

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
function renderCoverage({ snapshot, listedByMembership }: SnapshotContent): string {
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
		{ text: `### Project graph\n\n\`\`\`json\n${head},"nodes":[\n` },
		...withCommas(shown.map(renderNode)).map((text, index): ShrinkableLine => {
			const candidate = candidates[index];
			return candidate ? { text, candidate } : { text };
		}),
		{ text: '],"edges":[\n' },
		...withCommas(renderEdges(snapshot, project.ref, size)).map((text) => ({ text })),
		{ text: `],"coverage":${renderCoverage(content)}}\n\`\`\`\n` },
		{
			text:
				left > 0
					? `_${left} more within ${max_depth} steps${forRoom}: call \`get_project_graph\` with project_id ${project.ref}._\n\n`
					: `_All that edges reach from the project within ${max_depth} steps._\n\n`,
		},
	];
}

/** Nodes leave from the end, with their edges; without any, the counts stay. */
export function renderSnapshot(content: SnapshotContent): PrintedDigest {
	const { nodes } = content.snapshot;
	return {
		largest: nodes.length,
		print: (size) => printSnapshot(content, size),
		leavesOut: (size) => content.candidates.slice(size),
	};
}
