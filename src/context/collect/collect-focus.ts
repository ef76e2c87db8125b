import type { EntityHeader } from "../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import { isActive, type Kind } from "../../graph/model/kind.ts";
import { rowsOf } from "../../graph/query-graph.ts";
import type { GraphView, Link } from "../../graph/search/view/graph-view.ts";
import type { Block } from "../../graph/store/derive/sync-blocks.ts";
import type { Page } from "../../graph/store/rows.ts";
import type { Candidate, PathStep } from "../model/candidate.ts";
import {
	type Findings,
	type ItemGroup,
	joinFindings,
	makeCandidate,
	makeGroup,
	NOTHING_FOUND,
} from "../model/findings.ts";
import { BlockTree, outlinePage } from "./block-tree.ts";
import { describeFieldType } from "./collect-schema.ts";
import type { CollectScope } from "./collector.ts";
import { findChildren, findParents, nameLink, nameStep } from "./find-parents.ts";

const IN_FOCUS = {
	collector: "focus",
	position: 0,
	relevance: 1,
	reason: "in focus",
	mandatory: true,
} as const;
const MOST_ROWS = 200;
const NEWEST_ROW = 0.85;
const OLDEST_ROW = 0.55;

const tableGroupOf = ({ id, ref }: EntityHeader): ItemGroup =>
	makeGroup({
		section: "focus",
		key: `table ${id}`,
		printMissing: () => `… the database: call get_entity_details with entity_id ${ref}\n\n`,
	});

const rowGroupOf = ({ id }: EntityHeader, { kind, plural }: Kind, beyond: number): ItemGroup =>
	makeGroup({
		section: "focus",
		key: `rows of ${id}`,
		beyond,
		printMissing: (count) => `- ... and ${count} more ${plural}: call list_entities with kind ${kind}\n\n`,
	});

/** All rows that the reader may see, the newest change first. */
function findRows({ reader }: CollectScope, kind: Kind): readonly EntityHeader[] {
	const rows = rowsOf(reader.graph).ofKind(kind.kind);
	return rows
		.flatMap(({ id }) => reader.graph.node(id) ?? [])
		.filter(({ archived_at: archivedAt }) => archivedAt === null)
		.sort((a, b) => b.updated_at.localeCompare(a.updated_at) || (a.id < b.id ? -1 : 1));
}

/** A database: what its rows are made of, how many there are, and the rows themselves, the newest change first. */
function focusTable(scope: CollectScope, node: EntityHeader, rowKind: Kind): Findings {
	const rows = findRows(scope, rowKind);
	const shown = rows.slice(0, MOST_ROWS);
	const fade = (NEWEST_ROW - OLDEST_ROW) / Math.max(1, shown.length);
	const tableGroup = tableGroupOf(node);
	const rowGroup = rowGroupOf(node, rowKind, rows.length - shown.length);
	const describe = (row: EntityHeader, index: number): Candidate =>
		makeCandidate(rowGroup, row, {
			collector: "focus",
			position: index,
			relevance: NEWEST_ROW - fade * index,
			path: [nameStep(node), { ...nameStep(row), relation: "row" }],
			reason: "a row of the database in focus",
		});
	return {
		candidates: [
			makeCandidate(tableGroup, node, {
				...IN_FOCUS,
				presentation: {
					as: "table",
					label: rowKind.label,
					plural: rowKind.plural,
					fields: rowKind.fields.map((field) => ({ name: field.name, type: describeFieldType(field) })),
					rowCount: rows.length,
				},
			}),
			...shown.map(describe),
		],
		parts: [tableGroup, rowGroup],
		considered: 1 + rows.length,
	};
}

/** The entity at whose edges the group is found is what a call for the rest names. */
const groupOf = (key: string, heading: string, { ref }: EntityHeader, beyond = 0): ItemGroup =>
	makeGroup({
		...{ section: "focus", key, heading, beyond },
		printMissing: (count) => `- ... and ${count} more: call get_linked_entities with entity_id ${ref}\n\n`,
	});

/** The nearest of those that share the parent with the focus: so many before it, so many after it. */
function findSiblings(graph: GraphView, focus: EntityHeader, parent: Link | undefined, count: number) {
	if (parent === undefined) return [];
	const all = findChildren(graph, parent.other.id).filter(({ other }) => other.kind === focus.kind);
	const index = all.findIndex(({ other }) => other.id === focus.id);
	return listBeside(all, index, count);
}

/** So many right before one of a list and so many right after it; those before it begin with the nearest. */
function listBeside<Item>(all: readonly Item[], index: number, count: number): readonly Item[] {
	const before = all.slice(Math.max(0, index - count), Math.max(0, index)).toReversed();
	return [...before, ...all.slice(index + 1, index + 1 + count)];
}

/** Lists work in progress first, then the rest in order of creation. */
function orderChildren(graph: GraphView, children: readonly Link[]): readonly Link[] {
	const rank = ({ other }: Link): number => (isActive(graph.kinds.get(other.kind), other.state_key) ? 0 : 1);
	return [...children].sort((a, b) => rank(a) - rank(b));
}

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

const relevanceAround = (where: Around, position: number): number =>
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

function focusEntity({ reader, recipe }: CollectScope, focus: EntityHeader): Findings {
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
			makeCandidate({ section: "focus", key: "focus" }, focus, IN_FOCUS),
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
			groupOf("focus", "", focus),
			groupOf("ancestor", "It is part of:\n\n", focus),
			groupOf("child", "It holds:\n\n", focus, children.length - shown.length),
			groupOf("sibling", "Beside it:\n\n", parents[0]?.other ?? focus),
		],
		considered: 1 + parents.length + children.length + siblings.length,
	};
}

