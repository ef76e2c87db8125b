import { z } from "zod";
import {
	EVAL_FILES,
	MOST_MEASURED,
	measureQuality,
	presentRated,
	printEvalFile,
} from "../../../chat/rated-questions.ts";
import { LARGEST_PAGE, LONGEST_CURSOR, LONGEST_REFERENCE, USUAL_PAGE } from "../../../contract/limits.ts";
import {
	ANSWER_VERDICTS,
	ITEM_VERDICTS,
	qualitySchema,
	ratedPageSchema,
	ratedQuestionSchema,
} from "../../../contract/rating.ts";
import { InvalidInputError } from "../../../graph/model/errors.ts";
import { ANSWER } from "../../../graph/model/rating.ts";
import type { Api } from "../exchange/api.ts";
import { streamFile } from "../exchange/stream-file.ts";

const contextParams = z.object({ id: z.string() });
const itemParams = contextParams.extend({ item: z.string() });
const verdictBody = z
	.strictObject({ verdict: z.enum([...new Set([...ANSWER_VERDICTS, ...ITEM_VERDICTS])]) })
	.meta({ id: "Rating" });

/** An answer was helpful or not; an item was helpful, noise, or missing. */
function checkVerdict(item: string, verdict: string): void {
	const verdicts: readonly string[] = item === ANSWER ? ANSWER_VERDICTS : ITEM_VERDICTS;
	if (verdicts.includes(verdict)) return;
	const what = item === ANSWER ? "An answer" : "An item";
	throw new InvalidInputError(`${what} is rated ${verdicts.join(" or ")}.`, { field: "verdict" });
}

/** A person's ratings of answers and of their contexts; their own only. */
export function addRatingRoutes(api: Api): void {
	api.signedIn(
		"GET /api/contexts/{id}/ratings",
		{ summary: "What you rated in a context of yours", params: contextParams, answer: ratedQuestionSchema },
		async ({ session: { ratings, reader }, params }) => presentRated(await ratings.find(params.id), reader),
	);

	api.signedIn(
		"PUT /api/contexts/{id}/ratings/{item}",
		{
			summary: "Rate the answer (`answer`), an item (its blockId), or what was missing (an entity's id)",
			params: itemParams,
			body: verdictBody,
			retry: "refused",
			answer: ratedQuestionSchema,
		},
		async ({ session: { ratings, reader }, params, body }) => {
			checkVerdict(params.item, body.verdict);
			await ratings.rate(params.id, params.item, body.verdict);
			return presentRated(await ratings.find(params.id), reader);
		},
	);

	api.signedIn(
		"DELETE /api/contexts/{id}/ratings/{item}",
		{ summary: "Take a rating back", params: itemParams, retry: "refused", answer: ratedQuestionSchema },
		async ({ session: { ratings, reader }, params }) => {
			await ratings.takeBack(params.id, params.item);
			return presentRated(await ratings.find(params.id), reader);
		},
	);

	api.signedIn(
		"GET /api/ratings",
		{
			summary: "The questions you rated, newest first",
			query: z.strictObject({
				limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).default(USUAL_PAGE),
				cursor: z.string().max(LONGEST_CURSOR).optional(),
				chat_id: z.string().max(LONGEST_REFERENCE).optional().describe("Only those of this chat"),
			}),
			answer: ratedPageSchema,
		},
		async ({ session: { ratings, reader }, query: { limit, cursor, chat_id: chatId } }) => {
			const page = await ratings.list({ limit, before: cursor, chatId });
			const last = page.length < limit ? undefined : page.at(-1);
			const questions = page.map((rated) => presentRated(rated, reader));
			return { questions, next_cursor: last?.context_id ?? null };
		},
	);

	api.signedIn(
		"GET /api/ratings/export",
		{
			summary: "Your ratings as an evaluation set: its questions, and what you may read as nodes and edges",
			query: z.strictObject({ file: z.enum(EVAL_FILES).default("queries") }),
			answer: "file",
		},
		({ session, query: { file } }) =>
			streamFile(printEvalFile(session, file), "application/jsonl", `${file}.jsonl`),
	);

	api.signedIn(
		"GET /api/quality",
		{
			summary: "How well your contexts serve you: ratings added up, tokens, time of each stage",
			answer: qualitySchema,
		},
		async ({ session: { ratings, manifests, reader } }) => {
			const [counts, contexts, { time_zone: timeZone }] = await Promise.all([
				ratings.count(),
				manifests.listFigures(MOST_MEASURED),
				reader.profile(),
			]);
			return measureQuality({ counts, contexts, timeZone });
		},
	);
}
