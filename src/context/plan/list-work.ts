import { isBlocked } from "../../graph/model/due.ts";
import { isOpen, type Kind } from "../../graph/model/kind.ts";
import { isContainment } from "../../graph/model/relations.ts";
import type { GraphView, Link } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";

/** Whom a kind of one's own means when it has an address. */
export const isPeople = ({ fields }: Kind): boolean => fields.some(({ type }) => type === "email");

export const isPeopleKind = ({ kinds }: GraphView, kind: string): boolean => {
	const found = kinds.find(kind);
	return found !== undefined && isPeople(found);
};

export const listPeopleKinds = ({ kinds }: GraphView): readonly Kind[] => kinds.all.filter(isPeople);

/** These join whatever has to do with each other. */
export const LOOSE: ReadonlySet<string> = new Set(["mentions", "relates_to"]);

/** How far what is filed under something is followed, and to how many things. */
const DEEPEST = 3;
const MOST_FILED = 500;

const isThere = ({ other, edge }: Link): boolean => other.archived_at === null && !LOOSE.has(edge.rel);

const fold = (text: string): string => text.normalize("NFKC").toLowerCase().trim();

export const isStillOpen = ({ kinds }: GraphView, { kind, state_key }: GraphNode): boolean => {
	const found = kinds.find(kind);
	return found === undefined || isOpen(found, state_key);
};

const isHeldUp = ({ kinds }: GraphView, node: GraphNode): boolean => {
	const kind = kinds.find(node.kind);
	return kind !== undefined && isBlocked(kind, node);
};

/** The names in the field that says who is to do something. */
function listAssignees({ kinds }: GraphView, { kind, props }: GraphNode): readonly string[] {
	const field = kinds.find(kind)?.assignedBy;
	const names = field === undefined ? undefined : props[field];
	return Array.isArray(names) ? names.map(String) : [];
}

/** What somebody is charged with by name, where no edge says so. */
export function listChargedByName(
	graph: GraphView,
	person: GraphNode,
	kinds: ReadonlySet<string>,
): readonly GraphNode[] {
	const name = fold(person.title);
	const isAssignable = [...kinds].some((kind) => graph.kinds.find(kind)?.assignedBy !== undefined);
	if (!isAssignable) return [];
	return [...graph.nodes()].filter(
		(node) =>
			kinds.has(node.kind) &&
			node.archived_at === null &&
			listAssignees(graph, node).some((assignee) => fold(assignee) === name),
	);
}

/** The open work of a person: what can be assigned, or else whatever has a state and is joined to them. */
export function listWorkOf(graph: GraphView, person: GraphNode): readonly GraphNode[] {
	const joined = graph.linksOf(person.id).filter(isThere);
	const assignable = new Set(graph.kinds.all.flatMap(({ kind, assignedBy }) => (assignedBy ? [kind] : [])));
	const charged = [
		...joined.flatMap(({ other }) => (assignable.has(other.kind) ? [other] : [])),
		...listChargedByName(graph, person, assignable),
	];
	const own = joined.flatMap(({ other, seenFrom }) =>
		seenFrom === "incoming" && graph.kinds.isOwn(other.kind) && other.state_key !== null ? [other] : [],
	);
	const work = charged.length > 0 ? charged : own;
	return [...new Map(work.map((node) => [node.id, node])).values()].filter((node) =>
		isStillOpen(graph, node),
	);
}

/** What is filed under something: in a project all of it, elsewhere what containment leads to. */
export function listFiledUnder(graph: GraphView, from: GraphNode): readonly GraphNode[] {
	if (from.project_id === from.id)
		return [...graph.nodes()].filter(
			({ id, project_id, archived_at }) => project_id === from.id && id !== from.id && archived_at === null,
		);
	const found = new Map<string, GraphNode>();
	let frontier: readonly GraphNode[] = [from];
	for (let depth = 0; depth < DEEPEST && frontier.length > 0; depth += 1) {
		const next = frontier.flatMap(({ id }) =>
			graph
				.linksOf(id)
				.filter(
					(link) =>
						isThere(link) &&
						link.seenFrom === "outgoing" &&
						isContainment(link.edge.rel) &&
						link.other.id !== from.id &&
						!found.has(link.other.id),
				)
				.map(({ other }) => other),
		);
		for (const node of next) if (found.size < MOST_FILED) found.set(node.id, node);
		frontier = next;
	}
	return [...found.values()];
}

/** The people joined to something, by an edge or by name. */
export function listPeopleOf(graph: GraphView, node: GraphNode): readonly GraphNode[] {
	const kinds = new Set(listPeopleKinds(graph).map(({ kind }) => kind));
	const joined = graph
		.linksOf(node.id)
		.filter(isThere)
		.flatMap(({ other }) => (kinds.has(other.kind) ? [other] : []));
	const names = listAssignees(graph, node);
	const named = names.flatMap((name) => {
		const found = graph.find(name);
		return found !== undefined && kinds.has(found.kind) ? [found] : [];
	});
	return [...new Map([...joined, ...named].map((person) => [person.id, person])).values()];
}

/** Whether somebody is charged with something, by an edge or by a name that nobody in the graph has. */
export const hasSomebody = (graph: GraphView, node: GraphNode): boolean =>
	listAssignees(graph, node).length > 0 || listPeopleOf(graph, node).length > 0;

/** Everybody who works on something: who is joined to it, and whose open work is filed under it. */
export function listCrewOf(graph: GraphView, node: GraphNode): readonly GraphNode[] {
	const isProject = node.project_id === node.id;
	const own = graph.kinds.find(node.kind)?.assignedBy === undefined ? [] : listPeopleOf(graph, node);
	if (own.length > 0) return own;
	const assigned = listFiledUnder(graph, node)
		.filter(({ kind }) => graph.kinds.find(kind)?.assignedBy !== undefined || graph.kinds.isOwn(kind))
		.filter((work) => isStillOpen(graph, work));
	// Of a kind of one's own, whatever is open and points to it is work on it: a job on a boat.
	const pointing = graph.kinds.isOwn(node.kind)
		? graph
				.linksOf(node.id)
				.filter((link) => isThere(link) && link.seenFrom === "incoming")
				.map(({ other }) => other)
				.filter((other) => other.state_key !== null && isStillOpen(graph, other))
		: [];
	const doing = pointing.flatMap((work) => listPeopleOf(graph, work));
	if (doing.length > 0) return [...new Map(doing.map((person) => [person.id, person])).values()];
	const people = [...(isProject ? [] : [node]), ...assigned].flatMap((work) => listPeopleOf(graph, work));
	return [...new Map(people.map((person) => [person.id, person])).values()];
}

/** What of somebody's open work waits for something else. */
export const listHeldUpOf = (graph: GraphView, person: GraphNode): readonly GraphNode[] =>
	listWorkOf(graph, person).filter((node) => isHeldUp(graph, node));
