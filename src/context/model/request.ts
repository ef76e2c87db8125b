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

export type RequestType = "assist" | "chat" | "search" | "automate";

/** What is asked, from where, and how much room there is. */
export interface ContextRequest {
	readonly query: string;
	readonly type: RequestType;
	/** An id, a ref or an unambiguous title. */
	readonly focus?: { readonly id: string } | undefined;
	readonly projectId?: string | undefined;
	readonly recipe?: string | undefined;
	readonly budget?: Partial<TokenBudget> | undefined;
	readonly model?: string | undefined;
	/** The moment the question is asked; whole days count, so that a prompt stays the same within a day. */
	readonly now: string;
}
