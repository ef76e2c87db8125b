import { groupLinked } from "../context/collect/collect-linked.ts";
import type { LinkedEntity } from "../context/model/findings.ts";
import { MOST_CANDIDATES } from "../contract/limits.ts";
import { dateEntities, type Reader } from "../graph/graph.ts";
import type { DueState } from "../graph/model/due.ts";
import type { Entity, EntityHeader } from "../graph/model/entity.ts";
import { InvalidInputError } from "../graph/model/errors.ts";
import { dateOf } from "../graph/model/order.ts";
import type { GraphView } from "../graph/search/view/graph-view.ts";
import { summarise } from "./present-entity.ts";

function presentOne(
	{ node, relations }: LinkedEntity,
	row: Entity | undefined,
	about: { readonly graph: GraphView; readonly withDue: (node: EntityHeader) => EntityHeader & DueState },
) {
	const { graph, withDue } = about;
	const told = relations.map(({ relation, direction, edgeId }) => ({ relation, direction, edgeId }));
	const known = withDue(graph.node(node.id) as EntityHeader);
	const dueAt = dateOf(known, graph.kinds.get(known.kind).dates?.due);
	const { start_day, due_day, is_overdue, is_done } = known;
	return {
		...summarise(known),
		...told[0],
		relations: told,
		...(row?.description && { description: row.description }),
		...(dueAt !== "" && { dueAt }),
		...{ start_day, due_day, is_overdue, is_done },
		...(row && Object.keys(row.props).length > 0 && { props: row.props }),
	};
}

/** Every kind of the workspace has its place, also where nothing is linked: a program need not ask whether it is there. */
function groupByPlural<Item extends { readonly kind: string }>(
	reader: Reader,
	items: readonly Item[],
): Record<string, Item[]> {
	const groups: Record<string, Item[]> = Object.create(null);
	for (const { plural } of reader.graph.kinds.all) groups[plural] ??= [];
	for (const item of items) groups[reader.graph.kinds.get(item.kind).plural]?.push(item);
	return groups;
}

/** Lists the entities that could still be linked: readable ones at a possible end of a relation, newest change first. */
function listCandidates(reader: Reader, source: EntityHeader) {
	const { graph } = reader;
	const taken = new Set([source.id, ...graph.linksOf(source.id).map(({ other }) => other.id)]);
	const counts = new Map<string, number>();
	return [...graph.nodes()]
		.filter((node) => node.archived_at === null && !taken.has(node.id) && graph.kinds.mayJoin(source, node))
		.sort((a, b) =>
			a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : a.id < b.id ? -1 : 1,
		)
		.filter(({ kind }) => {
			const count = (counts.get(kind) ?? 0) + 1;
			counts.set(kind, count);
			return count <= MOST_CANDIDATES;
		})
		.map(summarise);
}

function readCursor(cursor: string | undefined, total: number): number {
	if (cursor === undefined) return 0;
	if (/^\d{1,9}$/.test(cursor)) return Math.min(Number(cursor), total);
	throw new InvalidInputError("This cursor is not one we gave out. Start again without a cursor.", {
		field: "cursor",
	});
}

/** The neighbours of an entity by kind, a page at a time, with the true counts. */
export async function presentLinked(input: {
	readonly reader: Reader;
	readonly source: EntityHeader;
	readonly limit: number;
	readonly cursor?: string | undefined;
	readonly withAvailable: boolean;
}) {
	const { reader, source, limit, withAvailable } = input;
	const all = groupLinked(reader, source).flatMap((group) => group.entities);
	const start = readCursor(input.cursor, all.length);
	const page = all.slice(start, start + limit);
	const rows = await reader.rows.getMany(page.map(({ node }) => node.id));
	const about = { graph: reader.graph, withDue: await dateEntities(reader) };
	const shown = page.map((entity) => presentOne(entity, rows.get(entity.node.id), about));
	const byKind = groupByPlural(
		reader,
		all.map(({ node }) => node),
	);
	const counts = Object.entries(byKind).map(([plural, entities]) => [plural, entities.length]);
	const end = start + page.length;
	return {
		source: { kind: source.kind, id: source.id, ref: source.ref, name: source.title },
		linkedEntities: groupByPlural(reader, shown),
		counts: { ...Object.fromEntries(counts), total: all.length },
		truncated: end < all.length,
		next_cursor: end < all.length ? String(end) : null,
		...(withAvailable && { availableEntities: groupByPlural(reader, listCandidates(reader, source)) }),
	};
}
