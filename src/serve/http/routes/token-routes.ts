import { z } from "zod";
import { findProject } from "../../../chat/tools/find-entity.ts";
import { newTokenSchema, revokedSchema, tokenAnswerSchema, tokensSchema } from "../../../contract/token.ts";
import type { Api } from "../exchange/api.ts";

const DAY = 86_400;

/** Keys for scripts and agents. They act for the person who made them and can do no more. */
export function addTokenRoutes(api: Api): void {
	api.signedIn(
		"GET /api/tokens",
		{ summary: "Your tokens, without their secrets", answer: tokensSchema },
		async ({ session }) => ({ tokens: await session.tokens.list() }),
	);

	api.signedIn(
		"POST /api/tokens",
		{
			summary: "Make a token; it is shown once",
			body: newTokenSchema,
			answer: tokenAnswerSchema,
			status: 201,
		},
		({ session, body: { name, mode, days, ...body } }) => {
			const { graph } = session.reader;
			const projectIds = body.project_ids.flatMap((project) => findProject(graph, project) ?? []);
			const lifetimeSeconds = days === undefined ? undefined : days * DAY;
			return session.tokens.create({ name, mode, projectIds, lifetimeSeconds });
		},
	);

	api.signedIn(
		"DELETE /api/tokens/{id}",
		{
			summary: "Revoke a token; it ends at once",
			params: z.object({ id: z.string() }),
			answer: revokedSchema,
		},
		async ({ session, params: { id } }) => {
			await session.tokens.revoke(id);
			return { id, revoked: true };
		},
	);
}
