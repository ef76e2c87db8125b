import { z } from "zod";
import { blocksSchema } from "../../../contract/entity.ts";
import { entityParams, versionSchema } from "../../../contract/entity-request.ts";
import { MOST_BLOCKS } from "../../../contract/limits.ts";
import type { Session } from "../../../graph/graph.ts";
import { requireVersion } from "../exchange/answer-write.ts";
import type { Api } from "../exchange/api.ts";
import { joinBlocks } from "../exchange/join-blocks.ts";

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
