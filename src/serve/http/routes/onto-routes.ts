import { z } from "@hono/zod-openapi";
import { detailsSchema } from "../../../contract/entity.ts";
import { OTHER_ROUTES } from "../../../contract/seed-names.ts";
import { dateEntities } from "../../../graph/graph.ts";
import { EntityNotFoundError } from "../../../graph/model/errors.ts";
import { presentFull } from "../../../present/present-entity.ts";
import type { Api } from "../exchange/api.ts";

/** Entities under the names their kinds give to title, body and fields. */
export function addOntoRoutes(api: Api): void {
	api.signedIn(
		`GET ${OTHER_ROUTES.details}`,
		{
			summary: "One entity in full, in the words of its kind",
			params: z.object({ kind: z.string(), id: z.string().describe("Id or ref") }),
			answer: detailsSchema,
		},
		async ({ session: { reader }, params }) => {
			const entity = await reader.rows.get(params.id);
			if (entity.kind !== params.kind) throw new EntityNotFoundError();
			return presentFull((await dateEntities(reader))(entity), reader.graph);
		},
	);
}
