import type { Reader } from "../../graph/graph.ts";
import { isActive } from "../../graph/model/kind.ts";
import { type RelationReading, readRelation } from "../../graph/model/relations.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { Candidate } from "../model/candidate.ts";
import type { LinkedEntity, LinkedGroup } from "../model/linked.ts";

const DEPENDENCY_RELATIONS = new Set(["depends_on", "blocks", "blocked_by"]);
const LINKED_RELEVANCE = 0.7;

/** Working papers are left out: they are about the work, not part of it. */
const isScratch = (node: GraphNode): boolean =>
	node.type_key !== null && (node.type_key.includes("scratch") || node.type_key.includes("workspace"));

function gatherNeighbours(reader: Reader, focus: GraphNode): LinkedEntity[] {
	const neighbours = new Map<
		string,
		{ node: GraphNode; relations: (RelationReading & { edgeId: string })[] }
	>();
	for (const { edge, other, seenFrom } of reader.graph.linksOf(focus.id)) {
		if (isScratch(other) || other.archived_at !== null) continue;
		const sourceKind = seenFrom === "outgoing" ? focus.kind : other.kind;
		const reading = { ...readRelation(edge.rel, seenFrom, sourceKind), edgeId: edge.id };
		const known = neighbours.get(other.id);
		if (known) known.relations.push(reading);
		else neighbours.set(other.id, { node: other, relations: [reading] });
	}
	return [...neighbours.values()];
}

/** Linked entities by kind, in the order the kinds are declared; within one, what is being worked on comes first. */
export function groupLinked(reader: Reader, focus: GraphNode): readonly LinkedGroup[] {
	const neighbours = gatherNeighbours(reader, focus);
	const { kinds } = reader.graph;
	const rank = ({ node }: LinkedEntity): number => (isActive(kinds.get(node.kind), node.state_key) ? 0 : 1);
	const ordered = neighbours.sort(
		(a, b) =>
			rank(a) - rank(b) ||
			b.node.created_at.localeCompare(a.node.created_at) ||
			a.node.id.localeCompare(b.node.id),
	);
	const isDependency = (entity: LinkedEntity): boolean =>
		entity.relations.some(({ relation }) => DEPENDENCY_RELATIONS.has(relation));
	return kinds.all.flatMap((kind) => {
		const ofKind = ordered.filter(({ node }) => node.kind === kind.kind);
		const dependencies = kind.dependencyHeading ? ofKind.filter(isDependency) : [];
		const plain = ofKind.filter((entity) => !dependencies.includes(entity));
		const heading = kind.plural.charAt(0).toUpperCase() + kind.plural.slice(1);
		return [
			{ heading, noun: kind.plural, entities: plain },
			{ heading: kind.dependencyHeading ?? heading, noun: kind.plural, entities: dependencies },
		].filter((group) => group.entities.length > 0);
	});
}

/** Only those that can be shown become candidates; the groups keep the true counts. */
export function collectLinked(
	focus: GraphNode,
	groups: readonly LinkedGroup[],
	perKind: number,
): readonly Candidate[] {
	return groups.flatMap((group) =>
		group.entities.slice(0, perKind).map(({ node, relations }): Candidate => {
			const [first] = relations;
			return {
				id: node.id,
				collector: "linked",
				section: "linked",
				relevance: LINKED_RELEVANCE,
				path: [
					{ id: focus.id, title: focus.title },
					{
						id: node.id,
						title: node.title,
						...(first && { relation: first.relation, direction: first.direction }),
					},
				],
				reason: `linked to the focus: ${relations.map(({ relation }) => relation).join(", ")}`,
			};
		}),
	);
}
