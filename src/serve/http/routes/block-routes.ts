import { z } from "zod";
import { blocksSchema } from "../../../contract/entity.ts";
import { entityParams, versionSchema } from "../../../contract/entity-request.ts";
import { MOST_BLOCKS } from "../../../contract/limits.ts";
import type { Session } from "../../../graph/graph.ts";
import { InvalidInputError } from "../../../graph/model/errors.ts";
import type { Block } from "../../../graph/store/derive/sync-blocks.ts";
import { requireVersion } from "../exchange/answer-write.ts";
import type { Api } from "../exchange/api.ts";

const putSchema = z
	.strictObject({
		version: versionSchema.optional(),
		blocks: z
			.array(
				z
					.strictObject({ id: z.string(), text: z.string() })
					.partial()
					.describe("A block that is there, by id, with another text or as it is; or a new text"),
			)
			.max(MOST_BLOCKS)
			.describe("All blocks in their new order; one that is left out is removed"),
	})
	.meta({ id: "BlocksPut" });

/** A body as its blocks, with the words of each. */
async function readBlocks({ reader: { rows } }: Session, idOrRef: string) {
	const { id, version, body } = await rows.get(idOrRef);
	const blocks = await rows.blocks(id);
	return {
		entity_id: id,
		version,
		blocks: blocks.map((block) => ({ ...block, text: body.slice(block.start_offset, block.end_offset) })),
	};
}

const LIST_KINDS = new Set(["list_item", "todo"]);

/**
 * Returns the body made of these blocks, in this order. Between two that were neighbours before, the text between them
 * stays as it was, so that putting back what was read changes not one character.
 */
function joinBlocks(
	body: string,
	stored: readonly Block[],
	wanted: z.infer<typeof putSchema>["blocks"],
): string {
	const ordinals = new Map(stored.map((block, ordinal) => [block.id, ordinal]));
	let joined = "";
	let previous: number | undefined;
	for (const [index, { id, text }] of wanted.entries()) {
		const ordinal = id === undefined ? undefined : ordinals.get(id);
		const block = ordinal === undefined ? undefined : stored[ordinal];
		if ((id !== undefined && block === undefined) || (block === undefined && text === undefined)) {
			throw new InvalidInputError(
				`blocks.${index}: give the id of a block of this text, or a text. Read the blocks again.`,
				{ field: `blocks.${index}`, id },
				"unknown_block",
			);
		}
		if (index === 0) joined = ordinal === 0 ? body.slice(0, block?.start_offset) : "";
		else joined += gapBetween(body, stored, previous, ordinal);
		joined += text ?? body.slice(block?.start_offset, block?.end_offset);
		previous = ordinal;
	}
	const isLast = previous !== undefined && previous === stored.length - 1;
	const tail = isLast ? body.slice(stored.at(-1)?.end_offset) : "\n";
	return wanted.length === 0 ? "" : joined + tail;
}

function gapBetween(
	body: string,
	stored: readonly Block[],
	before: number | undefined,
	after: number | undefined,
): string {
	const [left, right] = [before, after].map((ordinal) =>
		ordinal === undefined ? undefined : stored[ordinal],
	);
	if (left && right && after === (before ?? 0) + 1) return body.slice(left.end_offset, right.start_offset);
	const inList =
		left !== undefined && right !== undefined && [left, right].every(({ kind }) => LIST_KINDS.has(kind));
	return inList ? "\n" : "\n\n";
}

/** The pieces of a text, each under an id that lasts while the others are edited. */
export function addBlockRoutes(api: Api): void {
	api.signedIn(
		"GET /api/entities/{id}/blocks",
		{ summary: "The blocks of a text", params: entityParams, answer: blocksSchema },
		({ session, params }) => readBlocks(session, params.id),
	);

	api.signedIn(
		"PUT /api/entities/{id}/blocks",
		{
			summary: "Reorder, change, add and remove blocks",
			params: entityParams,
			body: putSchema,
			answer: blocksSchema,
		},
		async ({ context, session, params, body, origin, answerWrite }) => {
			const { rows } = session.reader;
			const version = requireVersion(context, body.version);
			const entity = await rows.get(params.id);
			const stored = await rows.blocks(entity.id);
			const patch = { body: joinBlocks(entity.body, stored, body.blocks) };
			const committed = await session.writer.commit(
				[{ op: "update", id: entity.id, version, patch }],
				origin,
			);
			return answerWrite(committed, await readBlocks(session, entity.id));
		},
	);
}
