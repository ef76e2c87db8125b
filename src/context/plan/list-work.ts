import { isBlocked } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Field } from "../../graph/model/field.ts";
import { isOpen, type Kind, listAssignees } from "../../graph/model/kind.ts";
import { isContainment, LOOSE } from "../../graph/model/relations.ts";
import type { GraphView, Link } from "../../graph/search/view/graph-view.ts";

/** Whether a kind is one of people: it has an e-mail field. */
export const isPeople = ({ fields }: Kind): boolean => fields.some(({ type }) => type === "email");

export const isPeopleKind = ({ kinds }: GraphView, kind: string): boolean => {
	const found = kinds.find(kind);
	return found !== undefined && isPeople(found);
};

/** The fields of some things, by their kinds. */
export const fieldsOf = ({ kinds }: GraphView, nodes: readonly EntityHeader[]): readonly Field[] =>
	nodes.flatMap(({ kind }) => kinds.find(kind)?.fields ?? []);

/** Each thing once. */
export const unite = (nodes: readonly EntityHeader[]): readonly EntityHeader[] => [
	...new Map(nodes.map((node) => [node.id, node])).values(),
];

/** Whether anybody can be charged with it: an assignable thing, or one of the workspace's own kinds. */
export const isChargeable = ({ kinds }: GraphView, { kind }: EntityHeader): boolean =>
	kinds.find(kind)?.assignedBy !== undefined || kinds.isOwn(kind);

export const listPeopleKinds = ({ kinds }: GraphView): readonly Kind[] => kinds.all.filter(isPeople);

/** How far what is filed under something is followed, and to how many things. */
const DEEPEST = 3;
const MOST_FILED = 500;

const isThere = ({ other, edge }: Link): boolean => other.archived_at === null && !LOOSE.has(edge.rel);

const fold = (text: string): string => text.normalize("NFKC").toLowerCase().trim();

export const isStillOpen = ({ kinds }: GraphView, { kind, state_key }: EntityHeader): boolean => {
	const found = kinds.find(kind);
	return found === undefined || isOpen(found, state_key);
};

const isHeldUp = ({ kinds }: GraphView, node: EntityHeader): boolean => {
	const kind = kinds.find(node.kind);
	return kind !== undefined && isBlocked(kind, node);
};

const listNamed = ({ kinds }: GraphView, node: EntityHeader): readonly string[] => {
	const kind = kinds.find(node.kind);
	return kind === undefined ? [] : listAssignees(kind, node);
};

/** Lists the work assigned to a person by name, where no edge says so. */
export function listChargedByName(
	graph: GraphView,
	person: EntityHeader,
	kinds: ReadonlySet<string>,
): readonly EntityHeader[] {
	const name = fold(person.title);
	const isAssignable = [...kinds].some((kind) => graph.kinds.find(kind)?.assignedBy !== undefined);
	if (!isAssignable) return [];
	return [...graph.nodes()].filter(
		(node) =>
			kinds.has(node.kind) &&
			node.archived_at === null &&
			listNamed(graph, node).some((assignee) => fold(assignee) === name),
	);
}

/** Lists a person's work, done or not: assignable entities, or else everything joined that has a state. */
function listAllWorkOf(graph: GraphView, person: EntityHeader): readonly EntityHeader[] {
	const joined = graph.linksOf(person.id).filter(isThere);
	const assignable = new Set(graph.kinds.all.flatMap(({ kind, assignedBy }) => (assignedBy ? [kind] : [])));
	const charged = [
		...joined.flatMap(({ other }) => (assignable.has(other.kind) ? [other] : [])),
		...listChargedByName(graph, person, assignable),
	];
	return unite(charged.length > 0 ? charged : listPointing(graph, person));
}

/** For the workspace's own kinds, everything with a state that points to an entity is work on it: a job on a boat. */
const listPointing = (graph: GraphView, node: EntityHeader): readonly EntityHeader[] =>
	graph
		.linksOf(node.id)
		.flatMap((link) =>
			isThere(link) &&
			link.seenFrom === "incoming" &&
			graph.kinds.isOwn(link.other.kind) &&
			link.other.state_key !== null
				? [link.other]
				: [],
		);

export const listWorkOf = (graph: GraphView, person: EntityHeader): readonly EntityHeader[] =>
	listAllWorkOf(graph, person).filter((node) => isStillOpen(graph, node));

