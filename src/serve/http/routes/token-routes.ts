import { z } from "zod";
import { findProject } from "../../../chat/tools/find-project.ts";
import { newTokenSchema, revokedSchema, tokenAnswerSchema, tokensSchema } from "../../../contract/token.ts";
import type { Api } from "../exchange/api.ts";

const DAY = 86_400;

/** Keys for scripts and agents. They act for the person who made them and can do no more. */
export function addTokenRoutes(api: Api): void {
	api.signedIn(
		{
			method: "get",
			path: "/api/tokens",
			summary: "Your tokens, without their secrets",
			answer: tokensSchema,
		},
		async ({ context, session }) => context.json({ tokens: await session.tokens.list() }),
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/tokens",
			summary: "Make a token; it is shown once",
			body: newTokenSchema,
			answer: tokenAnswerSchema,
			status: 201,
		},
		async ({ context, session, body: { name, mode, days, ...body } }) => {
			const { graph } = session.reader;
			const projectIds = body.project_ids.flatMap((project) => findProject(graph, project) ?? []);
			const lifetimeSeconds = days === undefined ? undefined : days * DAY;
			return context.json(await session.tokens.create({ name, mode, projectIds, lifetimeSeconds }), 201);
		},
	);

	api.signedIn(
		{
			method: "delete",
			path: "/api/tokens/{id}",
			summary: "Revoke a token; it ends at once",
			params: z.object({ id: z.string() }),
			answer: revokedSchema,
		},
		async ({ context, session, params: { id } }) => {
			await session.tokens.revoke(id);
			return context.json({ id, revoked: true });
		},
	);
}
