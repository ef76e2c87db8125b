import { z } from "@hono/zod-openapi";
import { ALL_TOOLS } from "../../../chat/tools/all-tools.ts";
import { EntityNotFoundError, ForbiddenError } from "../../../graph/model/errors.ts";
import { toolAnswerSchema, toolsSchema } from "../answer-schemas.ts";
import type { Api } from "../api.ts";

/** The tools that models call, for programs that bring a model of their own. */
export function addToolRoutes(api: Api): void {
	api.signedIn(
		{
			method: "get",
			path: "/api/tools",
			summary: "The tools, as a model is told of them",
			answer: toolsSchema,
		},
		({ context }) =>
			context.json({
				tools: ALL_TOOLS.map(({ name, title, description, tier, input }) => ({
					name,
					title,
					description,
					tier,
					input_schema: z.toJSONSchema(input),
				})),
			}),
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/tools/{name}",
			summary: "Call a tool",
			params: z.object({ name: z.string() }),
			body: z.looseObject({}),
			answer: toolAnswerSchema,
		},
		async ({ context, session, params, body }) => {
			const tool = ALL_TOOLS.find(({ name }) => name === params.name);
			if (tool === undefined) throw new EntityNotFoundError("tool");
			if (tool.tier === "W2" && session.reader.access.principal.grant !== undefined) {
				throw new ForbiddenError(`Only a person can confirm ${tool.name}, signed in, not through a token.`);
			}
			return context.json(await tool.call(body, session));
		},
	);
}