/** Kinds of work: what can be assigned, and what people call by a state of their own. */
export const listWorkKinds = ({ kinds }: GraphView): readonly Kind[] =>
	kinds.all.filter(
		({ kind, assignedBy, states }) => assignedBy !== undefined || (kinds.isOwn(kind) && states.length > 0),
	);

/** All work that a person has or that is filed under something, done or not. */
export function listWorkIn(graph: GraphView, node: EntityHeader): readonly EntityHeader[] {
	if (isPeopleKind(graph, node.kind)) return listAllWorkOf(graph, node);
	const kinds = new Set(listWorkKinds(graph).map(({ kind }) => kind));
	const filed = listFiledUnder(graph, node).filter(({ kind }) => kinds.has(kind));
	return filed.length > 0 ? filed : graph.kinds.isOwn(node.kind) ? listPointing(graph, node) : [];
}

/** Lists the entities filed under another: in a project all of them, elsewhere those that containment leads to. */
export function listFiledUnder(graph: GraphView, from: EntityHeader): readonly EntityHeader[] {
	if (from.project_id === from.id)
		return [...graph.nodes()].filter(
			({ id, project_id, archived_at }) => project_id === from.id && id !== from.id && archived_at === null,
		);
	const found = new Map<string, EntityHeader>();
	let frontier: readonly EntityHeader[] = [from];
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
export function listPeopleOf(graph: GraphView, node: EntityHeader): readonly EntityHeader[] {
	const kinds = new Set(listPeopleKinds(graph).map(({ kind }) => kind));
	const joined = graph
		.linksOf(node.id)
		.filter(isThere)
		.flatMap(({ other }) => (kinds.has(other.kind) ? [other] : []));
	const names = listNamed(graph, node);
	const named = names.flatMap((name) => {
		const found = graph.find(name);
		return found !== undefined && kinds.has(found.kind) ? [found] : [];
	});
	return unite([...joined, ...named]);
}

/** Whether somebody is charged with something, by an edge or by a name that nobody in the graph has. */
export const hasSomebody = (graph: GraphView, node: EntityHeader): boolean =>
	listNamed(graph, node).length > 0 || listPeopleOf(graph, node).length > 0;

/** Lists the names that have open work under an entity and are no title in the graph. */
export function listUnlistedCrew(
	graph: GraphView,
	node: EntityHeader,
): readonly { readonly name: string; readonly work: EntityHeader }[] {
	const found = new Map<string, { readonly name: string; readonly work: EntityHeader }>();
	for (const work of [node, ...listFiledUnder(graph, node)]) {
		if (!isStillOpen(graph, work)) continue;
		for (const name of listNamed(graph, work))
			if (!found.has(fold(name)) && graph.find(name) === undefined) found.set(fold(name), { name, work });
	}
	return [...found.values()];
}

/** Everybody who works on something: who is joined to it, and whose open work is filed under it. */
export function listCrewOf(graph: GraphView, node: EntityHeader): readonly EntityHeader[] {
	const isProject = node.project_id === node.id;
	const own = graph.kinds.find(node.kind)?.assignedBy === undefined ? [] : listPeopleOf(graph, node);
	if (own.length > 0) return own;
	const assigned = listFiledUnder(graph, node).filter(
		(work) => isChargeable(graph, work) && isStillOpen(graph, work),
	);
	const pointing = graph.kinds.isOwn(node.kind) ? listPointing(graph, node) : [];
	const doing = pointing
		.filter((work) => isStillOpen(graph, work))
		.flatMap((work) => listPeopleOf(graph, work));
	if (doing.length > 0) return unite(doing);
	return unite([...(isProject ? [] : [node]), ...assigned].flatMap((work) => listPeopleOf(graph, work)));
}

/** Everything that is held up, in a project where one is given. */
export const listHeldUpIn = (graph: GraphView, project: EntityHeader | undefined): readonly EntityHeader[] =>
	[...graph.nodes()].filter(
		(node) =>
			node.archived_at === null &&
			(project === undefined || node.project_id === project.id) &&
			isHeldUp(graph, node),
	);

/** Lists a person's open work that waits for something else. */
export const listHeldUpOf = (graph: GraphView, person: EntityHeader): readonly EntityHeader[] =>
	listWorkOf(graph, person).filter((node) => isHeldUp(graph, node));
