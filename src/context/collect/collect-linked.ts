import type { Reader } from "../../graph/graph.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { isActive, shortTitle } from "../../graph/model/kind.ts";
import { byCreation, thenById } from "../../graph/model/order.ts";
import type { RelationReading } from "../../graph/model/relations.ts";
import type { Candidate } from "../model/candidate.ts";
import {
	capitalize,
	type Findings,
	findPart,
	type LinkedEntity,
	type LinkedGroup,
	makeCandidate,
	NOTHING_FOUND,
} from "../model/findings.ts";
import { readLink } from "../model/read-link.ts";
import type { CollectScope } from "./collector.ts";
import { nameStep } from "./find-parents.ts";
import { findContextDocument } from "./list-project-entities.ts";

type Relation = RelationReading & { readonly edgeId: string };

const DEPENDENCY_RELATIONS = new Set(["depends_on", "blocks", "blocked_by"]);
const LINKED_RELEVANCE = 0.7;
const CONTEXT_DOCUMENT_MARKER = "project context document";

/** Working papers are left out: they are about the work, not part of it. */
const isScratch = (node: EntityHeader): boolean =>
	node.type_key !== null && (node.type_key.includes("scratch") || node.type_key.includes("workspace"));

function describeLinked(focus: EntityHeader, node: EntityHeader, relations: readonly Relation[]): Candidate {
	const [first] = relations;
	const named = relations.map(({ relation }) => relation).join(", ");
	const step = first && { relation: first.relation, direction: first.direction };
	return makeCandidate({ section: "linked", key: node.kind }, node, {
		collector: "linked",
		position: 0,
		relevance: LINKED_RELEVANCE,
		path: [nameStep(focus), { ...nameStep(node), ...step }],
		reason: first ? `linked to the focus: ${named}` : CONTEXT_DOCUMENT_MARKER,
	});
}

/** Lists work in progress first, then the newest. */
function gatherNeighbours(reader: Reader, focus: EntityHeader): readonly LinkedEntity[] {
	const neighbours = new Map<string, { node: EntityHeader; relations: Relation[] }>();
	for (const link of reader.graph.linksOf(focus.id)) {
		const { edge, other } = link;
		if (isScratch(other) || other.archived_at !== null) continue;
		const reading = { ...readLink(focus, link), edgeId: edge.id };
		const known = neighbours.get(other.id);
		if (known) known.relations.push(reading);
		else neighbours.set(other.id, { node: other, relations: [reading] });
	}
	const { kinds } = reader.graph;
	const isIdle = (node: EntityHeader): number => (isActive(kinds.get(node.kind), node.state_key) ? 0 : 1);
	const newestFirst = thenById(byCreation);
	return [...neighbours.values()]
		.sort((a, b) => isIdle(a.node) - isIdle(b.node) || newestFirst(a.node, b.node))
		.map(({ node, relations }, rank) => ({
			node,
			title: shortTitle(kinds.get(node.kind), node.title),
			rank,
			relations,
			candidate: describeLinked(focus, node, relations),
		}));
}

const isDependency = ({ relations }: LinkedEntity): boolean =>
	relations.some(({ relation }) => DEPENDENCY_RELATIONS.has(relation));

/** Linked entities by kind, in the order the kinds are declared; within one, what is being worked on comes first. */
export function groupLinked(reader: Reader, focus: EntityHeader): readonly LinkedGroup[] {
	const { kinds } = reader.graph;
	const ordered = gatherNeighbours(reader, focus);
	return kinds.all.flatMap((kind) => {
		const ofKind = ordered.filter(({ node }) => node.kind === kind.kind);
		const dependencies = kind.dependencyHeading ? ofKind.filter(isDependency) : [];
		const plain = ofKind.filter((entity) => !dependencies.includes(entity));
		const heading = capitalize(kind.plural);
		const named = { noun: kind.plural, singular: kind.kind };
		return [
			{ heading, ...named, entities: plain },
			{ heading: kind.dependencyHeading ?? heading, ...named, entities: dependencies },
		].filter((group) => group.entities.length > 0);
	});
}

/**
 * The same for a model to read: the document that says what the project is about is among the documents with a mark,
 * also when nothing links it to the focus. It is not counted then, so that counts stay those of the edges.
 */
export function groupLinkedForPrompt(reader: Reader, focus: EntityHeader): readonly LinkedGroup[] {
	const { graph } = reader;
	const groups = groupLinked(reader, focus);
	const document = focus.project_id === null ? undefined : findContextDocument(graph, focus.project_id);
	if (document === undefined || document.id === focus.id) return groups;
	const marker = CONTEXT_DOCUMENT_MARKER;
	const isTheDocument = ({ node }: LinkedEntity): boolean => node.id === document.id;
	if (groups.some(({ entities }) => entities.some(isTheDocument))) {
		return groups.map((group) => ({
			...group,
			entities: group.entities.map((entity) => (isTheDocument(entity) ? { ...entity, marker } : entity)),
		}));
	}
	const candidate = describeLinked(focus, document, []);
	const added = { node: document, title: document.title, rank: Infinity, relations: [], candidate, marker };
	const kind = graph.kinds.get(document.kind);
	const heading = capitalize(kind.plural);
	if (groups.some((group) => group.heading === heading))
		return groups.map((group) => (group.heading === heading ? { ...group, added } : group));
	return [...groups, { heading, noun: kind.plural, singular: kind.kind, entities: [], added }];
}

/** Kinds that the asker would rather see keep their lines longest where there is not room for all. */
function favour(groups: readonly LinkedGroup[], prioritized: ReadonlySet<string>): readonly LinkedGroup[] {
	const all = groups.reduce((sum, { entities }) => sum + entities.length, 0);
	return groups.map((group) => {
		if (!prioritized.has(group.singular)) return group;
		return { ...group, entities: group.entities.map((entity) => ({ ...entity, rank: entity.rank - all })) };
	});
}

/** Collects the neighbours of the focus, each once, with the true counts even where not all can be shown. */
export function collectLinked({ reader, request, recipe, focus }: CollectScope): Findings {
	const prioritized = new Set(request.hints?.prioritizeTypes);
	const groups = focus ? favour(groupLinkedForPrompt(reader, focus), prioritized) : [];
	if (focus === undefined || groups.length === 0) return NOTHING_FOUND;
	const kindLabel = reader.graph.kinds.get(focus.kind).label;
	const source = { id: focus.id, ref: focus.ref };
	const content = { as: "linked", kindLabel, source, groups, perKind: recipe.linkedPerKind } as const;
	const considered = groups.reduce((sum, group) => sum + group.entities.length, 0);
	return findPart(
		{ section: "linked", name: "linked entities", cap: recipe.linkedTokens, content },
		considered,
	);
}
