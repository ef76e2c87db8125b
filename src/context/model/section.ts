import type { BudgetCategory } from "./request.ts";

export type SectionType = "focus" | "linked" | "semantic";

/** A titled part of the context: which budget it draws on, which layer it stands in. */
export interface SectionLayout {
	readonly type: SectionType;
	readonly title: string;
	readonly category: BudgetCategory;
	readonly layer: "workspace" | "turn";
}

/**
 * The order of the text, from what stays the same between two turns to what does not. A volatile section placed
 * early would make the provider's prompt cache miss everything behind it.
 */
export const SECTIONS: readonly SectionLayout[] = [
	{ type: "focus", title: "Focused Content", category: "focus", layer: "workspace" },
	{ type: "linked", title: "Linked Entities", category: "relations", layer: "workspace" },
	{ type: "semantic", title: "Related Content", category: "semantic", layer: "turn" },
];
