import type { Kind } from "./kind.ts";

/** Every word that questions ask for a kind by, in small letters. */
export const wordsOf = (named: Pick<Kind, "plural" | "kind" | "label" | "alsoCalled">): readonly string[] =>
	[named.plural, named.kind, named.label, ...(named.alsoCalled ?? [])].map((word) =>
		word.trim().toLowerCase(),
	);
