import { z } from "zod";
import { summarizeText } from "../../../chat/summarize-text.ts";
import { LONGEST_REFERENCE } from "../../../contract/limits.ts";
import type { Api, ApiScope } from "../exchange/api.ts";

const summarySchema = z
	.object({
		id: z.string(),
		ref: z.string(),
		title: z.string(),
		summary: z.string(),
		made: z
			.object({
				model: z.string(),
				changeId: z.string().nullable().describe("What undo takes"),
				usage: z.object({ inputTokens: z.int(), outputTokens: z.int() }).nullable(),
			})
			.nullable()
			.describe("Null when the summary was there already"),
	})
	.meta({ id: "Summary" });

/** Summaries of long texts, made once for each text, on request. */
export function addSummaryRoutes(api: Api, { conversations }: ApiScope): void {
	api.signedIn(
		"POST /api/entities/{id}/summary",
		{
			summary: "Have a long text summed up by a model, and keep the summary with it",
			params: z.object({ id: z.string() }),
			body: z
				.strictObject({ model: z.string().max(LONGEST_REFERENCE).optional() })
				.meta({ id: "SummaryRequest" }),
			answer: summarySchema,
		},
		async ({ context, session, params, body }) => {
			const { workspaceId } = session.reader.access;
			const { entity, text, made } = await summarizeText({
				session,
				model: conversations.models.choose(workspaceId, body.model),
				entityId: session.reader.graph.find(params.id)?.id ?? params.id,
				signal: context.req.raw.signal,
			});
			return { ...entity, summary: text, made };
		},
	);
}
