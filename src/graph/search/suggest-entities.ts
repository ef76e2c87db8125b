import { foldTitle } from "../model/entity.ts";
import type { GraphView } from "./graph-view.ts";
import type { GraphNode } from "./resident-graph.ts";

export interface SuggestRequest {
	/** `@` offers everything, `[[` what one can link to by title: notes, documents, pages. */
	readonly trigger: "@" | "[[";
	readonly q: string;
}

const LARGEST_LIST = 8;
const BEGINS = 3;
const WORD_BEGINS = 2;
const CONTAINS = 1;

function matchTitle(title: string, wanted: string): number {
	const folded = foldTitle(title);
	if (folded.startsWith(wanted)) return BEGINS;
	if (folded.includes(` ${wanted}`)) return WORD_BEGINS;
	return folded.includes(wanted) ? CONTAINS : 0;
}

/** What a picker offers: titles that begin with what was typed, then words that do, then the rest; newest change first. */
export function suggestEntities(graph: GraphView, { trigger, q }: SuggestRequest): readonly GraphNode[] {
	const wanted = foldTitle(q);
	const matches: { node: GraphNode; quality: number }[] = [];
	for (const node of graph.nodes()) {
		if (node.archived_at !== null) continue;
		if (trigger === "[[" && !graph.kinds.find(node.kind)?.writesProse) continue;
		const quality = Math.max(...[node.title, ...node.aliases].map((name) => matchTitle(name, wanted)));
		if (quality > 0) matches.push({ node, quality });
	}
	return matches
		.sort(
			(a, b) =>
				b.quality - a.quality ||
				b.node.updated_at.localeCompare(a.node.updated_at) ||
				a.node.id.localeCompare(b.node.id),
		)
		.slice(0, LARGEST_LIST)
		.map((match) => match.node);
}
