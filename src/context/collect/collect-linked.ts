import type { Reader } from "../../graph/graph.ts";
import { isActive } from "../../graph/model/kind.ts";
import { type RelationReading, readRelation } from "../../graph/model/relations.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Findings, NOTHING_FOUND } from "../model/findings.ts";
import type { LinkedEntity, LinkedGroup } from "../model/linked.ts";
import type { CollectScope } from "./collector.ts";

type Relation = RelationReading & { readonly edgeId: string };

const DEPENDENCY_RELATIONS = new Set(["depends_on", "blocks", "blocked_by"]);
const LINKED_RELEVANCE = 0.7;

/** Working papers are left out: they are about the work, not part of it. */
const isScratch = (node: GraphNode): boolean =>
	node.type_key !== null && (node.type_key.includes("scratch") || node.type_key.includes("workspace"));

function describeLinked(focus: GraphNode, node: GraphNode, relations: readonly Relation[]): Candidate {
	const [first] = relations;
	return {
		subject: node,
		collector: "linked",
		section: "linked",
		group: node.kind,
		position: 0,
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
}

function gatherNeighbours(reader: Reader, focus: GraphNode): LinkedEntity[] {
	const neighbours = new Map<string, { node: GraphNode; relations: Relation[] }>();
	for (const { edge, other, seenFrom } of reader.graph.linksOf(focus.id)) {
		if (isScratch(other) || other.archived_at !== null) continue;
		const sourceKind = seenFrom === "outgoing" ? focus.kind : other.kind;
		const reading = { ...readRelation(edge.rel, seenFrom, sourceKind), edgeId: edge.id };
		const known = neighbours.get(other.id);
		if (known) known.relations.push(reading);
		else neighbours.set(other.id, { node: other, relations: [reading] });
	}
	return [...neighbours.values()].map(({ node, relations }) => ({
		candidate: describeLinked(focus, node, relations),
		relations,
	}));
}

const isDependency = ({ relations }: LinkedEntity): boolean =>
	relations.some(({ relation }) => DEPENDENCY_RELATIONS.has(relation));

/** Linked entities by kind, in the order the kinds are declared; within one, what is being worked on comes first. */
export function groupLinked(reader: Reader, focus: GraphNode): readonly LinkedGroup[] {
	const { kinds } = reader.graph;
	const rank = ({ candidate: { subject } }: LinkedEntity): number =>
		isActive(kinds.get(subject.kind), subject.state_key) ? 0 : 1;
	const ordered = gatherNeighbours(reader, focus).sort(
		(a, b) =>
			rank(a) - rank(b) ||
			b.candidate.subject.created_at.localeCompare(a.candidate.subject.created_at) ||
			a.candidate.subject.id.localeCompare(b.candidate.subject.id),
	);
	return kinds.all.flatMap((kind) => {
		const ofKind = ordered.filter(({ candidate }) => candidate.subject.kind === kind.kind);
		const dependencies = kind.dependencyHeading ? ofKind.filter(isDependency) : [];
		const plain = ofKind.filter((entity) => !dependencies.includes(entity));
		const heading = kind.plural.charAt(0).toUpperCase() + kind.plural.slice(1);
		return [
			{ heading, noun: kind.plural, entities: plain },
			{ heading: kind.dependencyHeading ?? heading, noun: kind.plural, entities: dependencies },
		].filter((group) => group.entities.length > 0);
	});
}

/** What the focus is joined to, each neighbour once, with the true counts whatever can be shown of them. */
export function collectLinked({ reader, recipe, focus }: CollectScope): Findings {
	const groups = focus ? groupLinked(reader, focus) : [];
	if (focus === undefined || groups.length === 0) return NOTHING_FOUND;
	return {
		candidates: [],
		parts: [
			{
				type: "digest",
				section: "linked",
				name: "linked entities",
				cap: recipe.linkedTokens,
				content: {
					as: "linked",
					kindLabel: reader.graph.kinds.get(focus.kind).label,
					groups,
					perKind: recipe.linkedPerKind,
				},
			},
		],
		considered: groups.reduce((sum, group) => sum + group.entities.length, 0),
	};
}
