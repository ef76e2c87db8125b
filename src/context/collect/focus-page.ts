import type { EntityHeader } from "../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { Block } from "../../graph/store/derive/sync-blocks.ts";
import type { Page } from "../../graph/store/rows.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Findings, type ItemGroup, makeCandidate, makeGroup } from "../model/findings.ts";
import { BlockTree, outlinePage } from "./block-tree.ts";
import type { CollectScope } from "./collector.ts";
import { type Around, relevanceAround } from "./focus-entity.ts";

/** When a block is in focus, all blocks are read: its headings may be anywhere before it. */
const ALL_BLOCKS = 100_000;
const MOST_BLOCKS = 2_000;
const SUMMARY = 0.9;
const FIRST_BLOCK = 0.9;
const LAST_BLOCK = 0.6;

const groupOf = ({ id, ref }: EntityHeader, beyond: number): ItemGroup =>
	makeGroup({
		section: "focus",
		key: `blocks of ${id}`,
		beyond,
		printMissing: (count) =>
			`… ${count} more blocks of this text: call get_entity_details with entity_id ${ref}\n\n`,
	});

const summaryGroupOf = ({ id }: EntityHeader): ItemGroup =>
	makeGroup({
		section: "focus",
		key: `summary of ${id}`,
		printMissing: () => `… the text around the focus: call get_entity_details\n\n`,
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
export async function summarizePage(scope: CollectScope, node: EntityHeader): Promise<Findings> {
	const page = await loadPage(scope, node, MOST_BLOCKS);
	const summary = { ...describeSummary(scope, node, page), reason: "the page around the focus, in brief" };
	return { candidates: [summary], parts: [summaryGroupOf(node)], considered: 1 };
}

/** A page, note or document: in brief, then its blocks from the beginning, as far as the budget goes. */
export async function focusPage(scope: CollectScope, node: EntityHeader): Promise<Findings> {
	const page = await loadPage(scope, node, MOST_BLOCKS);
	const tree = new BlockTree({ node, page, budget: scope.recipe.budget.total });
	const blocks = tree.first;
	const fade = (FIRST_BLOCK - LAST_BLOCK) / Math.max(1, blocks.length);
	const total = countBlocks(page);
	return {
		candidates: [
			{ ...describeSummary(scope, node, page), relevance: 1, reason: "in focus", mandatory: true },
			...blocks.map((block, index) =>
				tree.describe(block, { relevance: FIRST_BLOCK - fade * index, reason: "part of the text in focus" }),
			),
		],
		parts: [summaryGroupOf(node), groupOf(node, total - blocks.length)],
		considered: 1 + total,
	};
}

/** The blocks right before and right after one, under the same parent; the nearest first. */
function besides(tree: BlockTree, block: Block, count: number): readonly Block[] {
	const all = tree.childrenOf(block.parent_id);
	const index = all.findIndex(({ id }) => id === block.id);
	const before = all.slice(Math.max(0, index - count), index).toReversed();
	return [...before, ...all.slice(index + 1, index + 1 + count)];
}

/** Collects one block with its headings, its neighbours and its parents, in the order of the text. */
export async function focusBlock(
	scope: CollectScope,
	node: EntityHeader,
	blockId: string,
): Promise<Findings> {
	const { ancestorDepth, siblingCount, childrenLimit } = scope.recipe.limits.focus;
	const page = await loadPage(scope, node, ALL_BLOCKS);
	const tree = new BlockTree({ node, page, budget: scope.recipe.budget.total });
	const block = tree.block(blockId);
	if (block === undefined) throw new EntityNotFoundError("focus");
	const describe = (blocks: readonly Block[], where: Around, reason: string) =>
		blocks.map((each, index) => tree.describe(each, { relevance: relevanceAround(where, index), reason }));
	const above = tree.ancestorsOf(block).slice(0, ancestorDepth);
	const below = tree.childrenOf(blockId).slice(0, childrenLimit);
	const around = [
		...describe(above, "ancestor", "above the block in focus"),
		...describe(below, "child", "below the block in focus"),
		...describe(besides(tree, block, siblingCount), "sibling", "beside the block in focus"),
	];
	const focused = tree.describe(block, { relevance: 1, reason: "in focus", mark: "in focus" });
	const total = countBlocks(page);
	return {
		candidates: [describeSummary(scope, node, page), focused, ...around],
		parts: [summaryGroupOf(node), groupOf(node, total - 1 - around.length)],
		considered: 1 + total,
	};
}
