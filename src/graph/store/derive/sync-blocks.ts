import type { blocksSchema } from "../../../contract/entity.ts";
import type { Answer } from "../../../contract/frozen.ts";
import type { Entity } from "../../model/entity.ts";
import { groupBy } from "../../model/group-by.ts";
import { matchBlocks } from "../../model/match-blocks.ts";
import { runStepsInTurns } from "../../model/run-steps.ts";
import { type BlockKind, type BlockRange, splitInSteps } from "../../model/split-blocks.ts";
import { WorkLimit } from "../../model/work-limit.ts";
import type { Queryable } from "../engine/db.ts";
import { insertRows } from "../tables/row-change.ts";

/** A stored block: a range of its entity's body with an id that outlives edits of other blocks. */
export type Block = Omit<Answer<typeof blocksSchema>["blocks"][number], "kind" | "text"> & {
	readonly kind: BlockKind;
};

type StoredBlock = Block & { readonly entity_id: string; readonly retired: boolean };

/** A text that changed, with what it was before; an empty former body when it is new. */
export interface BodyChange {
	readonly entity: Entity;
	readonly formerBody: string;
}

export interface SplitBody extends BodyChange {
	readonly ranges: readonly BlockRange[];
}

const BLOCK_COLUMNS = {
	id: "uuid",
	parent_id: "uuid",
	ordinal: "integer",
	kind: "text",
	level: "integer",
	checked: "boolean",
	start_offset: "integer",
	end_offset: "integer",
	hash: "text",
} as const;
const COLUMNS = Object.keys(BLOCK_COLUMNS).join(", ");
/** The columns that an existing block takes over from the present text. */
const REPLACED = Object.keys(BLOCK_COLUMNS)
	.filter((name) => name !== "id")
	.map((name) => `${name} = excluded.${name}`)
	.join(", ");

/** Cuts texts into blocks and lets everybody else go on meanwhile, the engine too. */
export async function splitBodies(changes: readonly BodyChange[]): Promise<readonly SplitBody[]> {
	const turns = new WorkLimit(Number.POSITIVE_INFINITY);
	const split: SplitBody[] = [];
	for (const change of changes) {
		const ranges = await runStepsInTurns(splitInSteps(change.entity.body), undefined, turns);
		split.push({ ...change, ranges });
	}
	return split;
}

/** The blocks of a body under their lasting ids. What was cut out earlier gets its id back when the same text returns. */
function identify(
	blocks: readonly BlockRange[],
	body: string,
	stored: readonly StoredBlock[],
	formerBody: string,
): Block[] {
	const known = stored
		.filter((block) => !block.retired)
		.map((block) => ({ ...block, text: formerBody.slice(block.start_offset, block.end_offset) }));
	const fresh = blocks.map((block) => ({ ...block, text: body.slice(block.start, block.end) }));
	const ids = matchBlocks(
		known,
		fresh,
		stored.filter((block) => block.retired),
	);
	return blocks.map((block, ordinal) => ({
		id: ids[ordinal] as string,
		parent_id: block.parent === null ? null : (ids[block.parent] ?? null),
		ordinal,
		kind: block.kind,
		level: block.level,
		checked: block.checked,
		start_offset: block.start,
		end_offset: block.end,
		hash: block.hash,
	}));
}

/** Updates the stored blocks to bodies just written, in the same transaction. */
export async function syncBlocks(
	tx: Queryable,
	workspaceId: string,
	changes: readonly SplitBody[],
): Promise<void> {
	if (changes.length === 0) return;
	const edited = changes.filter(({ formerBody }) => formerBody !== "").map(({ entity }) => entity.id);
	const stored =
		edited.length === 0
			? []
			: await tx.query<StoredBlock>(
					`SELECT entity_id, retired, ${COLUMNS} FROM block
						WHERE workspace_id = $1 AND entity_id = ANY($2::uuid[]) ORDER BY entity_id, retired, ordinal, id`,
					[workspaceId, edited],
				);
	const byEntity = groupBy(stored, (block) => block.entity_id);

	const rowsOf = ({ entity, formerBody, ranges }: SplitBody): (Block & { entity_id: string })[] =>
		identify(ranges, entity.body, byEntity.get(entity.id) ?? [], formerBody).map((block) => ({
			...block,
			entity_id: entity.id,
		}));
	if (edited.length > 0) {
		await tx.query(
			"UPDATE block SET retired = true WHERE workspace_id = $1 AND entity_id = ANY($2::uuid[])",
			[workspaceId, edited],
		);
	}
	const table = {
		table: "block",
		shared: { workspace_id: workspaceId, retired: false },
		columns: { entity_id: "uuid", ...BLOCK_COLUMNS },
	} as const;
	const isNew = ({ formerBody }: SplitBody): boolean => formerBody === "";
	await insertRows(tx, { ...table, rows: changes.filter(isNew).flatMap(rowsOf) });
	await insertRows(tx, {
		...table,
		rows: changes.filter((change) => !isNew(change)).flatMap(rowsOf),
		onConflict: `(workspace_id, id) DO UPDATE SET ${REPLACED}, retired = false`,
	});
}

export function loadBlocks(db: Queryable, workspaceId: string, entityId: string): Promise<Block[]> {
	return db.query<Block>(
		`SELECT ${COLUMNS} FROM block WHERE workspace_id = $1 AND entity_id = $2::uuid AND NOT retired ORDER BY ordinal`,
		[workspaceId, entityId],
	);
}

/** A later reader could write down a guess, and see by the id that comes back that the text once held it. */
export async function forgetRetiredBlocks(
	tx: Queryable,
	workspaceId: string,
	of: { readonly column: "id" | "project_id"; readonly ids: readonly string[] },
): Promise<void> {
	await tx.query(
		`DELETE FROM block b USING entity e WHERE b.workspace_id = $1 AND b.retired AND e.workspace_id = $1
			AND e.id = b.entity_id AND e.${of.column} = ANY($2::uuid[])`,
		[workspaceId, of.ids],
	);
}