/** Returns the kind of the rows of a database, if the entity is a database and that kind is known. */
function findRowKind({ reader: { graph } }: CollectScope, node: EntityHeader): Kind | undefined {
	const { rowsNamedBy } = graph.kinds.get(node.kind);
	const name = rowsNamedBy === undefined ? undefined : node.props[rowsNamedBy];
	return typeof name === "string" ? graph.kinds.find(name) : undefined;
}

/** Shows a text by its blocks, a database by its rows, anything else by its surroundings. */
function focusNode(scope: CollectScope, node: EntityHeader): Findings | Promise<Findings> {
	if (scope.reader.graph.kinds.get(node.kind).writesProse) return focusPage(scope, node);
	const rowKind = findRowKind(scope, node);
	return rowKind ? focusTable(scope, node, rowKind) : focusEntity(scope, node);
}

export async function collectFocus(scope: CollectScope): Promise<Findings> {
	const { focus, blockId, page, database } = scope;
	if (focus === undefined) return NOTHING_FOUND;
	const found = [
		blockId === undefined ? focusNode(scope, focus) : focusBlock(scope, focus, blockId),
		...(page && page.id !== focus.id ? [summarizePage(scope, page)] : []),
		...(database && database.id !== focus.id ? [focusNode(scope, database)] : []),
	];
	return joinFindings(await Promise.all(found));
}

/** When a block is in focus, all blocks are read: its headings may be anywhere before it. */
const ALL_BLOCKS = 100_000;
const MOST_BLOCKS = 2_000;
const SUMMARY = 0.9;
const FIRST_BLOCK = 0.9;
const LAST_BLOCK = 0.6;

const blockGroupOf = ({ id, ref }: EntityHeader, beyond: number): ItemGroup =>
	makeGroup({
		section: "focus",
		key: `blocks of ${id}`,
		beyond,
		printMissing: (count) =>
			`… ${count} more blocks of this text: call get_entity_details with entity_id ${ref}\n\n`,
	});

const summaryGroupOf = ({ id, ref }: EntityHeader): ItemGroup =>
	makeGroup({
		section: "focus",
		key: `summary of ${id}`,
		printMissing: () => `… the text around the focus: call get_entity_details with entity_id ${ref}\n\n`,
	});

const countBlocks = ({ counts }: Page): number =>
	Object.values(counts).reduce((sum, count) => sum + count, 0);

async function loadPage({ reader }: CollectScope, node: EntityHeader, blocks: number): Promise<Page> {
	const page = (await reader.rows.pages([node], { blocks })).get(node.id);
	if (page === undefined) throw new EntityNotFoundError("focus");
	return page;
}

const describeSummary = ({ reader }: CollectScope, node: EntityHeader, page: Page): Candidate =>
	makeCandidate(summaryGroupOf(node), node, {
		collector: "focus",
		position: 0,
		relevance: SUMMARY,
		reason: "the text in focus, in brief",
		presentation: outlinePage(reader.graph, page),
	});

/** The page around something in focus, in brief. */
async function summarizePage(scope: CollectScope, node: EntityHeader): Promise<Findings> {
	const page = await loadPage(scope, node, MOST_BLOCKS);
	const summary = { ...describeSummary(scope, node, page), reason: "the page around the focus, in brief" };
	return { candidates: [summary], parts: [summaryGroupOf(node)], considered: 1 };
}

/** A page, note or document: in brief, then its blocks from the beginning, as far as the budget goes. */
async function focusPage(scope: CollectScope, node: EntityHeader): Promise<Findings> {
	const page = await loadPage(scope, node, MOST_BLOCKS);
	const tree = new BlockTree({ node, page, budget: scope.recipe.budget.total });
	const blocks = tree.first;
	const fade = (FIRST_BLOCK - LAST_BLOCK) / Math.max(1, blocks.length);
	const total = countBlocks(page);
	return {
		candidates: [
			{ ...describeSummary(scope, node, page), ...IN_FOCUS },
			...blocks.map((block, index) =>
				tree.describe(block, { relevance: FIRST_BLOCK - fade * index, reason: "part of the text in focus" }),
			),
		],
		parts: [summaryGroupOf(node), blockGroupOf(node, total - blocks.length)],
		considered: 1 + total,
	};
}

/** Collects one block with its headings, its neighbours and its parents, in the order of the text. */
async function focusBlock(scope: CollectScope, node: EntityHeader, blockId: string): Promise<Findings> {
	const { ancestorDepth, siblingCount, childrenLimit } = scope.recipe.limits.focus;
	const page = await loadPage(scope, node, ALL_BLOCKS);
	const tree = new BlockTree({ node, page, budget: scope.recipe.budget.total });
	const block = tree.block(blockId);
	if (block === undefined) throw new EntityNotFoundError("focus");
	const describe = (blocks: readonly Block[], where: Around, reason: string) =>
		blocks.map((each, index) => tree.describe(each, { relevance: relevanceAround(where, index), reason }));
	const above = tree.ancestorsOf(block).slice(0, ancestorDepth);
	const below = tree.childrenOf(blockId).slice(0, childrenLimit);
	const level = tree.childrenOf(block.parent_id);
	const beside = listBeside(level, level.indexOf(block), siblingCount);
	const around = [
		...describe(above, "ancestor", "above the block in focus"),
		...describe(below, "child", "below the block in focus"),
		...describe(beside, "sibling", "beside the block in focus"),
	];
	const focused = tree.describe(block, { relevance: 1, reason: "in focus", mark: "in focus" });
	const total = countBlocks(page);
	return {
		candidates: [describeSummary(scope, node, page), focused, ...around],
		parts: [summaryGroupOf(node), blockGroupOf(node, total - 1 - around.length)],
		considered: 1 + total,
	};
}
