import { z } from "zod";
import { entityParams } from "../../../contract/entity-request.ts";
import { MOST_SHARES } from "../../../contract/limits.ts";
import { sharesSchema } from "../../../contract/people.ts";
import type { Api } from "../exchange/api.ts";

const share = z.strictObject({
	grantee_id: z.string().describe("A person or a group"),
	level: z.enum(["read", "write"]),
});

/** The people and groups a restricted entity is shared with. */
export function addShareRoutes(api: Api): void {
	api.signedIn(
		"GET /api/entities/{id}/shares",
		{ summary: "With whom your entity is shared", params: entityParams, answer: sharesSchema },
		async ({ session, params }) => {
			const id = await session.refs.idOf(params.id);
			return { entity_id: id, shares: await session.shares.list(id) };
		},
	);

	api.signedIn(
		"PUT /api/entities/{id}/shares",
		{
			summary: "Share your entity with these and nobody else; it takes effect while it is restricted",
			params: entityParams,
			body: z.strictObject({ shares: z.array(share).max(MOST_SHARES) }),
			answer: sharesSchema,
		},
		async ({ session, params, body }) => {
			const id = await session.refs.idOf(params.id);
			return { entity_id: id, shares: await session.shares.replace(id, body.shares) };
		},
	);
}
