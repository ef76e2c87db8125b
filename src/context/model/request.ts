import type { ContextOverrides } from "./config.ts";

/** Tokens for the whole context and for each category. A category's figure is its floor while it has items. */
export interface TokenBudget {
	readonly total: number;
	readonly focus: number;
	readonly semantic: number;
	readonly relations: number;
	readonly activity: number;
	readonly history: number;
	readonly system: number;
}

export type BudgetCategory = Exclude<keyof TokenBudget, "total">;

export const REQUEST_TYPES = ["assist", "chat", "search", "automate"] as const;

export type RequestType = (typeof REQUEST_TYPES)[number];

export const FILLS = ["enough", "budget"] as const;

export type Fill = (typeof FILLS)[number];

export const READINGS = ["plan", "words"] as const;

export const PLAN_PARTS = ["subject", "relation", "rules", "state", "project"] as const;

/** How a reader corrects the way a question was read. */
export interface Correction {
	/** What it is about instead: an id, a ref or an unambiguous title. */
	readonly subject?: string | undefined;
	/** Parts of the reading that were not meant. */
	readonly without?: readonly (typeof PLAN_PARTS)[number][] | undefined;
}

export type Reading = (typeof READINGS)[number] | Correction;

/** What the question is asked from. Keys may be combined: a block, the page around it, the database it belongs to. */
export interface Focus {
	/** An id, a ref or an unambiguous title. */
	readonly id?: string | undefined;
	/** A block of a page, note or document; the id of an entity is taken for the entity. */
	readonly blockId?: string | undefined;
	readonly pageId?: string | undefined;
	readonly databaseId?: string | undefined;
}

export interface ConversationMessage {
	readonly role: "user" | "assistant" | "system";
	readonly content: string;
}

/** Wishes of the asker that no words of the question tell. */
export interface ContextHints {
	/** Kinds or block types that fit the question better than others. */
	readonly prioritizeTypes?: readonly string[] | undefined;
	/** What was found rather than asked for must have changed in this time; days or moments, both ends included. */
	readonly timeRange?: { readonly start?: string | undefined; readonly end?: string | undefined } | undefined;
	/** Entities that must stand in the context, and such that must not. */
	readonly includeBlocks?: readonly string[] | undefined;
	readonly excludeBlocks?: readonly string[] | undefined;
	/** How many steps from the focus are walked. */
	readonly maxDepth?: number | undefined;
}

/** What is asked, from where, and how much room there is. */
export interface ContextRequest {
	readonly query: string;
	readonly type: RequestType;
	readonly focus?: Focus | undefined;
	readonly projectId?: string | undefined;
	/** Entities that were named with @. */
	readonly mentions?: readonly string[] | undefined;
	/** Notes that were attached, in the order in which they were. */
	readonly pins?: readonly string[] | undefined;
	/** Oldest first. */
	readonly history?: readonly ConversationMessage[] | undefined;
	/** The same, where the prompt holds it already: the question is read and searched with it, and it is not printed again. */
	readonly conversation?: readonly ConversationMessage[] | undefined;
	readonly recipe?: string | undefined;
	readonly budget?: Partial<TokenBudget> | undefined;
	/** Most tokens, whatever the figures and the attached notes would come to: what a model's window has room for. */
	readonly mostTokens?: number | undefined;
	/** `enough` stops when what is shown probably answers; `budget` goes on while there is room, for a reader without tools. */
	readonly fill?: Fill | undefined;
	/** `words` searches for the words of the question, whatever relation or set they may ask for; or what was misread. */
	readonly read?: Reading | undefined;
	/** Figures for this request alone, laid over those that are configured and those of the recipe. */
	readonly config?: ContextOverrides | undefined;
	readonly hints?: ContextHints | undefined;
	/** The model that will read the context: tokens are counted as it counts them. */
	readonly model?: string | undefined;
	/** Where the reader's days begin and end; that of their profile, or UTC, where nothing is said. */
	readonly timezone?: string | undefined;
	/** How things are named in the text: by short refs, or by whole ids for whoever can't resolve those. */
	readonly ids?: "ref" | "uuid" | undefined;
	/** Pairs of entities that count as not connected, whatever joins them: an answer to be found can't stand in its own question. */
	readonly apart?: readonly (readonly [string, string])[] | undefined;
	/** The moment the question is asked; whole days count, so that a prompt stays the same within a day. */
	readonly now: string;
}

/** `kanban_card` is how a program writes what people call a kanban card. */
export const listPrioritized = ({ hints }: ContextRequest): ReadonlySet<string> =>
	new Set(hints?.prioritizeTypes?.flatMap((type) => [type, type.replaceAll("_", " ")]));
