import type { EntityHeader } from "../../graph/model/entity.ts";
import { isActive } from "../../graph/model/kind.ts";
import type { GraphView, Link } from "../../graph/search/view/graph-view.ts";
import type { Candidate, PathStep } from "../model/candidate.ts";
import { type Findings, type ItemGroup, makeCandidate, makeGroup } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";
import { findChildren, findParents, nameLink } from "./find-parents.ts";

const groupOf = (key: string, heading: string, beyond = 0): ItemGroup =>
	makeGroup({
		...{ section: "focus", key, heading, beyond },
		printMissing: (count) => `- ... and ${count} more: call get_linked_entities\n\n`,
	});

const FOCUS = groupOf("focus", "");

/** The nearest of those that share the parent with the focus: so many before it, so many after it. */
function findSiblings(graph: GraphView, focus: EntityHeader, parent: Link | undefined, count: number) {
	if (parent === undefined) return [];
	const all = findChildren(graph, parent.other.id).filter(({ other }) => other.kind === focus.kind);
	const index = all.findIndex(({ other }) => other.id === focus.id);
	const before = all.slice(Math.max(0, index - count), Math.max(0, index)).toReversed();
	return [...before, ...all.slice(index + 1, index + 1 + count)];
}

/** Lists work in progress first, then the rest in order of creation. */
function orderChildren(graph: GraphView, children: readonly Link[]): readonly Link[] {
	const rank = ({ other }: Link): number => (isActive(graph.kinds.get(other.kind), other.state_key) ? 0 : 1);
	return [...children].sort((a, b) => rank(a) - rank(b));
}

const nameStep = ({ id, title }: EntityHeader): PathStep => ({ id, title });

/** The way up from the focus to each of its parents. */
function traceUp(focus: EntityHeader, parents: readonly Link[]): readonly (readonly PathStep[])[] {
	const steps = parents.map((parent, index) => nameLink(parents[index - 1]?.other ?? focus, parent));
	return parents.map((_, index) => [nameStep(focus), ...steps.slice(0, index + 1)]);
}

const REASONS: Readonly<Record<Around, string>> = {
	ancestor: "contains the focus",
	child: "part of the focus",
	sibling: "beside the focus",
};

/** How much what surrounds a focus matters: the nearest most, each further one a little less. */
const AROUND = {
	ancestor: { best: 0.9, fades: 0.1 },
	child: { best: 0.85, fades: 0.05 },
	sibling: { best: 0.8, fades: 0.05 },
} as const;

export type Around = keyof typeof AROUND;

export const relevanceAround = (where: Around, position: number): number =>
	Math.max(0, AROUND[where].best - AROUND[where].fades * position);

const describeAround = (
	where: Around,
	subject: EntityHeader,
	position: number,
	path: readonly PathStep[],
): Candidate =>
	makeCandidate({ section: "focus", key: where }, subject, {
		collector: "focus",
		position,
		relevance: relevanceAround(where, position),
		path,
		reason: REASONS[where],
	});

export function focusEntity({ reader, recipe }: CollectScope, focus: EntityHeader): Findings {
	const { graph } = reader;
	const { ancestorDepth, siblingCount, childrenLimit } = recipe.limits.focus;
	const parents = findParents(graph, focus.id, ancestorDepth);
	const children = orderChildren(graph, findChildren(graph, focus.id));
	const shown = children.slice(0, childrenLimit);
	const siblings = findSiblings(graph, focus, parents[0], siblingCount);
	const ways = traceUp(focus, parents);
	const [toParent = []] = ways;
	return {
		candidates: [
			makeCandidate(FOCUS, focus, {
				collector: "focus",
				position: 0,
				relevance: 1,
				reason: "in focus",
				mandatory: true,
			}),
			...parents.map(({ other }, index) => describeAround("ancestor", other, index, ways[index] ?? [])),
			...shown.map((link, index) =>
				describeAround("child", link.other, index, [nameStep(focus), nameLink(focus, link)]),
			),
			...siblings.map((link, index) =>
				describeAround("sibling", link.other, index, [
					...toParent,
					nameLink(parents[0]?.other ?? focus, link),
				]),
			),
		],
		parts: [
			FOCUS,
			groupOf("ancestor", "It is part of:\n\n"),
			groupOf("child", "It holds:\n\n", children.length - shown.length),
			groupOf("sibling", "Beside it:\n\n"),
		],
		considered: 1 + parents.length + children.length + siblings.length,
	};
}
