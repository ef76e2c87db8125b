import type { Answer } from "../../../src/contract/frozen.ts";
import type { qualitySchema, ratedPageSchema, ratedQuestionSchema } from "../../../src/contract/rating.ts";
import { type CallOptions, getJson, write } from "./api.ts";

/** Calls about a person's ratings of answers and of their contexts. */

export type RatedQuestion = Answer<typeof ratedQuestionSchema>;

export type RatedItem = RatedQuestion["items"][number];

export type Verdict = NonNullable<RatedQuestion["answer"]> | RatedItem["verdict"];

export type RatedPage = Answer<typeof ratedPageSchema>;

const most = 200;

export const listRated = (chatId: string | null, options?: CallOptions): Promise<RatedPage> =>
	getJson(`/api/ratings?limit=${most}${chatId === null ? "" : `&chat_id=${chatId}`}`, options);

/** Sets a rating; null removes it. */
export async function rate(contextId: string, item: string, verdict: Verdict | null): Promise<RatedQuestion> {
	const path = `/api/contexts/${contextId}/ratings/${item}`;
	const sent = verdict === null ? write("DELETE", path) : write("PUT", path, { verdict });
	return (await sent).answer as RatedQuestion;
}

export type Quality = Answer<typeof qualitySchema>;

export const getQuality = (options?: CallOptions): Promise<Quality> => getJson("/api/quality", options);
