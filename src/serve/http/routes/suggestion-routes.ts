import { z } from "zod";
import { entityParams } from "../../../contract/entity-request.ts";
import { changed } from "../../../contract/fields.ts";
import { LARGEST_PAGE, LONGEST_NAME } from "../../../contract/limits.ts";
import { suggestionListSchema, unlinkedMentionsSchema } from "../../../contract/suggestion.ts";
import { findUnlinkedMentions } from "../../../graph/search/find-unlinked-mentions.ts";
import { acceptSuggestion } from "../../../graph/suggestions/accept-suggestion.ts";
import { findSuggestions } from "../../../graph/suggestions/find-suggestions.ts";
import { answerWrite } from "../exchange/answer-write.ts";
import type { Api } from "../exchange/api.ts";

const keyBody = z.strictObject({ key: z.string().min(1).max(LONGEST_NAME) });

/** Suggested corrections: entities named but not linked, duplicates, entities without links. */
export function addSuggestionRoutes(api: Api): void {
	api.signedIn(
		{
			method: "get",
			path: "/api/suggestions",
			summary: "What could be set right",
			query: z.strictObject({ limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).optional() }),
			answer: suggestionListSchema,
		},
		async ({ context, session, query }) =>
			context.json(
				await findSuggestions({
					scope: session.reader,
					dismissals: session.dismissals,
					...(query.limit !== undefined && { limit: query.limit }),
				}),
			),
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/suggestions/accept",
			summary: "Do what a suggestion says, as one change that can be undone",
			body: keyBody,
			answer: z.object(changed),
		},
		async ({ context, session, body }) => {
			const { reader, writer } = session;
			const committed = await acceptSuggestion({ scope: reader, writer, key: body.key });
			return answerWrite(context, session, committed, (written) => written);
		},
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/suggestions/dismiss",
			summary: "Do not suggest this to you again",
			body: keyBody,
			retry: "refused",
			answer: z.object({ dismissed: z.literal(true) }),
		},
		async ({ context, session, body }) => {
			await session.dismissals.add(body.key);
			return context.json({ dismissed: true });
		},
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/suggestions/restore",
			summary: "Suggest again what you have dismissed",
			body: keyBody,
			retry: "refused",
			answer: z.object({ dismissed: z.literal(false) }),
		},
		async ({ context, session, body }) => {
			await session.dismissals.remove(body.key);
			return context.json({ dismissed: false });
		},
	);

	api.signedIn(
		{
			method: "get",
			path: "/api/entities/{id}/mentions",
			summary: "Places that name it without a link, and what its own text names so",
			params: entityParams,
			answer: unlinkedMentionsSchema,
		},
		async ({ context, session, params }) => {
			const id = await session.refs.idOf(params.id);
			return context.json(await findUnlinkedMentions(session.reader, id));
		},
	);
}
