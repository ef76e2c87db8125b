import { z } from "@hono/zod-openapi";
import { dateEntities } from "../../../graph/date-entities.ts";
import { EntityNotFoundError } from "../../../graph/model/errors.ts";
import type { Api } from "../api.ts";
import { presentFull } from "../present-entity.ts";
import { detailsSchema } from "../schemas/entity-schemas.ts";

/** Entities under the names their kinds give to title, body and fields. */
export function addOntoRoutes(api: Api): void {
	api.signedIn(
		{
			method: "get",
			path: "/api/onto/{kind}/{id}/details",
			summary: "One entity in full, in the words of its kind",
			params: z.object({ kind: z.string(), id: z.string().describe("Id or ref") }),
			answer: detailsSchema,
		},
		async ({ context, session: { reader }, params }) => {
			const entity = await reader.rows.get(params.id);
			if (entity.kind !== params.kind) throw new EntityNotFoundError();
			return context.json(presentFull((await dateEntities(reader))(entity), reader.graph));
		},
	);
}
