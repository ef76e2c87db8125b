import { isOpen } from "../../graph/model/kind.ts";
import { type Direction, RELATIONS, readRelation } from "../../graph/model/relations.ts";
import type { GraphView, Link } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import { listRelationTerms } from "./find-subject.ts";
import type { Reached, Walk } from "./question-plan.ts";

/** A chain is followed so far, and to so many things: work is bounded, whatever the graph holds. */
const FARTHEST = 8;
const MOST_REACHED = 200;

const WAITS = new Map(
	RELATIONS.flatMap(({ rel, waits }) => (waits === undefined ? [] : [[rel, waits] as const])),
);

/** Whether an edge leads to what its end waits for (`up`) or to what waits for it. */
const leadsUp = ({ edge, seenFrom }: Link): boolean | undefined => {
	const waits = WAITS.get(edge.rel);
	return waits === undefined ? undefined : (waits === "source") === (seenFrom === "outgoing");
};

const labelOf = ({ edge, other, seenFrom }: Link, node: GraphNode): string =>
	readRelation(edge.rel, seenFrom, seenFrom === "outgoing" ? node.kind : other.kind).label;

const isThere = ({ other }: Link): boolean => other.archived_at === null;

function isStillOpen(graph: GraphView, { kind, state_key }: GraphNode): boolean {
	const found = graph.kinds.find(kind);
	return found === undefined || isOpen(found, state_key);
}

/** All that the subject waits for, or that waits for it, along any relation that says so; only what is open. */
function walkChain(graph: GraphView, from: GraphNode, up: boolean): readonly Reached[] {
	const found = new Map<string, Reached>();
	const seen = new Set([from.id]);
	let frontier: readonly Reached[] = [{ node: from, through: [], label: "" }];
	for (let depth = 0; depth < FARTHEST && frontier.length > 0; depth += 1) {
		const next: Reached[] = [];
		for (const { node, through } of frontier) {
			for (const link of graph.linksOf(node.id)) {
				if (leadsUp(link) !== up || !isThere(link) || seen.has(link.other.id)) continue;
				seen.add(link.other.id);
				// What is done holds nothing up any more, nor does what came before it.
				if (!isStillOpen(graph, link.other)) continue;
				const path = node.id === from.id ? [] : [...through, node];
				const reached = { node: link.other, through: path, label: labelOf(link, node) };
				found.set(link.other.id, reached);
				next.push(reached);
				if (found.size >= MOST_REACHED) return [...found.values()];
			}
		}
		frontier = next;
	}
	return [...found.values()];
}

/** What one kind of edge joins to the subject, each once. */
function listNeighbours(
	graph: GraphView,
	from: GraphNode,
	isMeant: (link: Link) => boolean,
): readonly Reached[] {
	const found = new Map<string, Reached>();
	for (const link of graph.linksOf(from.id)) {
		if (!isThere(link) || !isMeant(link) || found.has(link.other.id)) continue;
		found.set(link.other.id, { node: link.other, through: [], label: labelOf(link, from) });
		if (found.size >= MOST_REACHED) break;
	}
	return [...found.values()];
}

/** Follows a relation from the subject: one step, or to the end of the chain where it says what waits for what. */
export function walkRelation(
	graph: GraphView,
	from: GraphNode,
	{ rels, direction }: { readonly rels: readonly string[]; readonly direction: Direction },
): Walk | undefined {
	const wanted = new Set(rels);
	const isMeant = ({ edge, seenFrom }: Link): boolean => wanted.has(edge.rel) && seenFrom === direction;
	const waits = rels.map((rel) => WAITS.get(rel)).find((end) => end !== undefined);
	const label = readRelation(rels[0] as string, direction, from.kind).label.toLowerCase();
	const terms = rels.flatMap((rel) => listRelationTerms(graph, rel));
	const walk = { from, label, along: { rels, direction }, terms };
	if (waits !== undefined) {
		const reached = walkChain(graph, from, (waits === "source") === (direction === "outgoing"));
		if (reached.length > 0) return { ...walk, isChain: true, reached };
	}
	const reached = listNeighbours(graph, from, isMeant);
	return reached.length === 0 ? undefined : { ...walk, isChain: false, reached };
}

/** What of these kinds an edge joins to the subject, whichever: "the risks of the plan". */
export function walkToKinds(
	graph: GraphView,
	from: GraphNode,
	{ kinds, label }: { readonly kinds: ReadonlySet<string>; readonly label: string },
): Walk | undefined {
	const loose = new Set(["mentions", "relates_to"]);
	const ofKind = ({ edge, other }: Link): boolean => kinds.has(other.kind) && !loose.has(edge.rel);
	const reached = listNeighbours(graph, from, ofKind);
	return reached.length === 0
		? undefined
		: { from, label, along: undefined, terms: [], isChain: false, reached };
}

/** The same walk from somewhere else. */
export function repeatWalk(graph: GraphView, walk: Walk, from: GraphNode): Walk | undefined {
	if (walk.along) return walkRelation(graph, from, walk.along);
	const kinds = new Set(walk.reached.map(({ node }) => node.kind));
	return walkToKinds(graph, from, { kinds, label: walk.label });
}
