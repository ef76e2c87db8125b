import { type CallOptions, getJson, type Written, write } from "../api.ts";
import type { Approval } from "../chat/chat-calls.ts";

/** The calls about what waits for a person: writes that were proposed, and what could be set right. */

/** One that waits, with the chat it came from; an agent outside has none. */
export interface PendingApproval extends Approval {
	readonly chat_id: string | null;
	readonly created_at: string;
}

export async function listApprovals(options?: CallOptions): Promise<readonly PendingApproval[]> {
	const answer = await getJson<{ approvals: readonly PendingApproval[] }>("/api/approvals", options);
	return answer.approvals;
}

export interface NamedEntity {
	readonly id: string;
	readonly ref: string;
	readonly kind: string;
	readonly title: string;
}

export interface Suggestion {
	readonly key: string;
	readonly type: "duplicate" | "mention" | "orphan";
	readonly entities: readonly NamedEntity[];
	readonly why: string;
	/** What accepting it does. */
	readonly accept: string;
}

export interface Suggestions {
	readonly suggestions: readonly Suggestion[];
	readonly total: number;
}

export const listSuggestions = (options?: CallOptions): Promise<Suggestions> =>
	getJson("/api/suggestions?limit=200", options);

export const acceptSuggestion = (key: string): Promise<Written<unknown>> =>
	write("POST", "/api/suggestions/accept", { key });

export const dismissSuggestion = (key: string): Promise<Written<unknown>> =>
	write("POST", "/api/suggestions/dismiss", { key });

export interface UnlinkedMention {
	/** Whose text names the other without a link. */
	readonly source: NamedEntity;
	readonly target: NamedEntity;
	readonly start: number;
	readonly text: string;
	readonly excerpt: string;
}

export interface UnlinkedMentions {
	readonly incoming: readonly UnlinkedMention[];
	readonly outgoing: readonly UnlinkedMention[];
}

export const listMentions = (id: string, options?: CallOptions): Promise<UnlinkedMentions> =>
	getJson(`/api/entities/${encodeURIComponent(id)}/mentions`, options);

/** The suggestion that a mention is: accepted, its first place in the text becomes a link. */
export const keyOfMention = ({ source, target }: UnlinkedMention): string =>
	`mention ${source.id} ${target.id}`;
