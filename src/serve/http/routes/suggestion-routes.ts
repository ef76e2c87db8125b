import { z } from "zod";
import { entityParams } from "../../../contract/entity-request.ts";
import { changed } from "../../../contract/fields.ts";
import { LARGEST_PAGE, LONGEST_NAME } from "../../../contract/limits.ts";
import { suggestionListSchema, unlinkedMentionsSchema } from "../../../contract/suggestion.ts";
import { findUnlinkedMentions } from "../../../graph/search/find-unlinked-mentions.ts";
import { acceptSuggestion, findSuggestions } from "../../../graph/suggestions/find-suggestions.ts";
import type { Api } from "../exchange/api.ts";

const keyBody = z.strictObject({ key: z.string().min(1).max(LONGEST_NAME) });

/** Suggested corrections: entities named but not linked, duplicates, entities without links. */
export function addSuggestionRoutes(api: Api): void {
	api.signedIn(
		"GET /api/suggestions",
		{
			summary: "What could be set right",
			query: z.strictObject({ limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).optional() }),
			answer: suggestionListSchema,
		},
		({ session, query }) =>
			findSuggestions({
				scope: session.reader,
				dismissals: session.dismissals,
				...(query.limit !== undefined && { limit: query.limit }),
			}),
	);

	api.signedIn(
		"POST /api/suggestions/accept",
		{
			summary: "Do what a suggestion says, as one change that can be undone",
			body: keyBody,
			answer: z.object(changed),
		},
		async ({ session, body, answerWrite }) => {
			const { reader, writer } = session;
			const committed = await acceptSuggestion({ scope: reader, writer, key: body.key });
			return answerWrite(committed, (written) => written);
		},
	);

	for (const [name, dismissed, summary] of [
		["dismiss", true, "Do not suggest this to you again"],
		["restore", false, "Suggest again what you have dismissed"],
	] as const) {
		api.signedIn(
			`POST /api/suggestions/${name}`,
			{ summary, body: keyBody, retry: "refused", answer: z.object({ dismissed: z.literal(dismissed) }) },
			async ({ session: { dismissals }, body }) => {
				await (dismissed ? dismissals.add(body.key) : dismissals.remove(body.key));
				return { dismissed };
			},
		);
	}

	api.signedIn(
		"GET /api/entities/{id}/mentions",
		{
			summary: "Places that name it without a link, and what its own text names so",
			params: entityParams,
			answer: unlinkedMentionsSchema,
		},
		async ({ session, params }) => {
			const id = await session.refs.idOf(params.id);
			return findUnlinkedMentions(session.reader, id);
		},
	);
}
