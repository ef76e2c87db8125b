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
		{
			method: "get",
			path: "/api/entities/{id}/shares",
			summary: "With whom your entity is shared",
			params: entityParams,
			answer: sharesSchema,
		},
		async ({ context, session, params }) => {
			const id = await session.refs.idOf(params.id);
			return context.json({ entity_id: id, shares: await session.shares.list(id) });
		},
	);

	api.signedIn(
		{
			method: "put",
			path: "/api/entities/{id}/shares",
			summary: "Share your entity with these and nobody else; it takes effect while it is restricted",
			params: entityParams,
			body: z.strictObject({ shares: z.array(share).max(MOST_SHARES) }),
			answer: sharesSchema,
		},
		async ({ context, session, params, body }) => {
			const id = await session.refs.idOf(params.id);
			return context.json({ entity_id: id, shares: await session.shares.replace(id, body.shares) });
		},
	);
}
