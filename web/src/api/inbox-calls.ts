import type { Answer } from "../../../src/contract/frozen.ts";
import type { suggestionListSchema, unlinkedMentionsSchema } from "../../../src/contract/suggestion.ts";
import { type CallOptions, getJson, listOf, write } from "./api.ts";
import type { Approval } from "./chat-calls.ts";

/** Calls about decisions that a person has to make: proposed writes and suggested corrections. */

export const listApprovals = listOf<Approval>("approvals");

type Suggestions = Answer<typeof suggestionListSchema>;

export type Suggestion = Suggestions["suggestions"][number];

export const listSuggestions = (options?: CallOptions): Promise<Suggestions> =>
	getJson("/api/suggestions?limit=200", options);

export const acceptSuggestion = (key: string) => write<unknown>("POST", "/api/suggestions/accept", { key });

export const dismissSuggestion = (key: string) => write<unknown>("POST", "/api/suggestions/dismiss", { key });

export const restoreSuggestion = (key: string) => write<unknown>("POST", "/api/suggestions/restore", { key });

type UnlinkedMentions = Answer<typeof unlinkedMentionsSchema>;

/** A place in a text that names an entity without a link to it. */
export type UnlinkedMention = UnlinkedMentions["incoming"][number];

export const listMentions = (id: string, options?: CallOptions): Promise<UnlinkedMentions> =>
	getJson(`/api/entities/${encodeURIComponent(id)}/mentions`, options);

/** Returns the suggestion key of a mention: accepting it turns its first place in the text into a link. */
export const keyOfMention = ({ source, target }: UnlinkedMention): string =>
	`mention ${source.id} ${target.id}`;
