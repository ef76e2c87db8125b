import type { FormName, RenderedItem } from "../model/candidate.ts";
import type { ItemGroup, PrintableDigest } from "../model/findings.ts";
import type { Fill, TokenBudget } from "../model/request.ts";

export interface FitInput {
	/** Best first. */
	readonly items: readonly RenderedItem[];
	readonly parts: readonly (ItemGroup | PrintableDigest)[];
	readonly budget: TokenBudget;
	readonly fill: Fill;
	/** Text that is always there, independent of the chosen items. */
	readonly frame: readonly { readonly name: string; readonly tokens: number }[];
	readonly printUnplaced: (count: number) => string;
	readonly count: (text: string) => number;
}

/**
 * How much of an entity's worth each form carries. A title is worth little: a line that names what was left out must
 * not take the room of a text that answers.
 */
export const WORTH: Readonly<Record<FormName, number>> = { full: 1, clipped: 0.7, light: 0.4, title: 0.05 };
