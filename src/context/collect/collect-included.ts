import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Findings, makeCandidate, makeGroup, NOTHING_FOUND } from "../model/findings.ts";
import { BlockTree } from "./block-tree.ts";
import type { CollectScope } from "./collector.ts";

/** The headings of a block may be anywhere before it, so all blocks are read. */
const ALL_BLOCKS = 100_000;

const INCLUDED = makeGroup({
	section: "focus",
	key: "included",
	printMissing: (count) =>
		`- ... and ${count} more that were asked for: call get_entity_details with their ids\n\n`,
});

const PLACE = { collector: "included", section: "focus", group: INCLUDED.key } as const;

const describeEntity = (node: EntityHeader): Candidate =>
	makeCandidate(INCLUDED, node, {
		collector: "included",
		position: 0,
		relevance: 1,
		reason: "asked for by name",
		mandatory: true,
	});

/** Returns a block by its id, anywhere in its text; nothing for one that does not exist or may not be read. */
async function describeBlock(
	{ reader, recipe }: CollectScope,
	blockId: string,
): Promise<Candidate | undefined> {
	const entityId = await reader.rows.entityOfBlock(blockId);
	const node = entityId === undefined ? undefined : reader.graph.node(entityId);
	const page = node && (await reader.rows.pages([node], { blocks: ALL_BLOCKS })).get(node.id);
	const tree = node && page && new BlockTree({ node, page, budget: recipe.budget.total });
	const block = tree?.block(blockId);
	return (
		tree &&
		block && {
			...tree.describe(block, { relevance: 1, reason: "asked for by name", mark: "asked for" }),
			...PLACE,
		}
	);
}

export async function collectIncluded(scope: CollectScope): Promise<Findings> {
	const asked = [...new Set(scope.request.hints?.includeBlocks)];
	if (asked.length === 0) return NOTHING_FOUND;
	const found = await Promise.all(
		asked.map(async (name) => {
			const node = scope.reader.graph.find(name);
			return { name, candidate: node ? describeEntity(node) : await describeBlock(scope, name) };
		}),
	);
	return {
		candidates: found.flatMap(({ candidate }, position) => (candidate ? [{ ...candidate, position }] : [])),
		parts: [INCLUDED],
		refused: found.flatMap(({ name, candidate }) =>
			candidate ? [] : [{ id: name, reason: "not_found" as const }],
		),
		considered: asked.length,
	};
}
