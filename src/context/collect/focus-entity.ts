import { isActive } from "../../graph/model/kind.ts";
import { readRelation } from "../../graph/model/relations.ts";
import type { GraphView, Link } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { Candidate } from "../model/candidate.ts";
import type { Findings, Group } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";
import { findChildren, findParents } from "./find-parents.ts";

const groupOf = (key: string, heading: string, beyond = 0): Group => ({
	type: "group",
	section: "focus",
	key,
	heading,
	beyond,
	order: "given",
	printMissing: (count) => `- ... and ${count} more: call get_linked_entities\n\n`,
});

const FOCUS = groupOf("focus", "");

/** The nearest of those that share the parent with the focus: so many before it, so many after it. */
function findSiblings(graph: GraphView, focus: GraphNode, parent: Link | undefined, count: number) {
	if (parent === undefined) return [];
	const all = findChildren(graph, parent.other.id).filter(({ other }) => other.kind === focus.kind);
	const index = all.findIndex(({ other }) => other.id === focus.id);
	const before = all.slice(Math.max(0, index - count), Math.max(0, index)).toReversed();
	return [...before, ...all.slice(index + 1, index + 1 + count)];
}

/** What is being worked on first, else as it came to be. */
function orderChildren(graph: GraphView, children: readonly Link[]): readonly Link[] {
	const rank = ({ other }: Link): number => (isActive(graph.kinds.get(other.kind), other.state_key) ? 0 : 1);
	return [...children].sort((a, b) => rank(a) - rank(b));
}

/** An entity, with what contains it, what it contains and what stands beside it. */
export function focusEntity({ reader, recipe }: CollectScope, focus: GraphNode): Findings {
	const { graph } = reader;
	const { ancestorDepth, siblingCount, childrenLimit } = recipe.limits.focus;
	const parents = findParents(graph, focus.id, ancestorDepth);
	const children = orderChildren(graph, findChildren(graph, focus.id));
	const siblings = findSiblings(graph, focus, parents[0], siblingCount);
	const describe =
		(group: string, best: number, fade: number, reason: string) =>
		({ other, edge, seenFrom }: Link, position: number): Candidate => {
			const { relation, direction } = readRelation(
				edge.rel,
				seenFrom,
				seenFrom === "outgoing" ? focus.kind : other.kind,
			);
			return {
				subject: other,
				collector: "focus",
				section: "focus",
				group,
				position,
				relevance: Math.max(0, best - fade * position),
				path: [
					{ id: focus.id, title: focus.title },
					{ id: other.id, title: other.title, relation, direction },
				],
				reason,
			};
		};
	const shown = children.slice(0, childrenLimit);
	return {
		candidates: [
			{
				subject: focus,
				collector: "focus",
				section: "focus",
				group: FOCUS.key,
				position: 0,
				relevance: 1,
				path: [{ id: focus.id, title: focus.title }],
				reason: "in focus",
				mandatory: true,
			},
			...parents.map(describe("parents", 0.9, 0.1, "contains the focus")),
			...shown.map(describe("children", 0.85, 0.05, "part of the focus")),
			...siblings.map(describe("siblings", 0.8, 0.05, "beside the focus")),
		],
		parts: [
			FOCUS,
			groupOf("parents", "It is part of:\n\n"),
			groupOf("children", "It holds:\n\n", children.length - shown.length),
			groupOf("siblings", "Beside it:\n\n"),
		],
		considered: 1 + parents.length + children.length + siblings.length,
	};
}
